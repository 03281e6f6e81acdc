import { decodeJson, isRecord } from '../../judges/derive.ts';
import type { Platform } from '../../platform.ts';
import type { Caller, Delivery } from '../../observation/host-event-run.ts';
import { askWhole, connectHost, type HostConnection } from '../../scenario/host-connection.ts';
import { trigger } from '../../scenario/trigger.ts';
import { RecordingProxy } from '../recording-proxy.ts';
import { TraceRecorder } from '../recorder.ts';
import type { LineSink } from '../write-trace.ts';
import { aboutPeer, PeerFault, PeerRun, type PeerProgram } from './peer-program.ts';

export interface PeerRecording {
  readonly program: PeerProgram;
  readonly url: string;
  /** Name and version of the host. */
  readonly implementation: string;
  readonly firstToken: string;
  readonly secondToken: string;
  /** Name and version of the kit. */
  readonly suite: string;
  readonly platform: Platform;
  readonly sink: LineSink;
}

/** What the peer saw, for comparison with what was caused. */
export interface PeerSight {
  readonly peer: string;
  readonly live: readonly string[];
  readonly resumed: readonly string[];
  /** Status of each refusal: unknown, ephemeral, another tenant's. */
  readonly refused: readonly unknown[];
  /** Ids in the order in which they were caused, by name. */
  readonly caused: Readonly<Record<string, string>>;
}

/** Longest wait for anything that a peer has to say. */
const PEER_MS = 20_000;

/** Lets a peer follow a host through the recording proxy: live, cut, resumed, and refused thrice. Every event is triggered through it, too. */
export async function recordPeer(recording: PeerRecording): Promise<PeerSight> {
  const { program, platform, firstToken, secondToken, implementation, suite, sink } = recording;
  const peer = await aboutPeer(program);
  const recorder = new TraceRecorder({
    header: { vantage: 'proxy', peer, implementation, suite, scenario: 'peer-strict-replay', seed: null },
    credentials: { first: firstToken, second: secondToken },
    digestKey: platform.randomHex(32),
    now: platform.now,
    sink,
  });
  const proxy = new RecordingProxy(new URL(recording.url), recorder);
  const url = await proxy.listen();
  const host = connectHost({
    url: new URL(url),
    tokens: { first: firstToken, second: secondToken, stranger: '' },
    platform,
    tap: null,
    answerMs: PEER_MS,
    openMs: PEER_MS,
  });
  try {
    const session = new PeerSession(recording, recorder, host, url);
    return { peer, ...(await session.play()) };
  } finally {
    await proxy.close();
    recorder.finish();
  }
}

class PeerSession {
  readonly #recording: PeerRecording;
  readonly #recorder: TraceRecorder;
  readonly #host: HostConnection;
  readonly #url: string;
  readonly #caused: Record<string, string> = {};

  constructor(recording: PeerRecording, recorder: TraceRecorder, host: HostConnection, url: string) {
    this.#recording = recording;
    this.#recorder = recorder;
    this.#host = host;
    this.#url = url;
  }

  async play(): Promise<Omit<PeerSight, 'peer'>> {
    await askWhole(this.#host, { caller: 'first', method: 'GET', target: '/.well-known/tidemark' });
    const live = await this.#follow(null, 3, async () => {
      await this.#emit('d1', 'first', 'durable');
      await this.#emit('e1', 'first', 'ephemeral');
      await this.#emit('x1', 'second', 'durable');
      await this.#emit('d2', 'first', 'durable');
    });
    await this.#emit('d3', 'first', 'durable');
    await this.#emit('e2', 'first', 'ephemeral');
    await this.#emit('d4', 'first', 'durable');
    const resumed = await this.#follow(this.#caused['d1'] ?? '', 4, () => this.#emit('d5', 'first', 'durable'));
    const forged = `evt_${this.#recording.platform.randomHex(12)}`;
    this.#recorder.cause({ action: 'forge', connection: null, eventId: forged });
    const refused = [
      await this.#refusal(forged),
      await this.#refusal(this.#caused['e1'] ?? ''),
      await this.#refusal(this.#caused['x1'] ?? ''),
    ];
    return { live, resumed, refused, caused: this.#caused };
  }

  async #emit(name: string, caller: Caller, delivery: Delivery): Promise<void> {
    const { eventId } = await trigger(this.#host, caller, delivery, null);
    if (eventId === null) throw new PeerFault('of the kit', 'could not trigger an event: the host’s answer names none');
    this.#caused[name] = eventId;
    this.#recorder.cause({ action: 'emit', connection: null, caller, eventId, delivery });
  }

  /** Ids that the peer saw, in its order. It ends, or is ended, after so many. */
  async #follow(cursor: string | null, events: number, whileOpen: () => Promise<void>): Promise<string[]> {
    const run = this.#run(cursor, events);
    const deadline = this.#recording.platform.after(PEER_MS, () => run.kill());
    await run.next((line) => line['open'] === true);
    await whileOpen();
    const ids = (): string[] => run.said.flatMap((line) => idOf(line) ?? []);
    await run.next(() => ids().length >= events);
    if (this.#recording.program.speaks === 'raw') run.kill();
    await run.exited;
    deadline.cancel();
    return ids();
  }

  async #refusal(cursor: string): Promise<unknown> {
    const run = this.#run(cursor, 1);
    const deadline = this.#recording.platform.after(PEER_MS, () => run.kill());
    const answer = await run.next((line) => 'refused' in line || 'open' in line);
    if ('open' in answer) run.kill();
    await run.exited;
    deadline.cancel();
    return answer['refused'] ?? 'opened';
  }

  #run(cursor: string | null, events: number): PeerRun {
    const args = ['follow', this.#url, String(events), ...(cursor === null ? [] : [cursor])];
    const run = new PeerRun(this.#recording.program, args, { TIDEMARK_TOKEN: this.#recording.firstToken });
    return run;
  }
}

function idOf(line: Readonly<Record<string, unknown>>): string | null {
  const envelope = typeof line['data'] === 'string' ? decodeJson(line['data']) : undefined;
  return isRecord(envelope) && typeof envelope['eventId'] === 'string' ? envelope['eventId'] : null;
}
