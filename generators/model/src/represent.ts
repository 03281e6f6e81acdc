import { type Contract, isContract, type SecurityDefinition } from '@tidemark/contract';
import { errorsOf, operationsOf } from './endpoints.ts';
import { ModelError } from './model-error.ts';
import { socketsOf, streamsOf } from './messages.ts';
import { schemaTable } from './named-schemas.ts';
import type { Representation, SecurityScheme } from './representation.ts';

/**
 * The representation of a contract: plain data, deeply frozen, free of TypeBox.
 *
 * @throws {ModelError} `not-a-contract`. Whatever `defineContract` accepts, the representation carries.
 */
export function represent(contract: Contract): Representation {
  if (!isContract(contract)) throw new ModelError('not-a-contract', [], 'It was not made by defineContract.');
  const table = schemaTable(contract);
  const major = Number(contract.version.split('.')[0]);
  return freeze({
    id: contract.id,
    version: contract.version,
    major,
    title: contract.title,
    summary: contract.summary,
    ...(contract.description === undefined ? {} : { description: contract.description }),
    license: { ...contract.license },
    servers: Object.entries(contract.servers).map(([name, server]) => ({ name, ...server })),
    schemas: table.schemas,
    errors: errorsOf(contract, table),
    security: Object.entries(contract.security).map(([name, scheme]) => securityOf(name, scheme)),
    limits: Object.entries(contract.limits).map(([name, limit]) => ({ name, ...limit })),
    tags: Object.entries(contract.tags ?? {}).map(([name, description]) => ({ name, description })),
    operations: operationsOf(contract, table),
    streams: streamsOf(contract, table, major),
    sockets: socketsOf(contract, table, major),
  });
}

function securityOf(name: string, scheme: SecurityDefinition): SecurityScheme {
  if (scheme.kind === 'api-key') return { name, ...scheme };
  const { scopes, ...rest } = scheme;
  return { name, ...rest, scopes: Object.entries(scopes ?? {}).map(([scope, description]) => ({ name: scope, description })) };
}

/** A copy without TypeBox's marks (they are not enumerable), frozen throughout. */
function freeze<T>(value: T): T {
  return JSON.parse(JSON.stringify(value), (_key, part: unknown) =>
    part !== null && typeof part === 'object' ? Object.freeze(part) : part,
  ) as T;
}
