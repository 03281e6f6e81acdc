import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { lacks, python } from '../../../../tools/vitest/needs.ts';
import { conform } from '../../conform.ts';
import type { OperatorAdapters } from '../../scenario/options.ts';
import { MINIMAL_HOST_TOKENS, startMinimalHost } from './minimal-host.ts';

const folder = mkdtempSync(join(tmpdir(), 'tidemark-minimal-host-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function judge(options: readonly string[], adapters: OperatorAdapters = {}, url?: string) {
  const host = url === undefined ? await startMinimalHost(['--beat', '0.2', ...options]) : null;
  try {
    const report = await conform({
      url: url ?? host?.url ?? '',
      token: MINIMAL_HOST_TOKENS.first,
      secondToken: MINIMAL_HOST_TOKENS.second,
      deadlines: { openMs: 10_000, answerMs: 10_000, arrivalMs: 1_500, keepAliveMs: 4_000 },
      adapters,
    });
    const convicted = report.checks.filter(({ disposition }) => disposition === 'fail').map(({ id }) => id);
    return { verdict: report.verdict, convicted: convicted.toSorted(), kitFaults: report.kitFaults, report };
  } finally {
    await host?.stop();
  }
}

describe.skipIf(lacks(python()))('a host that shares nothing with ours', () => {
  test('[K6, H6.1] is conformant as it stands, in memory and on a file that outlives its process', async () => {
    expect(await judge([])).toMatchObject({ verdict: 'conformant', convicted: [], kitFaults: [] });
    const options = ['--beat', '0.2', '--database', join(folder, 'host.db')];
    let host = await startMinimalHost(options);
    try {
      const restart = async (): Promise<string> => {
        await host.stop();
        host = await startMinimalHost(options);
        return host.url;
      };
      const { report, ...rest } = await judge([], { restart }, host.url);
      expect(rest).toEqual({ verdict: 'conformant', convicted: [], kitFaults: [] });
      expect(report.checks.find(({ id }) => id === '0250.b.restart-survival')).toMatchObject({ disposition: 'pass' });
    } finally {
      await host.stop();
    }
  });

  test.each([
    ['unknown-cursor-goes-live', ['ephemeral', 'foreign', 'malformed', 'over-long', 'unknown'].map((cause) => `0250.c.refuses-${cause}`)],
    ['repeats-cursor', ['0250.b.cursor-not-repeated']],
    ['names-the-cause', ['0250.c.byte-identical']],
    ['leaks-live', ['0250.d.tenant-isolation']],
    ['attaches-late', ['0241.trigger.emits', '0250.b.handoff-no-gap']],
    ['keeps-ephemeral', ['0250.b.no-ephemeral-replayed', '0250.c.refuses-ephemeral']],
  ])('[K4, K6] is convicted of what it does wrong: %s', async (defect, expected) => {
    const { verdict, convicted, kitFaults } = await judge(['--defect', defect]);
    expect({ verdict, kitFaults, convicted }).toEqual({
      verdict: 'not-conformant',
      kitFaults: [],
      convicted: expected,
    });
  });
});
