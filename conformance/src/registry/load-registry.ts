import { readFileSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { digestOf } from '../digest.ts';
import { KitFault } from '../scenario/kit-fault.ts';
import { REGISTRY_SCHEMA, REVISIONS_SCHEMA, type Registry, type Revision } from './requirement.ts';

const FOLDER = new URL('../../registry/', import.meta.url);
const ROWS = readFileSync(new URL('host-events.json', FOLDER), 'utf8');
const REVISIONS = readFileSync(new URL('host-events.revisions.json', FOLDER), 'utf8');

/** Names the exact registry that a report was made with. */
export const REGISTRY_DIGEST = digestOf(ROWS);

/** @throws KitFault when the data is not of its own schema */
export function loadRegistry(): Registry {
  return decode(ROWS, REGISTRY_SCHEMA, 'host-events.json') as Registry;
}

/** In ascending order; the last one is the current. */
export function loadRevisions(): readonly Revision[] {
  return (decode(REVISIONS, REVISIONS_SCHEMA, 'host-events.revisions.json') as { readonly revisions: readonly Revision[] }).revisions;
}

function decode(text: string, schema: object, name: string): unknown {
  const value: unknown = JSON.parse(text);
  const ajv = new Ajv2020({ strict: false, logger: false });
  if (!ajv.validate(schema, value)) throw new KitFault(`registry/${name}: ${ajv.errorsText(ajv.errors)}`);
  return value;
}
