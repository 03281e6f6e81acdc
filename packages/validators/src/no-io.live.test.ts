import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { repositoryFile } from './fixtures.fixture.ts';

interface Report {
  readonly rules: readonly (readonly string[])[];
  readonly reads: readonly string[];
  readonly connections: readonly string[];
}

test('[C5.1] validating reads no file and opens no connection, whatever the document refers to', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'no-io-'));
  const sentinel = join(folder, 'sentinel.json');
  writeFileSync(sentinel, JSON.stringify({ type: 'string', info: { title: 'read' } }));
  let requests = 0;
  const server = createServer((_, response) => {
    requests++;
    response.end('{}');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  try {
    const script = repositoryFile('packages/validators/src/no-io.fixture.ts');
    const { port } = server.address() as AddressInfo;
    const args = ['--conditions=@tidemark/source', '--import', 'tsx', script, folder, `http://127.0.0.1:${port}/a.json`];
    const { stdout } = await promisify(execFile)(process.execPath, args, { cwd: repositoryFile('.') });
    const { rules, reads, connections } = JSON.parse(stdout) as Report;
    expect(reads).toEqual([]);
    expect(connections).toEqual([]);
    expect(requests).toBe(0);
    expect([...new Set(rules.flat())]).toEqual(
      expect.arrayContaining(['external-reference', 'external-value', 'dialect-not-checked', 'no-unresolved-refs']),
    );
    expect(rules.filter((found) => found.includes('external-reference'))).toHaveLength(12);
  } finally {
    server.close();
    rmSync(folder, { recursive: true });
  }
});
