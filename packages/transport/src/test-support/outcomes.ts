import { readFileSync } from 'node:fs';
import { type Answer, fakeStream, refuse, unreachable } from './fake-fetch.ts';

export interface OutcomeRow {
  readonly answer: string | number;
  readonly operation: Readonly<Record<string, string>>;
  readonly stream: string;
}

/** What each kind of answer leads to, for operations by method and for streams: a code, `retry`, `end`, or `renew` and then a code. */
export const outcomes = readFixture('outcomes.json') as readonly OutcomeRow[];

export function readFixture(name: string): unknown {
  return JSON.parse(readFileSync(new URL(`../../../../fixtures/transport/${name}`, import.meta.url), 'utf8'));
}

/** Gives the answer that a row of the table names. */
export function answerOf(answer: string | number): Answer {
  if (answer === 'unreachable') return unreachable;
  if (answer === 'cut') return cutAnswer;
  if (answer === 'text/html') return () => new Response('<p>', { headers: { 'content-type': 'text/html' } });
  const [code, status] = String(answer).split(' ');
  if (status !== undefined) return refuse(String(code), Number(status), {}, code === 'conflict' ? { revision: 1 } : undefined);
  return () => new Response(null, { status: Number(answer) });
}

/** A head of the right kind, half a body, and a cut. */
const cutAnswer: Answer = (request) => {
  const type = request.headers.get('accept') ?? '';
  const stream = fakeStream({ type });
  stream.push(type === 'application/json' ? '{"name' : 'event: ali');
  stream.cut();
  return stream.answer(request);
};
