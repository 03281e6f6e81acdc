import { spawn } from 'node:child_process';
import { decodeContent, isRecord } from '../judges/derive.ts';
import type { OperatorAdapters } from '../scenario/options.ts';
import { emitThroughSeam } from '../scenario/seam.ts';
import type { CliArguments } from './arguments.ts';

/** Commands of the operator's as adapters. Their output goes to this process's standard error, but for what `restart` prints. */
export function commandAdapters(given: CliArguments): OperatorAdapters {
  const { restartCommand, removeCommand, expireCommand, emitType } = given;
  return {
    ...(restartCommand === null ? {} : { restart: async () => addressIn(await run(restartCommand, {})) }),
    ...(removeCommand === null ? {} : { remove: async (eventId) => void (await run(removeCommand, { EVENT_ID: eventId })) }),
    ...(expireCommand === null ? {} : { expire: async (eventId) => void (await run(expireCommand, { EVENT_ID: eventId })) }),
    ...(emitType === null ? {} : seamAdapters(given, emitType)),
  };
}

function seamAdapters({ url, token, workspaceId }: CliArguments, type: string): Pick<OperatorAdapters, 'flood' | 'emitLarge'> {
  const emit = async (payload: object): Promise<string> => {
    const exchange = await emitThroughSeam(url, token, { type, ...(workspaceId === null ? {} : { workspaceId }), payload });
    const answer = decodeContent(exchange);
    if (exchange.head?.status !== 202 || !isRecord(answer) || typeof answer['eventId'] !== 'string') {
      throw new Error(
        `the emit seam answered ${exchange.head?.status ?? 'nothing'} instead of 202 {eventId}; is it open, and ${type} durable?`,
      );
    }
    return answer['eventId'];
  };
  return {
    async flood(events) {
      for (let count = 0; count < events; count += 1) await emit({ note: String(count) });
    },
    emitLarge: (bytes) => emit({ note: 'x'.repeat(bytes) }),
  };
}

/** Resolves with what the command printed; rejects when it ends with another code than 0. */
function run(command: string, more: Readonly<Record<string, string>>): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, { shell: true, env: { ...process.env, ...more }, stdio: ['ignore', 'pipe', 'inherit'] });
    let printed = '';
    child.stdout.setEncoding('utf8').on('data', (part: string) => (printed += part));
    child.on('error', reject);
    child.on('close', (code) => (code === 0 ? resolve(printed) : reject(new Error(`${command} ended with ${code ?? 'a signal'}`))));
  });
}

function addressIn(printed: string): string | null {
  return /https?:\/\/[^\s"',}]+/.exec(printed)?.[0] ?? null;
}
