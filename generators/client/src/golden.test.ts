import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { emitClientPackage } from './index.ts';
import { samples } from './testing/samples.ts';

/** Cases: orders, bare, corner-cases. */
const golden = fileURLToPath(new URL('../../../fixtures/golden/client/', import.meta.url));
const record = process.env['RECORD'] === '1';

function emitted(): ReadonlyMap<string, string> {
  const cases = Object.entries(samples).flatMap(([name, { representation, inputs }]) =>
    emitClientPackage(representation, inputs).map(({ path, text }) => [`${name}/${path}`, text] as const),
  );
  return new Map(cases);
}

describe('golden files', () => {
  const files = emitted();
  if (record) {
    for (const [path, text] of files) {
      mkdirSync(dirname(golden + path), { recursive: true });
      writeFileSync(golden + path, text);
    }
  }

  test.each([...files])('[C4.1, C4.2, C4.4] %s is what is emitted (RECORD=1 rewrites it)', (path, text) => {
    expect(text).toBe(readFileSync(golden + path, 'utf8'));
  });

  test('[C4.4] no golden file is left without its case', () => {
    const found = readdirSync(golden, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => `${entry.parentPath.slice(golden.length)}/${entry.name}`.replace(/^\//, ''));
    expect(found.toSorted()).toEqual([...files.keys()].toSorted());
  });

  test('[C4.4] emitting twice gives the same text', () => {
    expect(emitted()).toEqual(files);
  });

  test.each([...files].filter(([path]) => path.endsWith('.ts')))('[C4.2] %s is data and types, no control flow', (_, text) => {
    expect(text).not.toMatch(/\b(?:if|for|while|switch|try|await|throw)\s*\(|=> \{|\?\?|&&|\|\|/);
  });
});
