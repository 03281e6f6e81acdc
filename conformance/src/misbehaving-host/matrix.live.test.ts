import { readFileSync, writeFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { ALL_JUDGES } from '../judges/all-judges.ts';
import { loadRevisions } from '../registry/load-registry.ts';
import { convictedBy, observeDefect } from '../test-support/run-defect.ts';
import { ALL_DEFECTS } from './defects.ts';

/** Who convicts whom. `RECORD=1` writes what was seen; review it as code. */
const FILE = new URL('../../registry/host-events.matrix.json', import.meta.url);
const RECORD = process.env['RECORD'] === '1';
const matrix = JSON.parse(readFileSync(FILE, 'utf8')) as Record<string, string[]>;
const seen = new Map<string, string[]>();
/** Long under load, since some defects are waited out. */
const TIMEOUT_MS = 240_000;

describe.concurrent('every defect against every judge', () => {
  test.each(ALL_DEFECTS)(
    '[K4] $id: $summary',
    async (defect) => {
      const convicted = convictedBy(await observeDefect(defect));
      seen.set(defect.id, convicted);
      expect(convicted).toEqual(RECORD ? convicted : matrix[defect.id]);
    },
    TIMEOUT_MS,
  );
});

test('[K4] the null defect is convicted by nobody', () => {
  expect(matrix['none']).toEqual([]);
});

test('[K4] the matrix names every defect, and no other', () => {
  if (RECORD) {
    const rows = ALL_DEFECTS.map(({ id }) => `  ${JSON.stringify(id)}: ${JSON.stringify(seen.get(id) ?? [])}`);
    writeFileSync(FILE, `{\n${rows.join(',\n')}\n}\n`);
  }
  const pinned = Object.keys(JSON.parse(readFileSync(FILE, 'utf8')) as object);
  expect(pinned).toEqual(ALL_DEFECTS.map(({ id }) => id));
  expect(ALL_DEFECTS.length).toBeGreaterThan(60);
});

test('[K4] every judge convicts a defect, and every defect is convicted', () => {
  const caught = new Set(Object.values(matrix).flat());
  expect(ALL_JUDGES.map(({ requirement }) => requirement).filter((id) => !caught.has(id))).toEqual([]);
  expect(Object.entries(matrix).filter(([id, judges]) => id !== 'none' && judges.length === 0)).toEqual([]);
});

test('[K3.1, K4] everything that the current revision requires is convicted by a judge of that id, or through the judges of its row', () => {
  const caught = new Set(Object.values(matrix).flat());
  const own = new Set(ALL_JUDGES.map(({ requirement }) => requirement));
  const required = loadRevisions().at(-1)?.required ?? [];
  expect(required.filter((id) => own.has(id) && !caught.has(id))).toEqual([]);
});
