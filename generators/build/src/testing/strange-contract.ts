import { type Contract, type ContractDefinition, defineContract, Struct, Text, type TSchema } from '@tidemark/contract';

/** What a case adds to, or replaces in, a contract of one operation. */
export type Strange = Partial<Omit<ContractDefinition, 'id' | 'schemas'>> & { readonly schemas?: Readonly<Record<string, TSchema>> };

const note = Struct({ text: Text(20) }, { description: 'A note of the plain operation.' });

export function one(value: unknown): Readonly<Record<string, { readonly summary: string; readonly value: unknown }>> {
  return { one: { summary: 'One.', value } };
}

/** An error's row. */
export function refusal(status: number, details: TSchema | null = null): ContractDefinition['errors'][string] {
  return { status, retriable: false, details, statusSource: 'RFC 9110', description: `Answered with ${status}.` };
}

/** A contract that has nothing strange but what a case gives it. */
export function strangeContract(id: string, strange: Strange): Contract {
  return defineContract({
    version: '1.0.0',
    title: 'Strange',
    summary: 'Has strange names.',
    license: { name: 'MIT', identifier: 'MIT' },
    servers: { local: { url: 'http://127.0.0.1:8080', description: 'Local.' } },
    security: {},
    ...strange,
    id,
    schemas: { PlainNote: note, ...strange.schemas },
    errors: { not_found: refusal(404), ...strange.errors },
    limits: {
      bodyBytes: { value: 65_536, unit: 'bytes', description: 'Largest body.' },
      waitMs: { value: 15_000, unit: 'milliseconds', description: 'Longest wait.' },
      ...strange.limits,
    },
    operations: {
      readPlainNote: {
        method: 'GET',
        path: '/plain-note',
        summary: 'Read the plain note',
        access: 'public',
        responses: { 200: { description: 'The note.', schema: note, examples: one({ text: 'plain' }) } },
        errors: ['not_found'],
      },
      ...strange.operations,
    },
  });
}

/** An operation that takes a named type as its body and answers with it. */
export function echo(path: string, schema: TSchema, value: unknown, errors: readonly string[] = ['not_found']) {
  return {
    method: 'POST',
    path,
    summary: 'Give back what was sent',
    access: 'public',
    request: { body: { schema, maxBytes: 'bodyBytes', examples: one(value) } },
    responses: { 200: { description: 'The same.', schema, examples: one(value) } },
    errors,
  } as const;
}
