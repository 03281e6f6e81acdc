import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { findCanaries } from './canaries.ts';
import { readTrace } from './read-trace.ts';
import { TraceRecorder } from './recorder.ts';
import { secretForms } from './secret-finder.ts';
import { TraceFault } from './trace-fault.ts';
import type { Direction, Trace, TraceHeader, TraceRecord, Unnumbered } from './trace.ts';
import { createTraceWriter } from './write-trace.ts';

const DIGEST = 'a'.repeat(64);
const HEADER: TraceHeader = {
  trace: 'tidemark.trace/1',
  vantage: 'proxy',
  peer: 'test 1',
  implementation: 'host 1',
  suite: 'suite 1',
  scenario: 'none',
  seed: null,
  clock: 'milliseconds-since-start',
  callers: { first: DIGEST },
};

const onConnection = { t: fc.constant(0), connection: fc.integer({ min: 1, max: 9 }), direction: fc.constantFrom('to-host', 'from-host') };
const headers = fc.array(fc.tuple(fc.string(), fc.string()), { maxLength: 4 });
const record = fc.oneof(
  fc.record({
    ...onConnection,
    kind: fc.constant('bytes'),
    data: fc.uint8Array({ minLength: 1, maxLength: 40 }).map((bytes) => Buffer.from(bytes).toString('base64')),
  }),
  fc.record({ ...onConnection, kind: fc.constant('request-head'), method: fc.constant('GET'), target: fc.string(), headers }),
  fc.record({
    ...onConnection,
    kind: fc.constant('response-head'),
    status: fc.integer({ min: 100, max: 599 }),
    reason: fc.string(),
    headers,
  }),
  fc.record({
    ...onConnection,
    kind: fc.constant('end'),
    how: fc.constantFrom('fin', 'reset', 'timeout', 'abort'),
    by: fc.constantFrom('peer', 'host', 'recorder'),
  }),
  fc.record({
    t: fc.constant(0),
    connection: fc.constant(null),
    kind: fc.constant('cause'),
    action: fc.constantFrom('emit', 'restart'),
    eventId: fc.string(),
  }),
  fc.record({ t: fc.constant(0), connection: fc.constant(null), kind: fc.constant('note'), text: fc.string({ unit: 'grapheme' }) }),
) as fc.Arbitrary<Unnumbered<TraceRecord>>;

function written(records: readonly Unnumbered<TraceRecord>[], finish = true): Buffer {
  const lines: string[] = [];
  const writer = createTraceWriter(HEADER, (line) => lines.push(line));
  for (const each of records) writer.record(each);
  if (finish) writer.finish();
  return Buffer.from(lines.join(''));
}

/** The code of the fault; `complete` or `truncated` where there is none. */
function verdict(bytes: Uint8Array): string {
  try {
    return readTrace(bytes).complete ? 'complete' : 'truncated';
  } catch (error) {
    if (!(error instanceof TraceFault)) throw error;
    return error.code;
  }
}

