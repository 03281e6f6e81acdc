import { readFileSync } from 'node:fs';
import { isRecord } from '../judges/derive.ts';
import { readTrace } from '../traces/read-trace.ts';
import { TraceRecorder } from '../traces/recorder.ts';
import type { CauseRecord, EndRecord, Trace } from '../traces/trace.ts';

interface Message {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly json?: unknown;
}

/** One line of `fixtures/traces/conversation.json`. */
export interface Step {
  readonly step: string;
  readonly c?: number;
  readonly ask?: {
    readonly method: string;
    readonly target: string;
    readonly caller: string;
    readonly lastEventId?: string;
    readonly json?: unknown;
  };
  readonly send?: string;
  readonly answer?: Message;
  readonly stream?: Message;
  readonly frame?: { readonly event: string; readonly id?: string; readonly data?: unknown; readonly text?: string };
  readonly content?: string;
  readonly hex?: string;
  readonly raw?: string;
  /** Bytes of filling, in the data of a frame or behind the content. */
  readonly pad?: number;
  readonly wait?: number;
  readonly end?: Pick<EndRecord, 'how' | 'by'>;
  readonly cause?: Pick<CauseRecord, 'action' | 'connection'>;
  readonly note?: string;
}

export type Operation =
  | { readonly merge: string; readonly with: Readonly<Record<string, unknown>> }
  | { readonly remove: string }
  | { readonly after: string; readonly insert: readonly Step[] }
  | { readonly after: string; readonly move: readonly string[] };

export interface Mutation {
  readonly name: string;
  readonly ops: readonly Operation[];
  readonly expect: readonly (readonly [requirement: string, step: string])[];
  readonly truncated?: boolean;
}

export function fixture(name: string): unknown {
  return JSON.parse(readFileSync(new URL(`../../../fixtures/traces/${name}`, import.meta.url), 'utf8'));
}

export function mutate(steps: readonly Step[], ops: readonly Operation[]): Step[] {
  return ops.reduce<Step[]>((current, operation) => apply(current, operation), [...steps]);
}

function apply(steps: readonly Step[], operation: Operation): Step[] {
  const indexOf = (name: string): number => {
    const index = steps.findIndex(({ step }) => step === name);
    if (index < 0) throw new Error(`there is no step ${name}`);
    return index;
  };
  if ('merge' in operation) return steps.with(indexOf(operation.merge), merged(steps[indexOf(operation.merge)], operation.with) as Step);
  if ('remove' in operation) return steps.toSpliced(indexOf(operation.remove), 1);
  if ('insert' in operation) return steps.toSpliced(indexOf(operation.after) + 1, 0, ...operation.insert);
  const moved = operation.move.flatMap((name) => steps[indexOf(name)] ?? []);
  const rest = steps.filter((step) => !moved.includes(step));
  return rest.toSpliced(rest.findIndex(({ step }) => step === operation.after) + 1, 0, ...moved);
}

function merged(into: unknown, change: Readonly<Record<string, unknown>>): unknown {
  const base: Record<string, unknown> = isRecord(into) ? { ...into } : {};
  for (const [name, value] of Object.entries(change)) {
    if (value === null) delete base[name];
    else base[name] = isRecord(value) ? merged(base[name], value) : value;
  }
  return base;
}

export interface ScriptedTrace {
  readonly trace: Trace;
  readonly text: string;
  /** The step of each record. */
  readonly stepOf: ReadonlyMap<number, string>;
}

/** Plays a conversation into a recorder. */
export function traceOf(steps: readonly Step[], truncated = false): ScriptedTrace {
  let text = '';
  let clock = 0;
  const recorder = new TraceRecorder({
    header: { vantage: 'proxy', peer: 'script', implementation: 'script', suite: 'script', scenario: 'script', seed: null },
    credentials: { first: 'token-of-first', second: 'token-of-second' },
    digestKey: 'script',
    now: () => clock,
    sink: (line) => (text += line),
  });
  const written: string[] = [];
  for (const step of steps) {
    clock += step.wait ?? 1;
    const connection = step.c ?? 0;
    const [direction, bytes] = bytesOf(step);
    if (bytes.length > 0) recorder.bytes(connection, direction, bytes);
    if (step.end !== undefined) recorder.end(connection, step.end.by === 'peer' ? 'to-host' : 'from-host', step.end.how, step.end.by);
    if (step.cause !== undefined) recorder.cause(step.cause);
    if (step.note !== undefined) recorder.note(step.note);
    written.push(step.step);
  }
  if (!truncated) recorder.finish();
  const trace = readTrace(Buffer.from(text));
  const own = trace.records.filter(({ kind }) => kind !== 'request-head' && kind !== 'response-head');
  return { trace, text, stepOf: new Map(own.map(({ n }, index) => [n, written[index] ?? ''])) };
}

function bytesOf(step: Step): ['to-host' | 'from-host', Buffer] {
  if (step.send !== undefined) return ['to-host', Buffer.from(step.send)];
  if (step.ask !== undefined) return ['to-host', Buffer.from(askText(step.ask))];
  if (step.raw !== undefined) return ['from-host', Buffer.from(step.raw)];
  if (step.answer !== undefined) return ['from-host', Buffer.from(answerText(step.answer))];
  if (step.stream !== undefined) return ['from-host', Buffer.from(headText(step.stream, ['Transfer-Encoding: chunked']))];
  if (step.frame !== undefined) return ['from-host', chunk(Buffer.from(frameText(step.frame, step.pad ?? 0)))];
  if (step.hex !== undefined) return ['from-host', chunk(Buffer.from(step.hex, 'hex'))];
  return ['from-host', step.content === undefined ? Buffer.alloc(0) : chunk(Buffer.from(step.content + 'x'.repeat(step.pad ?? 0)))];
}

function chunk(content: Buffer): Buffer {
  return Buffer.concat([Buffer.from(`${content.length.toString(16)}\r\n`), content, Buffer.from('\r\n')]);
}

function frameText({ event, id, data, text }: NonNullable<Step['frame']>, pad: number): string {
  const envelope = isRecord(data) && pad > 0 ? { ...data, payload: { text: 'x'.repeat(pad) } } : data;
  return `event: ${event}\n${id === undefined ? '' : `id: ${id}\n`}data: ${text ?? JSON.stringify(envelope)}\n\n`;
}

function askText({ method, target, caller, lastEventId, json }: NonNullable<Step['ask']>): string {
  const body = json === undefined ? '' : JSON.stringify(json);
  const fields = [
    `${method} ${target} HTTP/1.1`,
    'Host: host.invalid',
    `Authorization: Bearer token-of-${caller}`,
    ...(lastEventId === undefined ? [] : [`Last-Event-ID: ${lastEventId}`]),
    ...(body === '' ? [] : ['Content-Type: application/json', `Content-Length: ${Buffer.byteLength(body)}`]),
  ];
  return `${fields.join('\r\n')}\r\n\r\n${body}`;
}

function headText({ status, headers }: Message, more: readonly string[]): string {
  const fields = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  return `${[`HTTP/1.1 ${status} -`, ...fields, ...more].join('\r\n')}\r\n\r\n`;
}

function answerText(message: Message): string {
  const body = message.json === undefined ? '' : JSON.stringify(message.json);
  return headText(message, [`Content-Length: ${Buffer.byteLength(body)}`]) + body;
}
