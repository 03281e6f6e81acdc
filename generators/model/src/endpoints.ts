import {
  type Access as AccessDefinition,
  type Contract,
  type ErrorDefinition,
  type Examples,
  isOptional,
  type JsonSchema,
  type ParametersDefinition,
  type RequestDefinition,
  type ResponseDefinition,
} from '@tidemark/contract';
import type { SchemaTable } from './named-schemas.ts';
import type { Access, Body, ErrorRow, Example, Operation, Parameter, Response } from './representation.ts';

type Path = readonly (string | number)[];

/** Operations in the author's order. */
export function operationsOf(contract: Contract, table: SchemaTable): readonly Operation[] {
  return Object.entries(contract.operations ?? {}).map(([name, operation]) => ({
    ...endpointOf(contract, table, name, operation, ['operations', name]),
    method: operation.method,
    ...bodyOf(table, operation.request),
    responses: Object.entries(operation.responses).map(([status, response]) =>
      responseOf(table, Number(status), response, ['operations', name, 'responses', status]),
    ),
  }));
}

interface EndpointDefinition {
  readonly path: string;
  readonly summary: string;
  readonly description?: string;
  readonly tags?: readonly string[];
  readonly access: AccessDefinition;
  readonly request?: RequestDefinition | ParametersDefinition;
  readonly errors: readonly string[];
}

/** What operations, streams and sockets have in common. */
export function endpointOf(
  contract: Contract,
  table: SchemaTable,
  name: string,
  endpoint: EndpointDefinition,
  path: Path,
): Omit<Operation, 'method' | 'body' | 'responses'> {
  return {
    name,
    path: endpoint.path,
    summary: endpoint.summary,
    ...(endpoint.description === undefined ? {} : { description: endpoint.description }),
    tags: endpoint.tags ?? [],
    access: accessOf(endpoint.access),
    parameters: parametersOf(table, endpoint.request ?? {}, [...path, 'request']),
    errors: Object.keys(contract.errors).filter((code) => endpoint.errors.includes(code)),
  };
}

function accessOf(access: AccessDefinition): Access {
  return access === 'public' ? [] : access.map(({ scheme, scopes }) => ({ scheme, scopes: scopes ?? [] }));
}

function parametersOf(table: SchemaTable, request: ParametersDefinition, path: Path): readonly Parameter[] {
  const places = [
    ['path', 'path', request.path],
    ['query', 'query', request.query],
    ['headers', 'header', request.headers],
  ] as const;
  return places.flatMap(([group, place, schemas]) =>
    Object.entries(schemas ?? {}).map(([name, schema]) => ({
      name,
      in: place,
      required: !isOptional(schema as JsonSchema),
      node: table.convert(schema, [...path, group, name]),
    })),
  );
}

/** The request body, where there is one. */
export function bodyOf(table: SchemaTable, request: RequestDefinition | undefined): { readonly body?: Body } {
  const body = request?.body;
  if (body === undefined) return {};
  return {
    body: {
      schema: table.nameOf(body.schema),
      ...(body.description === undefined ? {} : { description: body.description }),
      maxBytes: body.maxBytes,
      examples: examplesOf(body.examples),
    },
  };
}

function responseOf(table: SchemaTable, status: number, response: ResponseDefinition, path: Path): Response {
  return {
    status,
    description: response.description,
    ...(response.schema === undefined ? {} : { schema: table.nameOf(response.schema) }),
    headers: Object.entries(response.headers ?? {}).map(([name, schema]) => ({
      name,
      required: !isOptional(schema as JsonSchema),
      node: table.convert(schema, [...path, 'headers', name]),
    })),
    examples: examplesOf(response.examples ?? {}),
  };
}

/** Examples in the author's order. */
export function examplesOf(examples: Examples): readonly Example[] {
  return Object.entries(examples).map(([name, { summary, value }]) => ({ name, summary, value }));
}

/** The error registry. */
export function errorsOf(contract: Contract, table: SchemaTable): readonly ErrorRow[] {
  return Object.entries(contract.errors).map(([code, row]: [string, ErrorDefinition]) => ({
    code,
    status: row.status,
    retriable: row.retriable,
    details: table.detailsOf(code),
    statusSource: row.statusSource,
    description: row.description,
    ...(row.message === undefined ? {} : { message: row.message }),
  }));
}
