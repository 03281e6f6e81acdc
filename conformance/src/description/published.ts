import { readFileSync } from 'node:fs';
import { Ajv2020, type ErrorObject, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { digestOf } from '../digest.ts';
import { RELAXATIONS, type Relaxation } from './relaxations.ts';

/**
 * `published`: the description as it stands. `portable`: without what it fixes beyond the specification (one host's constants, its form of
 * a timestamp), so that another host is never convicted on a choice of ours.
 */
export type Reading = 'published' | 'portable';

const FILE = new URL('../../descriptions/host-events/openapi.json', import.meta.url);
const TEXT = readFileSync(FILE, 'utf8');
const ADDRESS = 'https://description.invalid/host-events';

/** Names the exact description that verdicts rest on. */
export const DESCRIPTION_DIGEST = digestOf(TEXT);

type Schemas = Record<string, Record<string, unknown>>;
interface Document {
  readonly components: { readonly schemas: Schemas };
}

const validators = new Map<string, ValidateFunction>();
const readings = new Map<Reading, Ajv2020>();

/** Null when the value is what the schema of that name describes; else the first thing that is wrong with it, without quoting the value. */
export function describedBy(reading: Reading, schema: string, value: unknown): string | null {
  return describedAt(reading, `/components/schemas/${schema}`, value);
}

/** The same for the schema at a JSON pointer into the description, in the form of a URI fragment. */
export function describedAt(reading: Reading, pointer: string, value: unknown): string | null {
  if (value === undefined) return 'it is not JSON';
  const validate = validatorOf(reading, pointer);
  return validate(value) ? null : explain(validate.errors ?? []);
}

/** A fresh copy of the description. */
export function readDescription(): unknown {
  return JSON.parse(TEXT);
}

/** Whether the description has a schema of that name. */
export function isDescribed(schema: string): boolean {
  return Object.hasOwn((JSON.parse(TEXT) as Document).components.schemas, schema);
}

function validatorOf(reading: Reading, pointer: string): ValidateFunction {
  const key = `${reading} ${pointer}`;
  const known = validators.get(key);
  if (known !== undefined) return known;
  const made = readingOf(reading).compile({ $ref: `${ADDRESS}#${pointer}` });
  validators.set(key, made);
  return made;
}

function readingOf(reading: Reading): Ajv2020 {
  const known = readings.get(reading);
  if (known !== undefined) return known;
  const document = JSON.parse(TEXT) as Document;
  if (reading === 'portable') for (const relaxation of RELAXATIONS) relax(document.components.schemas, relaxation);
  const ajv = new Ajv2020({ strict: false, logger: false, validateSchema: false });
  addFormats.default(ajv);
  ajv.addSchema(document, ADDRESS);
  readings.set(reading, ajv);
  return ajv;
}

/** @throws Error when the description has changed so that the relaxation no longer fits: a fault of the kit */
function relax(schemas: Schemas, { schema, member, becomes }: Relaxation): void {
  const target = schemas[schema];
  if (target === undefined) {
    if (member !== null) throw new Error(`kit: the description has no schema ${schema} to relax`);
    schemas[schema] = becomes;
    return;
  }
  if (member === null) {
    schemas[schema] = becomes;
    return;
  }
  const properties = target['properties'] as Record<string, unknown> | undefined;
  if (properties === undefined) throw new Error(`kit: ${schema} has no properties to relax`);
  properties[member] = becomes;
}

function explain(errors: readonly ErrorObject[]): string {
  const [first] = errors;
  if (first === undefined) return 'it does not match';
  const named = (first.params as Record<string, unknown>)['additionalProperty'];
  return `${first.instancePath === '' ? 'the value' : first.instancePath} ${first.message ?? first.keyword}${named === undefined ? '' : ' (there is one)'}`;
}
