import type { ErrorRow, Representation } from '@tidemark/model';
import { expect, test } from 'vitest';
import { errorBody, errorSchemas } from './error-schemas.ts';
import { printSchema } from './print-schema.ts';
import { schemaCompiler } from './testing/validators.ts';

const row: ErrorRow = {
  code: 'not_found',
  status: 404,
  retriable: false,
  details: null,
  statusSource: 'RFC 9110 15.5.5',
  description: 'Not there.',
};

const bodies: readonly {
  readonly title: string;
  readonly row: ErrorRow;
  readonly accepted: readonly unknown[];
  readonly refused: readonly unknown[];
}[] = [
  {
    title: 'without details',
    row,
    accepted: [{ error: 'not_found', message: '' }],
    refused: [
      { error: 'other', message: '' },
      { error: 'not_found' },
      { error: 'not_found', message: 'x'.repeat(1025) },
      { error: 'not_found', message: '', details: null },
    ],
  },
  {
    title: 'with details, which an answer may leave out',
    row: { ...row, details: { kind: 'ref', name: 'Flag' } },
    accepted: [
      { error: 'not_found', message: 'm' },
      { error: 'not_found', message: 'm', details: true },
    ],
    refused: [
      { error: 'not_found', message: 'm', details: 1 },
      { error: 'not_found', message: 'm', more: 1 },
    ],
  },
  {
    title: 'with a constant message',
    row: { ...row, message: 'Gone.' },
    accepted: [{ error: 'not_found', message: 'Gone.' }],
    refused: [{ error: 'not_found', message: 'gone.' }],
  },
];

test.each(bodies)('[C2.1] error body $title', ({ row: registered, accepted, refused }) => {
  const validate = schemaCompiler('2020-12', { Flag: { type: 'boolean' } })(printSchema(errorBody(registered), '2020-12'));
  for (const value of accepted) expect([value, validate(value)]).toEqual([value, true]);
  for (const value of refused) expect([value, validate(value)]).toEqual([value, false]);
});

test('[C2.1] error schemas are named after their codes and never after a schema of the contract', () => {
  const representation = {
    schemas: [{ name: 'NotFoundError' }],
    errors: [row, { ...row, code: 'internal_error' }, { ...row, code: 'internal' }],
  } as unknown as Representation;
  expect([...errorSchemas(representation)].map(([code, schema]) => [code, schema.name])).toEqual([
    ['not_found', 'NotFoundError2'],
    ['internal_error', 'InternalError'],
    ['internal', 'InternalError2'],
  ]);
});
