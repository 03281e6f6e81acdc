import { asyncapiDocument } from '@tidemark/asyncapi';
import type { Contract } from '@tidemark/contract';
import { type NamedSchema, represent, type Representation } from '@tidemark/model';
import { openapiDocument } from '@tidemark/openapi';
import { orders } from '@tidemark/orders-contract';
import { hostEventsReference } from '@tidemark/spec-host-events/reference';
import { componentSchemas, type Dialect, errorSchemas, type JsonObject } from '@tidemark/schema';

/** A contract whose decoders and descriptions are compared. */
export interface Subject {
  readonly name: string;
  readonly representation: Representation;
  /** Every schema that has a decoder. */
  readonly schemas: readonly NamedSchema[];
  readonly openapi: JsonObject | undefined;
  readonly asyncapi: JsonObject | undefined;
}

const contracts: Readonly<Record<string, Contract>> = { orders, 'host-events': hostEventsReference };

export const subjects: readonly Subject[] = Object.entries(contracts).map(([name, contract]) => {
  const representation = represent(contract);
  return {
    name,
    representation,
    schemas: representation.schemas,
    openapi: openapiDocument(representation),
    asyncapi: asyncapiDocument(representation),
  };
});

/** A document's components, and how many of the subject's schemas they hold. */
export interface Printing {
  readonly schemas: JsonObject;
  readonly fromDocument: number;
}

/**
 * The schemas of one printing: those of the published document, and for the ones that it has no use for (a message that
 * only the other binding sends) what the same printer makes of them.
 */
export function printing(subject: Subject, dialect: Dialect): Printing {
  const document = dialect === '2020-12' ? subject.openapi : subject.asyncapi;
  const published = (document?.['components'] as { readonly schemas?: JsonObject } | undefined)?.schemas ?? {};
  const names = subject.schemas.map((schema) => schema.name);
  const all = [...subject.schemas, ...errorSchemas(subject.representation).values()];
  const schemas = { ...componentSchemas(all, dialect, names), ...published };
  return { schemas, fromDocument: names.filter((name) => Object.hasOwn(published, name)).length };
}
