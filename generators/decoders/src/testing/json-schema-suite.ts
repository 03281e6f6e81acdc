import { nodeFromJsonSchema, type NamedSchema, type Representation } from '@tidemark/model';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sharedData } from '../../../../tools/vitest/needs.ts';
import { representationOf } from './load-decoders.ts';

export interface SuiteCase {
  readonly description: string;
  readonly schema: unknown;
  readonly tests: readonly { readonly description: string; readonly data: unknown; readonly valid: boolean }[];
}

export interface Group {
  readonly name: string;
  readonly cases: readonly SuiteCase[];
}

export const suite = sharedData('json-schema-2020-12/tests');

/** Groups about `format`, which 2020-12 makes an annotation and the representation says with scalars. */
export const FORMAT = 'optional/format';

/** Name of the schema that a case is about. */
export const SUBJECT = 'SuiteSubject';

export function suiteGroups(path: string): readonly Group[] {
  const files = readdirSync(path, { recursive: true, encoding: 'utf8' }).filter(
    (file) => file.endsWith('.json') && !file.startsWith(FORMAT),
  );
  return files.toSorted().map((file) => ({
    name: file.replace('.json', ''),
    cases: JSON.parse(readFileSync(join(path, file), 'utf8')) as readonly SuiteCase[],
  }));
}

/** A case's schema as `SUBJECT`. Throws `ModelError` where the representation does not carry it. */
export function subjectOf(schema: unknown): Representation {
  const { node, schemas } = nodeFromJsonSchema(schema);
  const subject: NamedSchema = { name: SUBJECT, node, examples: [], recursive: false };
  return representationOf([...schemas, subject]);
}