describe('format', () => {
  test('[K5] what is written is what is read', () => {
    fc.assert(
      fc.property(fc.array(record, { maxLength: 8 }), (records) => {
        const { header, records: read, complete } = readTrace(written(records));
        expect(header).toEqual(HEADER);
        expect(complete).toBe(true);
        expect(read).toEqual(records.map((each, index) => ({ n: index + 1, ...each })));
      }),
    );
  });

  test('[K5] a trace that was cut anywhere is truncated, or no trace: never complete', () => {
    fc.assert(
      fc.property(fc.array(record, { maxLength: 5 }), fc.nat(), (records, at) => {
        const bytes = written(records);
        expect(verdict(bytes.subarray(0, at % bytes.length))).not.toBe('complete');
      }),
      { numRuns: 500 },
    );
    expect(verdict(written([], false))).toBe('truncated');
  });

  test('[K5] a byte that was changed, taken out or put in is noticed', () => {
    const change = fc.constantFrom('change', 'remove', 'insert');
    fc.assert(
      fc.property(fc.array(record, { maxLength: 5 }), fc.nat(), fc.integer({ min: 1, max: 255 }), change, (records, where, by, how) => {
        const bytes = written(records);
        const at = where % bytes.length;
        const middle = how === 'remove' ? [] : how === 'insert' ? [by, bytes[at] ?? 0] : [(bytes[at] ?? 0) ^ by];
        expect(verdict(Buffer.from([...bytes.subarray(0, at), ...middle, ...bytes.subarray(at + 1)]))).not.toBe('complete');
      }),
      { numRuns: 2000 },
    );
  });

  const NOTE = { t: 0, connection: null, kind: 'note', text: 'x' } as const;
  const head = JSON.stringify(HEADER);
  test.each<[string, string, string, number]>([
    ['no line', '', 'unknown-format', 1],
    ['another format', '{"trace":"tidemark.trace/2"}\n', 'unknown-format', 1],
    ['a header with one member too many', `${JSON.stringify({ ...HEADER, date: 1 })}\n`, 'bad-header', 1],
    ['a line that is no JSON', `${head}\nx\n`, 'not-json', 2],
    ['a line that is no object', `${head}\n[]\n`, 'not-json', 2],
    ['a record of an unknown kind', `${head}\n{"n":1,"t":0,"kind":"constructor"}\n`, 'bad-record', 2],
    ['a record with one member too many', `${head}\n${JSON.stringify({ n: 1, ...NOTE, x: 1 })}\n`, 'bad-record', 2],
    ['a number that was left out', `${head}\n${JSON.stringify({ n: 2, ...NOTE })}\n`, 'bad-number', 2],
    [
      'time that runs back',
      `${head}\n${JSON.stringify({ n: 1, ...NOTE, t: 5 })}\n${JSON.stringify({ n: 2, ...NOTE })}\n`,
      'time-runs-back',
      3,
    ],
    ['base64 that is none', `${head}\n{"n":1,"t":0,"connection":1,"direction":"to-host","kind":"bytes","data":"YWJ"}\n`, 'bad-record', 2],
    [
      'base64 of another alphabet',
      `${head}\n{"n":1,"t":0,"connection":1,"direction":"to-host","kind":"bytes","data":"YW_="}\n`,
      'bad-bytes',
      2,
    ],
    [
      'a span that is not within its bytes',
      `${head}\n{"n":1,"t":0,"connection":1,"direction":"to-host","kind":"bytes","data":"YWJj","redacted":[{"offset":2,"length":2,"digest":"${DIGEST}"}]}\n`,
      'bad-bytes',
      2,
    ],
    ['a footer that is open', `${head}\n{"kind":"footer","records":0}\n`, 'bad-footer', 2],
    ['a footer that counts something else', `${head}\n{"kind":"footer","records":1,"sha256":"${DIGEST}"}\n`, 'count-mismatch', 2],
    ['a footer for something else', `${head}\n{"kind":"footer","records":0,"sha256":"${DIGEST}"}\n`, 'digest-mismatch', 2],
    ['bytes behind the footer', `${written([]).toString()}\n`, 'after-footer', 3],
  ])('[K5] %s', (_name, text, code, line) => {
    const fault = (() => {
      try {
        readTrace(Buffer.from(text));
        return null;
      } catch (error) {
        return error;
      }
    })();
    expect(fault).toMatchObject({ name: 'TraceFault', code, line });
  });

  test('[K5] UTF-8 that is broken, and more than the bounds, are refused', () => {
    expect(verdict(Buffer.concat([Buffer.from(`${head}\n`), Buffer.of(0xff, 10)]))).toBe('not-text');
    const bounds = { traceBytes: 500, lineBytes: 400 };
    expect(() => readTrace(Buffer.alloc(501, 10), bounds)).toThrow(
      'line 1: the trace is larger than the bound; split the run, or raise the bound (501 bytes)',
    );
    expect(() => readTrace(Buffer.alloc(401, 97), bounds)).toThrow(
      'line 1: a line is longer than the bound; record in smaller reads, or raise the bound (401 bytes)',
    );
  });
});

const SECRET = 'tok"en/é-1';

function recording(play: (recorder: TraceRecorder) => void, secrets: readonly string[] = []): { trace: Trace; text: string } {
  let text = '';
  const recorder = new TraceRecorder({
    header: { vantage: 'proxy', peer: 'p', implementation: 'h', suite: 's', scenario: 'x', seed: null },
    credentials: { first: SECRET },
    secrets,
    digestKey: 'key',
    now: () => 0,
    sink: (line) => (text += line),
  });
  play(recorder);
  recorder.finish();
  return { trace: readTrace(Buffer.from(text)), text };
}

function bytesOf(trace: Trace, direction: Direction): Buffer {
  return Buffer.concat(
    trace.records.flatMap((each) => (each.kind === 'bytes' && each.direction === direction ? [Buffer.from(each.data, 'base64')] : [])),
  );
}

