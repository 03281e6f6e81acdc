import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { descriptionTexts } from './description-texts.ts';

test('[C2.3] JSON and YAML say the same, whatever the document', () => {
  const document = fc.dictionary(fc.string({ unit: 'binary' }), fc.jsonValue({ stringUnit: 'binary', maxDepth: 3 }));
  fc.assert(
    fc.property(document, (value) => {
      const plain = JSON.parse(JSON.stringify(value)) as Record<string, unknown>;
      const texts = descriptionTexts(plain);
      expect(JSON.parse(texts.json)).toEqual(plain);
      expect(JSON.stringify(parse(texts.yaml))).toBe(JSON.stringify(plain));
    }),
    { numRuns: 200, seed: 7 },
  );
});

test('[C2.3] YAML folds no line, uses no alias, and quotes what YAML 1.1 would read as something else', () => {
  const shared = { list: [1] };
  const long = `${'word '.repeat(60)}end`;
  const { json, yaml } = descriptionTexts({
    yes: 'no',
    version: '1.10',
    date: '2026-01-31',
    sexagesimal: '12:30:45',
    long,
    text: 'a\nb',
    first: shared,
    second: shared,
  });
  expect(json.endsWith('}\n')).toBe(true);
  expect(yaml).toBe(
    [
      "'yes': 'no'",
      "version: '1.10'",
      "date: '2026-01-31'",
      "sexagesimal: '12:30:45'",
      `long: ${long}`,
      'text: |-',
      '  a',
      '  b',
      'first:',
      '  list:',
      '    - 1',
      'second:',
      '  list:',
      '    - 1',
      '',
    ].join('\n'),
  );
});
