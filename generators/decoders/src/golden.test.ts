import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { emitDecoders, emitTypes } from './index.ts';
import { samples } from './testing/samples.ts';

const golden = fileURLToPath(new URL('../../../fixtures/golden/decoders/', import.meta.url));
const record = process.env['RECORD'] === '1';

function emitted(): ReadonlyMap<string, string> {
  const files = new Map<string, string>();
  for (const [name, representation] of Object.entries(samples)) {
    for (const { path, text } of [...emitTypes(representation), ...emitDecoders(representation)]) files.set(`${name}/${path}`, text);
  }
  return files;
}

describe('golden files', () => {
  const files = emitted();
  if (record) {
    for (const [path, text] of files) {
      mkdirSync(dirname(golden + path), { recursive: true });
      writeFileSync(golden + path, text);
    }
  }

  test.each([...files])('[C3.1, C4.4] %s is what is emitted (RECORD=1 rewrites it)', (path, text) => {
    expect(text).toBe(readFileSync(golden + path, 'utf8'));
  });

  test('[C4.4] no golden file is left without its case', () => {
    const found = readdirSync(golden, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => `${entry.parentPath.slice(golden.length)}/${entry.name}`);
    expect(found.toSorted()).toEqual([...files.keys()].toSorted());
  });

  test('[C4.4] emitting twice gives the same text', () => {
    expect(emitted()).toEqual(files);
  });
});
