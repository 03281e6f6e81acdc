import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { ALL_DEFECTS, NULL_DEFECT } from '../misbehaving-host/defects.ts';
import { MisbehavingHost } from '../misbehaving-host/misbehaving-host.ts';
import { loadRevisions } from '../registry/load-registry.ts';
import type { Report } from '../report/report.ts';
import { TOKENS } from '../test-support/run-defect.ts';
import { runCli } from './run-cli.ts';

const folder = mkdtempSync(join(tmpdir(), 'tidemark-conform-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

interface Ran {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

async function cli(argv: readonly string[], env: NodeJS.ProcessEnv = {}): Promise<Ran> {
  let out = '';
  let err = '';
  const code = await runCli(argv, { out: (text) => (out += text), err: (text) => (err += text), env });
  return { code, out, err };
}

async function against(defectId: string, ...argv: readonly string[]): Promise<Ran> {
  const defect = ALL_DEFECTS.find(({ id }) => id === defectId) ?? NULL_DEFECT;
  const host = new MisbehavingHost({ defect, tokens: TOKENS, heartbeatMs: 40 });
  const url = await host.listen();
  try {
    return await cli([url, '--token', 't-one', ...argv]);
  } finally {
    await host.close();
  }
}

const TWO = ['--second-token', 't-two'] as const;

function reportIn(text: string): Report {
  return JSON.parse(text) as Report;
}

describe('verdicts and exit codes', () => {
  test('[K3, K8, H6.1] a right host is conformant: 0, every required row passes, and progress is told', async () => {
    const { code, out, err } = await against('none', ...TWO);
    const required = loadRevisions().at(-1)?.required.length;
    expect(out).toContain(`required: ${required} passed, 0 failed, 0 blocked, 0 inapplicable\nconformant: every required row passed\n`);
    expect([code, err]).toEqual([
      0,
      '  discovery\n  no cursor\n  a second tenant\n  resume\n  handoff\n  empty cursor\n  refusals\n  an idle stream\n',
    ]);
  });

  test('[K3, K8] a defect convicts: 1, with row, rule and finding', async () => {
    const { code, out } = await against('differs-by-one-byte', ...TWO);
    expect(code).toBe(1);
    expect(out).toContain('fail         0250.c.byte-identical\n');
    expect(out).toContain('- status and body for foreign differ from those for unknown, malformed, over-long, ephemeral [connection ');
    expect(out).toMatch(/required: \d+ passed, 1 failed, 0 blocked, 0 inapplicable\nnot conformant\n$/);
  });

  test('[K3] without a second credential something required is blocked: 3', async () => {
    const { code, out } = await against('none', '--json');
    const { verdict, rows } = reportIn(out);
    expect([code, verdict]).toEqual([3, 'incomplete']);
    expect(rows.filter((row) => row.required && row.disposition !== 'pass').map(({ id, disposition }) => [id, disposition])).toEqual([
      ['0250.c.refuses-foreign', 'blocked'],
      ['0250.d.tenant-isolation', 'blocked'],
    ]);
  });

  test('[K3] the same credential twice is no second tenant: 3', async () => {
    const { code, out } = await against('none', '--second-token', 't-one');
    expect(code).toBe(3);
    expect(out).toContain('(the second credential has to be another one)');
  });

  test('[K3] nobody there: 3, and every row is blocked', async () => {
    const { code, out } = await cli(['http://127.0.0.1:9', '--token', 't', '--json']);
    const { rows } = reportIn(out);
    expect(code).toBe(3);
    expect(new Set(rows.filter((row) => row.required).map(({ disposition }) => disposition))).toEqual(new Set(['blocked']));
  });
});

describe('gates', () => {
  test.each([
    ['no family', {}, 'the host does not advertise hostEvents'],
    ['no facet', { hostEvents: { types: [] } }, 'the host does not advertise hostEvents.replay'],
    [
      'no trigger',
      { hostEvents: { types: [{ type: 'host-test.durable-triggered', delivery: 'durable' }], replay: { minRetentionSeconds: 1 } } },
      'the trigger is not advertised: hostEvents.types lacks host-test.ephemeral-triggered',
    ],
  ])('[K3, H6.1] %s is inapplicable, by a fact about the host: 4', async (_name, document, why) => {
    const { createServer } = await import('node:http');
    const server = createServer((_request, response) => response.end(JSON.stringify(document)));
    await new Promise<void>((resolve) => {
      server.listen(0, '127.0.0.1', () => resolve());
    });
    const { port } = server.address() as { readonly port: number };
    const { code, out } = await cli([`http://127.0.0.1:${port}`, '--token', 't', '--json']);
    server.closeAllConnections();
    server.close();
    const report = reportIn(out);
    expect([code, report.verdict, report.why]).toEqual([4, 'inapplicable', why]);
  });
});

function listed(name: string, list: unknown): string {
  const file = join(folder, name);
  writeFileSync(file, JSON.stringify(list));
  return file;
}

describe('known-failing lists', () => {
  test('[K3.1] a listed failure passes the run, and is said', async () => {
    const file = listed('one.json', [{ check: '0250.c.byte-identical', reason: 'fixed in the next release' }]);
    const { code, out } = await against('differs-by-one-byte', ...TWO, '--known-failing', file);
    expect(code).toBe(0);
    expect(out).toContain('             known: fixed in the next release\n');
    expect(out).toMatch(/passes but for the listed known failures\n$/);
  });

  test.each([
    ['that passes', '0250.b.commit-order', 'the check passes'],
    ['that does not exist', '0250.b.nothing', 'there is no such check'],
    ['that was not decided', '0250.a.any-volume', 'the check was not decided (blocked)'],
  ])('[K3.1] a listed check %s fails the run', async (_name, check, why) => {
    const { code, out } = await against('none', ...TWO, '--known-failing', listed('stale.json', [{ check, reason: 'r' }]));
    expect(code).toBe(1);
    expect(out).toContain(`the known-failing list names ${check}, but ${why}: remove the entry`);
  });

  test.each([
    ['no reason', [{ check: 'x' }], "list/0 must have required property 'reason'"],
    ['an empty reason', [{ check: 'x', reason: '' }], 'list/0/reason must NOT have fewer than 1 characters'],
    [
      'one check twice',
      [
        { check: 'x', reason: 'a' },
        { check: 'x', reason: 'b' },
      ],
      'it names x twice; keep one reason',
    ],
  ])('[K3.1] %s is refused: 2', async (_name, list, problem) => {
    const { code, err } = await cli(['http://127.0.0.1:9', '--token', 't', '--known-failing', listed('wrong.json', list)]);
    expect(code).toBe(2);
    expect(err).toContain(problem);
  });
});

describe('files', () => {
  test('[K3.3, K8] JSON, JUnit and a page from one run, without a credential in any of them', async () => {
    const [json, junit, html] = ['r.json', 'r.xml', 'r.html'].map((name) => join(folder, name));
    const { code } = await against('echoes-cursor', ...TWO, '--json-file', json ?? '', '--junit', junit ?? '', '--html', html ?? '');
    expect(code).toBe(1);
    const texts = [json, junit, html].map((file) => readFileSync(file ?? '', 'utf8'));
    for (const text of texts) {
      expect(text).toContain('0250.d.refusal-echoes-nothing');
      expect(text).not.toMatch(/t-one|t-two/);
    }
    const report = reportIn(texts[0] ?? '');
    expect(report.rows.filter(({ disposition }) => disposition === 'fail').map(({ id }) => id)).toEqual([
      '0250.c.byte-identical',
      '0250.d.refusal-echoes-nothing',
    ]);
    expect(report.rows.find(({ id }) => id === '0250.b.restart-survival')?.disposition).toBe('untested');
    expect(texts[1]).toMatch(/<testsuite name="required" tests="\d+" failures="2" skipped="0">/);
    expect(texts[1]).toContain('<failure message="the refusal echoes the cursor">');
    expect(texts[2]).toContain('<li>the refusal echoes the cursor</li>');
  });
});

function dispositionOf(out: string, id: string): string | undefined {
  return reportIn(out).rows.find((row) => row.id === id)?.disposition;
}

describe('what an operator causes', () => {
  test('[H6.2, K3] a command that does its part decides its row; one that fails leaves its rows untested', async () => {
    const remove = '--remove-command=node -e "process.exit(3)"';
    const { code, out, err } = await against(
      'none',
      ...TWO,
      '--json',
      '--restart-command=node -e 0',
      remove,
      '--emit-type',
      'example.note',
    );
    expect(code).toBe(0);
    expect(dispositionOf(out, '0250.b.restart-survival')).toBe('pass');
    expect(dispositionOf(out, '0250.d.removed-left-out')).toBe('untested');
    expect(dispositionOf(out, '0250.b.any-payload-size')).toBe('untested');
    expect(err).toContain('this leg is left out, because its means failed: node -e "process.exit(3)" ended with 3\n');
    expect(err).toContain(
      'because its means failed: the emit seam answered 404 instead of 202 {eventId}; is it open, and example.note durable?\n',
    );
  });

  test('[H6.2] commands are told the event, and their word is not taken for it', async () => {
    const file = join(folder, 'events.txt');
    const command = `node -e "require('fs').appendFileSync(process.argv[1], process.env.EVENT_ID + ' ')" "${file}"`;
    const { code, out } = await against('none', ...TWO, '--json', `--remove-command=${command}`, `--expire-command=${command}`);
    expect(readFileSync(file, 'utf8')).toMatch(/^evt_[0-9a-f]{24} evt_[0-9a-f]{24} $/);
    // The commands wrote the ids down and changed nothing, so the host goes on to replay what it should have removed: not scored, but seen.
    expect([code, dispositionOf(out, '0250.d.removed-left-out'), dispositionOf(out, '0250.c.refuses-removed')]).toEqual([
      0,
      'fail',
      'fail',
    ]);
    expect(dispositionOf(out, '0250.c.older-than-bound')).toBe('pass');
  });
});

describe('traces', () => {
  test('[K5] what a run wrote down is judged again from its bytes alone, and holds no credential', async () => {
    const file = join(folder, 'right.ndjson');
    expect((await against('none', ...TWO, '--trace', file)).code).toBe(0);
    const { code, out, err } = await cli(['verify', '--canary', 't-one', '--canary', 't-two', file]);
    expect([code, err]).toEqual([0, '']);
    expect(out).toContain('right.ndjson');
    expect(readFileSync(file, 'utf8')).not.toMatch(/t-one|t-two/);
  });

  test('[K5] a defect is found in the bytes, too', async () => {
    const file = join(folder, 'wrong.ndjson');
    expect((await against('emits-cursor-again', ...TWO, '--trace', file)).code).toBe(1);
    const { code, out } = await cli(['verify', file]);
    expect(code).toBe(1);
    expect(out).toContain('0250.b.cursor-not-repeated');
  });

  test('[K5] a trace that cannot be written is said before the run: 2', async () => {
    const { code, err } = await cli(['http://127.0.0.1:9', '--token', 't', '--trace', join(folder, 'no', 'such.ndjson')]);
    expect(code).toBe(2);
    expect(err).toContain('the trace could not be written: ENOENT');
  });
});

test.each([
  [[], 'give one URL: tidemark-conform http://127.0.0.1:4400 --token TOKEN'],
  [['ftp://host', '--token', 't'], '"ftp://host" is no http or https URL'],
  [['http://host'], 'a token is missing: give --token, or set TIDEMARK_TOKEN'],
  [['http://host', '--token', 'a b'], 'a token has characters that no header can carry'],
  [['http://host', '--token', 't', '--timings', 'many'], '--timings and --handoff-rounds take a whole number up to 100000'],
  [['http://host', '--token', 't', '--sepc'], "Unknown option '--sepc'"],
])('[K8] %j is refused: 2', async (argv, problem) => {
  const { code, err } = await cli(argv);
  expect(code).toBe(2);
  expect(err).toContain(`tidemark-conform: ${problem}`);
});
