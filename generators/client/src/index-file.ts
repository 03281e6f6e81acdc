import type { GeneratedFile, Representation } from '@tidemark/model';
import { constantNames } from './descriptor-file.ts';
import { hasRequest, resolvesToBody } from './endpoints-file.ts';
import type { ClientInputs } from './inputs.ts';
import type { Names } from './names.ts';
import { header, namesStatement } from './text.ts';
import { MODULES } from './type-text.ts';

/** Types of the transport that applications name, unless the contract has a type of that name. */
const TRANSPORT_TYPES: readonly string[] = [
  'CallOptions',
  'ClientOptions',
  'ConnectionState',
  'DescriptionCheck',
  'EventStream',
  'SocketOptions',
  'StreamOptions',
];

/** `src/index.ts`: every name that an application uses. */
export function emitIndex(representation: Representation, inputs: ClientInputs, names: Names): GeneratedFile {
  const { operations, streams, sockets, schemas, errors } = representation;
  const taken = new Set(schemas.map(({ name }) => name));
  const free = (list: readonly string[]): readonly string[] => list.filter((name) => !taken.has(name));
  const endpoints = [
    ...[...operations, ...streams, ...sockets].filter(hasRequest).map(({ name }) => names.request(name)),
    ...operations.filter((operation) => !resolvesToBody(operation)).map(({ name }) => names.response(name)),
    ...streams.map(({ name }) => names.event(name)),
    ...sockets.map(({ name }) => names.socket(name)),
  ];
  const statements = [
    ['export', [`create${names.prefix}Client`], MODULES.client],
    ['export type', [`${names.prefix}Client`], MODULES.client],
    ['export type', endpoints, MODULES.endpoints],
    ['export', errors.map(({ code }) => names.errorClass(code)), MODULES.errors],
    ['export type', [`${names.prefix}Error`], MODULES.errors],
    [
      'export',
      [constantNames.service(representation), ...(representation.limits.length === 0 ? [] : [constantNames.limits(representation)])],
      MODULES.descriptor,
    ],
    ['export type', [...taken], MODULES.types],
    ['export', free(['ServiceError', 'TransportError']), '@tidemark/transport'],
    ['export type', free(TRANSPORT_TYPES), '@tidemark/transport'],
  ] as const;
  const rows = statements.flatMap(([keyword, list, module]) => (list.length === 0 ? [] : [namesStatement(keyword, list, module)]));
  return { path: 'src/index.ts', text: `${[header(representation, inputs.runtimeVersion), ...rows].join('\n')}\n` };
}