describe('redaction', () => {
  test.each(secretForms(SECRET))('[K5] a secret is replaced in the form %s, cut at any place', (form) => {
    const bytes = Buffer.from(`Authorization: ${form}; ${form}x`);
    const expected = Buffer.from(bytes);
    for (let at = expected.indexOf(form); at >= 0; at = expected.indexOf(form)) expected.fill('*', at, at + Buffer.byteLength(form));
    for (let first = 1; first < bytes.length; first += 1) {
      const second = Math.min(first + 3, bytes.length);
      const { trace } = recording((recorder) => {
        for (const part of [bytes.subarray(0, first), bytes.subarray(first, second), bytes.subarray(second)])
          recorder.bytes(1, 'to-host', part);
      });
      expect(bytesOf(trace, 'to-host').toString('latin1')).toBe(expected.toString('latin1'));
      expect(findCanaries(trace, [SECRET])).toEqual([]);
    }
  });

  test('[K5] spans say where, how long and which, and the header which is whose', () => {
    const { trace } = recording(
      (recorder) => {
        recorder.bytes(1, 'to-host', Buffer.from(`a ${SECRET} b`));
        recorder.bytes(1, 'from-host', Buffer.from('shh'));
      },
      ['shh'],
    );
    const spans = trace.records.flatMap((each) => (each.kind === 'bytes' ? (each.redacted ?? []) : []));
    expect(spans).toEqual([
      { offset: 2, length: Buffer.byteLength(SECRET), digest: trace.header.callers['first'] },
      { offset: 0, length: 3, digest: expect.stringMatching(/^[0-9a-f]{64}$/) },
    ]);
    expect(spans[1]?.digest).not.toBe(spans[0]?.digest);
  });

  test('[K5] reads stay as they were, in the order of all connections, though one waits for the rest of what may be a secret', () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.integer({ min: 1, max: 2 }), fc.constantFrom('t', 'to', 'k"', 'tok"en', 'zz')), { maxLength: 12 }),
        (reads) => {
          const { trace } = recording((recorder) => {
            for (const [connection, text] of reads) recorder.bytes(connection, 'from-host', Buffer.from(text));
          });
          expect(trace.records).toEqual(
            reads.map(([connection, text], index) => ({
              n: index + 1,
              t: 0,
              connection,
              direction: 'from-host',
              kind: 'bytes',
              data: Buffer.from(text).toString('base64'),
            })),
          );
        },
      ),
    );
  });

  test('[K5] a planted canary is found wherever it stands', () => {
    const plant = 'canary-1';
    const play = (recorder: TraceRecorder): void => {
      recorder.note(`seen ${plant}`);
      recorder.bytes(1, 'from-host', Buffer.from('data: can'));
      recorder.bytes(1, 'from-host', Buffer.from('ary-1'));
      recorder.bytes(2, 'to-host', Buffer.from(`x ${Buffer.from(plant).toString('base64')}`));
    };
    expect(findCanaries(recording(play).trace, ['none', plant])).toEqual([
      { canary: 1, record: 1, where: 'text' },
      { canary: 1, record: 2, where: 'bytes' },
      { canary: 1, record: 4, where: 'bytes' },
    ]);
  });
});

test('[K5] heads are noted with the headers as they were, when their last byte has come', () => {
  const { trace } = recording((recorder) => {
    recorder.bytes(1, 'to-host', Buffer.from('POST /a HTTP/1.1\r\nContent-Length: 3\r\nX: 1\r\nx: 2\r\n\r\nabcGET /b HTTP/1.1\r\n'));
    recorder.bytes(1, 'to-host', Buffer.from(`Authorization: Bearer ${SECRET}\r\n\r\n`));
    recorder.bytes(
      1,
      'from-host',
      Buffer.from(
        'HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 204 No Content\r\n\r\nHTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n1\r\nx\r\n0\r\n\r\nHTTP/1.1 404 \r\n\r\n',
      ),
    );
    recorder.end(1, 'from-host', 'fin', 'host');
  });
  expect(trace.records.filter(({ kind }) => kind !== 'bytes').map(({ t: _t, ...rest }) => rest)).toEqual([
    {
      n: 2,
      connection: 1,
      direction: 'to-host',
      kind: 'request-head',
      method: 'POST',
      target: '/a',
      headers: [
        ['Content-Length', '3'],
        ['X', '1'],
        ['x', '2'],
      ],
    },
    {
      n: 4,
      connection: 1,
      direction: 'to-host',
      kind: 'request-head',
      method: 'GET',
      target: '/b',
      headers: [['Authorization', `Bearer ${'*'.repeat(11)}`]],
    },
    { n: 6, connection: 1, direction: 'from-host', kind: 'response-head', status: 100, reason: 'Continue', headers: [] },
    { n: 7, connection: 1, direction: 'from-host', kind: 'response-head', status: 204, reason: 'No Content', headers: [] },
    {
      n: 8,
      connection: 1,
      direction: 'from-host',
      kind: 'response-head',
      status: 200,
      reason: 'OK',
      headers: [['Transfer-Encoding', 'chunked']],
    },
    { n: 9, connection: 1, direction: 'from-host', kind: 'response-head', status: 404, reason: '', headers: [] },
    { n: 10, connection: 1, direction: 'from-host', kind: 'end', how: 'fin', by: 'host' },
  ]);
});
