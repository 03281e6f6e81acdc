import { type Input, parseJson } from '@tidemark/codec';
import type { ClientContext } from './context.ts';
import type { OperationDescriptor } from './descriptor.ts';
import { operationMethod } from './operation.ts';
import type { CallOptions } from './options.ts';

/** How the descriptions that a client was generated from relate to those that the server publishes (C4.2a). */
export interface DescriptionCheck {
  /** `undisclosed`: the server does not list this service, or not to this caller. */
  readonly status: 'same' | 'different' | 'undisclosed';
  /** Version of the contract that the server publishes, where it does. */
  readonly serverVersion: string | undefined;
  /** Version of the contract that the client was generated from. */
  readonly clientVersion: string;
}

/** A document of many families is larger than an answer of one. */
const maxDiscoveryBytes = 1024 * 1024;

/** Address of the discovery document, at the root of the origin (RFC 8615). */
const discoveryPath = '/.well-known/tidemark';

/**
 * The client method that asks the server's discovery document for the digests of its descriptions, with the caller's credential.
 * It rejects as an operation does; a document without services is `undisclosed`, one that is no discovery document `decode-failed`.
 */
export function descriptionCheck(context: ClientContext): (options?: CallOptions) => Promise<DescriptionCheck> {
  const { id, version, digests, security } = context.service;
  const atOrigin = { ...context, baseUrl: new URL(context.baseUrl).origin };
  const operation: OperationDescriptor = {
    name: 'checkDescriptions',
    method: 'GET',
    path: discoveryPath,
    access: Object.keys(security).map((scheme) => ({ scheme, scopes: [] })),
    parameters: [],
    responses: { 200: { decode: discoveryDocument } },
    result: 'body',
  };
  const read = operationMethod(atOrigin, operation);
  return async (options) => {
    const listed = listOf(await read(options), 'services').find((service) => propertyOf(service, 'id') === id);
    const published = listOf(listed, 'descriptions').map((description) => propertyOf(description, 'digest'));
    const same = Object.values(digests).every((digest) => published.includes(digest));
    const serverVersion = propertyOf(listed, 'version');
    return {
      status: published.length === 0 ? 'undisclosed' : same ? 'same' : 'different',
      serverVersion: typeof serverVersion === 'string' ? serverVersion : undefined,
      clientVersion: version,
    };
  };
}

/** It is open: families and later additions stand beside what is read here, so each part is looked at when it is used. */
function discoveryDocument(input: Input): unknown {
  // An answer's body is handed to its decoder as bytes.
  const document = parseJson(input as Uint8Array, { maxBytes: maxDiscoveryBytes });
  if (typeof document !== 'object' || document === null || Array.isArray(document)) throw new TypeError('This is no discovery document.');
  return document;
}

function propertyOf(value: unknown, name: string): unknown {
  return (value as Record<string, unknown> | null | undefined)?.[name];
}

function listOf(value: unknown, name: string): readonly unknown[] {
  const list = propertyOf(value, name);
  return Array.isArray(list) ? list : [];
}
