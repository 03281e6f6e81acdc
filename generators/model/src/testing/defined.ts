import { type Contract, type ContractDefinition, defineContract, type TSchema } from '@tidemark/contract';
import { represent } from '../represent.ts';
import type { NamedSchema, Representation } from '../representation.ts';

/** The smallest contract around some named types. */
export function contractOf(schemas: Readonly<Record<string, TSchema>>, parts: Partial<ContractDefinition> = {}): Contract {
  return defineContract({
    id: 'probe',
    version: '1.0.0',
    title: 'Probe',
    summary: 'Carries types.',
    license: { name: 'MIT', identifier: 'MIT' },
    servers: { local: { url: 'http://127.0.0.1:1', description: 'Local.' } },
    schemas,
    errors: { malformed: { status: 400, retriable: false, details: null, statusSource: 'RFC 9110 15.5.1', description: 'Malformed.' } },
    security: {},
    limits: {
      bodyBytes: { value: 65_536, unit: 'bytes', description: 'Largest body or message.' },
      heartbeatMs: { value: 15_000, unit: 'milliseconds', description: 'Heartbeat.' },
    },
    operations: {
      probe: {
        method: 'GET',
        path: '/probe',
        summary: 'Probe',
        access: 'public',
        responses: { 204: { description: 'Nothing.' } },
        errors: ['malformed'],
      },
    },
    ...parts,
  });
}

/** The named schemas of such a contract, by name. */
export function schemasOf(schemas: Readonly<Record<string, TSchema>>): Readonly<Record<string, NamedSchema>> {
  return byName(represent(contractOf(schemas)));
}

export function byName(representation: Representation): Readonly<Record<string, NamedSchema>> {
  return Object.fromEntries(representation.schemas.map((schema) => [schema.name, schema]));
}
