import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import * as wire from './index.ts';

/** Every module that an entry reaches; anything but a relative import is told as it stands. */
function reach(entry: string): string[] {
  const seen = new Set<string>();
  const open = [entry];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (seen.has(next)) continue;
    seen.add(next);
    if (!next.startsWith('./')) continue;
    const source = readFileSync(new URL(next, import.meta.url), 'utf8');
    for (const [, specifier = ''] of source.matchAll(/(?:from|import) '([^']+)'/g)) open.push(specifier);
  }
  return [...seen];
}

test.each(['./index.ts', './testing.ts'])('[B2.1, B3.0] %s reaches no Node builtin, no package, no test support', (entry) => {
  const foreign = reach(entry).filter((module) => !/^\.\/[a-z0-9-]+\.ts$/.test(module));
  expect(foreign).toEqual([]);
  expect(reach('./index.ts').length).toBeGreaterThan(15);
});

test('what the package exports', () => {
  expect(Object.keys(wire).toSorted()).toEqual([
    'WireError',
    'abnormalCode',
    'checkUpgrade',
    'createFrameReader',
    'createServerConnection',
    'createSseParser',
    'createUpgradePolicy',
    'defaultFrameBounds',
    'defaultSseBounds',
    'encodeCloseFrame',
    'encodePingFrame',
    'encodePongFrame',
    'encodeSseComment',
    'encodeSseEvent',
    'encodeSseRetry',
    'encodeTextFrame',
    'encodeUpgradeRefusal',
    'frameViolations',
    'isCloseCode',
    'noStatusCode',
    'upgradeRefusals',
    'wireErrors',
  ]);
});
