import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, test } from 'vitest';
import { fixture, mutate, traceOf, type Step } from '../test-support/scripted-trace.ts';
import { readTrace } from '../traces/read-trace.ts';
import type { TraceRecord } from '../traces/trace.ts';
import { verifyCommand, VERIFY_USAGE } from './verify-command.ts';
import { verifyTrace } from './verify-trace.ts';

const folder = mkdtempSync(join(tmpdir(), 'tidemark-verify-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const { steps } = fixture('conversation.json') as { readonly steps: readonly Step[] };

function file(name: string, text: string): string {
  const path = join(folder, name);
  writeFileSync(path, text);
  return path;
}

async function run(...args: string[]): Promise<{ status: number; out: string; err: string }> {
  let [out, err] = ['', ''];
  const status = await verifyCommand(args, { out: (text) => (out += text), error: (text) => (err += text) });
  return { status, out, err };
}

const right = file('right', traceOf(steps).text);
const truncated = file('truncated', traceOf(steps, true).text);
const empty = file('empty', traceOf([]).text);
const wrong = file('wrong', traceOf(mutate(steps, [{ merge: 'a1 live', with: { frame: { id: 'evt_xx' } } }])).text);
const ours = file('ours', traceOf(mutate(steps, [{ merge: 'foreign refused', with: { answer: { headers: { 'X-Cause': '1' } } } }])).text);
const changed = file('changed', traceOf(steps).text.replace('"t":3', '"t":2.5'));

describe('verify', () => {
  test.each<[string, string[], number, string]>([
    ['a right trace', [right], 0, `${right}: nothing wrong in 16 answers, 4 streams, 7 messages, 8 emissions\n`],
    [
      'nothing to judge',
      [empty],
      3,
      `${empty}: undecided in 0 answers, 0 streams, 0 messages, 0 emissions\n  there was nothing to judge\n`,
    ],
    [
      'a truncated one',
      [truncated],
      3,
      `${truncated}: undecided in 16 answers, 4 streams, 7 messages, 8 emissions\n  the trace has no footer: it is truncated, and says nothing about what is missing\n`,
    ],
    [
      'a wrong one',
      [wrong],
      1,
      `${wrong}: 1 wrong in 16 answers, 4 streams, 7 messages, 8 emissions\n  wrong  0236.frame.durable-id  record 14, connection 2, byte 122: the id of the frame is not the eventId\n`,
    ],
  ])('[K5, K9] %s', async (_name, args, status, out) => {
    expect(await run(...args)).toEqual({ status, out, err: '' });
  });

  test('[K5] a rule of ours is noted, and convicts only when asked to', async () => {
    const lax = await run(ours);
    expect([lax.status, lax.out.split('\n')[1]?.slice(0, 44)]).toEqual([0, '  noted  tidemark.h2.4a.headers-identical  r']);
    const strict = await run('--strict', ours);
    expect([strict.status, strict.out.split('\n')[1]?.slice(0, 44)]).toEqual([1, '  wrong  tidemark.h2.4a.headers-identical  r']);
  });

  test('[K5] JSON has a line for each trace, and the worst of them decides', async () => {
    const { status, out } = await run('--json', right, wrong);
    const lines = out
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as Record<string, unknown>);
    expect([status, lines.map((line) => line['status'])]).toEqual([1, [0, 1]]);
    expect(lines[0]).toMatchObject({ trace: right, digest: expect.stringMatching(/^sha256:[0-9a-f]{64}$/), findings: [], complete: true });
  });

  test('[K5, K9] what is no trace, and wrong usage, are told on the other channel', async () => {
    expect(await run(changed)).toEqual({
      status: 2,
      out: '',
      err: expect.stringContaining(`${changed}: line `),
    });
    expect(await run()).toEqual({ status: 2, out: '', err: `verify: name at least one trace\n${VERIFY_USAGE}` });
    expect((await run(join(folder, 'absent'))).status).toBe(2);
  });
});

const RECORDED = fileURLToPath(new URL('../../../fixtures/traces/recorded', import.meta.url));

describe('recorded peers', () => {
  const traces = readdirSync(RECORDED).toSorted();

  test('[K6] there is one of each', () => {
    expect(traces).toEqual(['chromium.ndjson', 'curl.ndjson', 'node.ndjson', 'python.ndjson']);
  });

  test.each(traces)('[K5, K6] nothing in %s is wrong, by our own rules either', async (name) => {
    const { status, out } = await run('--strict', '--json', join(RECORDED, name));
    expect([status, JSON.parse(out)]).toMatchObject([
      0,
      { findings: [], complete: true, judged: { answers: 14, streams: 2, emissions: 8 } },
    ]);
  });

  test.each(traces)('[K2, K6] %s convicts when one replayed event takes the place of another', (name) => {
    const trace = readTrace(readFileSync(join(RECORDED, name)));
    const [first, second] = trace.records
      .flatMap((each) => (each.kind === 'cause' && each.delivery === 'durable' ? (each.eventId ?? []) : []))
      .slice(3, 5);
    const records = trace.records.map((each) => {
      const text = each.kind === 'bytes' && each.direction === 'from-host' ? Buffer.from(each.data, 'base64').toString('latin1') : '';
      if (!text.includes('event: ')) return each;
      return { ...each, data: Buffer.from(text.replaceAll(second ?? '', first ?? ''), 'latin1').toString('base64') } as TraceRecord;
    });
    const convicted = verifyTrace({ ...trace, records }).findings.map(({ requirement }) => requirement);
    expect(convicted).toEqual(expect.arrayContaining(['0250.b.replay-each-once', '0250.b.replays-all']));
  });
});
