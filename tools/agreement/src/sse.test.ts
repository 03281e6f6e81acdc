import { expect, test } from 'vitest';
import { corpus } from './corpus.ts';
import { storedPart, table } from './evidence.ts';
import { eventCases, type EventCase, eventJudges } from './sse-events.ts';
import { subjects } from './subjects.ts';

const SEED = 20_261_130;

const streams = subjects.flatMap((subject) =>
  subject.representation.streams.map((stream) => ({ name: `${subject.name} ${stream.name}`, subject, stream })),
);

/** Events around every message of the corpus that is one of the stream's schemas. */
function casesOf({ subject, stream }: (typeof streams)[number]): readonly EventCase[] {
  const only = new Set([stream.message, ...stream.events.map((event) => event.schema)]);
  const messages = corpus(subject.schemas, { seed: SEED, values: 8, only });
  return eventCases(stream, messages, SEED);
}

test(
  '[C2.1, C2.2a] the itemSchema with its content asserted, and the decoder with the checks of tag and id, agree on every event',
  { timeout: 120_000 },
  () => {
    const rows = streams.map((one) => {
      const { bySchema, byDecoder } = eventJudges(one.subject, one.stream);
      const cases = casesOf(one).map((event) => ({ ...event, schema: bySchema(event.item), decoder: byDecoder(event.item) }));
      expect(cases.filter((event) => event.schema !== event.decoder)).toEqual([]);
      const accepted = cases.filter((event) => event.schema).length;
      expect(Math.min(accepted, cases.length - accepted)).toBeGreaterThan(100);
      return [one.name, cases.length, accepted, cases.length - accepted];
    });
    const measured = table(['stream', 'events', 'accepted by both', 'refused by both'], rows);
    expect(measured).toBe(storedPart('sse', measured));
  },
);
