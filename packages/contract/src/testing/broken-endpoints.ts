import { Json, List, SafeUint, Struct, Text, Type } from '../index.ts';
import type { BrokenCase } from './broken-cases.ts';
import { sampleDefinition } from './sample-definition.ts';

const ADD = '/operations/addNote';
const READ = '/operations/readNote';
const { addNote, readNote } = sampleDefinition().operations;

/** Paths, parameters, bodies, responses, access and errors. */
export const endpointCases: readonly BrokenCase[] = [
  {
    what: 'a path without a slash, a part of a segment, a parameter twice',
    set: { 'operations/addNote/path': 'notes', 'sockets/desk/path': '/notes/x{a}', 'operations/readNote/path': '/notes/{noteId}/{noteId}' },
    issues: [
      ['malformed-path', `${ADD}/path`, 'notes is not a path template.'],
      ['malformed-path', `${READ}/path`, '{noteId} stands in it twice.'],
      ['malformed-path', '/sockets/desk/path', '/notes/x{a} is not a path template.'],
      ['undescribed-path-parameter', '/sockets/desk/path', '{a} has no type.'],
    ],
  },
  {
    what: 'parameters that the path lacks, and the reverse',
    set: { 'operations/readNote/path': '/notes/{id}' },
    issues: [
      ['undescribed-path-parameter', `${READ}/path`, '{id} has no type.'],
      ['undescribed-path-parameter', `${READ}/request/path/noteId`, 'The path has no {noteId}.'],
    ],
  },
  {
    what: 'one method and path twice',
    set: { 'streams/watchNotes/path': '/notes' },
    issues: [['duplicate-path', '/streams/watchNotes/path', 'addNote answers POST /notes too.']],
  },
  {
    what: 'a socket where an operation is read, whatever its parameter is named',
    set: { 'sockets/desk/path': '/notes/{other}', 'sockets/desk/request': { path: { other: Text(3) } } },
    issues: [['duplicate-path', '/sockets/desk/path', 'readNote answers GET /notes/{} too.']],
  },
  {
    what: 'paths that differ only in the names of parameters',
    set: { 'operations/dropNote': { ...readNote, method: 'DELETE', path: '/notes/{id}', request: { path: { id: Text(3) } } } },
    issues: [['duplicate-path', '/operations/dropNote/path', 'It differs from the path of readNote only in the names of parameters.']],
  },
  {
    what: 'an operation and a stream of one name',
    set: { 'operations/watchNotes': { ...addNote, path: '/more' } },
    issues: [['duplicate-name', '/streams/watchNotes', 'operations has one of that name too.']],
  },
  {
    what: 'an operation with the name of a method that every client has',
    set: { 'operations/checkDescriptions': { ...addNote, path: '/more' } },
    issues: [['reserved-name', '/operations/checkDescriptions', 'checkDescriptions is a method of every client.']],
  },
  {
    what: 'an operation and a stream without an answer to a wrong request',
    set: {
      'errors/down': { status: 503, retriable: true, details: null, statusSource: 'RFC 9110 15.6.4', description: 'Not now.' },
      'operations/readNote/errors': [],
      'streams/watchNotes/errors': ['down'],
      'sockets/desk/errors': [],
    },
    issues: [
      ['missing-error', '/operations/readNote/errors', 'It names no error with a status from 400 to 499.'],
      ['missing-error', '/streams/watchNotes/errors', 'It names no error with a status from 400 to 499.'],
    ],
  },
  {
    what: 'two parameters of one name',
    set: { 'operations/readNote/request/query/noteId': Text(3) },
    issues: [['duplicate-name', `${READ}/request/query/noteId`, 'path has a parameter of that name too.']],
  },
  {
    what: 'parameters whose text could be one value or another',
    set: {
      'operations/readNote/request/query/either': Type.Union([Text(3), SafeUint()]),
      'operations/readNote/request/query/flag': Type.Union([Type.Boolean(), Type.Literal('on')]),
      'operations/readNote/request/query/one': Type.Union([Type.Literal(1), Type.Literal('1')]),
      'operations/readNote/request/query/many': List(Type.Union([Text(3), SafeUint()]), 3),
    },
    issues: ['either', 'flag', 'one', 'many'].map((name) => [
      'malformed-parameter',
      `${READ}/request/query/${name}`,
      'The type cannot be told from its text.',
    ]),
  },
  {
    what: 'parameters that are no text',
    set: {
      'operations/readNote/request/path/noteId': Type.Optional(Text(20)),
      'operations/readNote/request/query/part': Struct({}),
      'operations/readNote/request/query/any': Json({ maxBytes: 9, maxDepth: 1 }),
      'operations/readNote/request/headers': { 'X-Trace': Text(4), authorization: Text(9), 'x-list': List(Text(3), 3) },
    },
    issues: [
      ['malformed-parameter', `${READ}/request/path/noteId`, 'A path parameter is required.'],
      ['malformed-parameter', `${READ}/request/query/part`, 'The type cannot be told from its text.'],
      ['malformed-parameter', `${READ}/request/query/any`, 'The type cannot be told from its text.'],
      ['malformed-parameter', `${READ}/request/headers/X-Trace`, 'A header is named in lower case.'],
      ['malformed-parameter', `${READ}/request/headers/authorization`, 'authorization is set by the binding itself.'],
      ['malformed-parameter', `${READ}/request/headers/x-list`, 'The type cannot be told from its text.'],
    ],
  },
  {
    what: 'a parameter without a bound',
    set: { 'operations/readNote/request/query/part': Type.String() },
    issues: [['unbounded', `${READ}/request/query/part`, 'A string needs maxLength (code points) or Utf8({ maxBytes }).']],
  },
  {
    what: 'a GET with a body',
    set: { 'operations/addNote/method': 'GET' },
    issues: [['malformed-parameter', `${ADD}/request/body`, 'A GET request has no body.']],
  },
  {
    what: 'a body of a type that is not named, with a limit that is not defined',
    set: {
      'operations/addNote/request/body/schema': Struct({}),
      'operations/addNote/request/body/maxBytes': 'toString',
      'operations/addNote/request/body/examples': { one: { summary: 'x', value: {} } },
    },
    issues: [
      ['unknown-limit', `${ADD}/request/body/maxBytes`, 'limits has no toString; its unit must be bytes.'],
      ['unnamed-schema', `${ADD}/request/body/schema`, 'The type is not in schemas.'],
    ],
  },
  {
    what: 'a limit of another unit',
    set: { 'operations/addNote/request/body/maxBytes': 'heartbeatMs' },
    issues: [['unknown-limit', `${ADD}/request/body/maxBytes`, 'heartbeatMs is in milliseconds, not bytes.']],
  },
  {
    what: 'a copy of a type that two names could mean',
    set: {
      'schemas/One': Struct({ x: Text(3) }),
      'schemas/Two': Struct({ x: Text(3) }),
      'operations/addNote/responses/201/schema': Struct({ x: Text(3) }),
      'operations/addNote/responses/201/examples': { one: { summary: 'x', value: { x: 'a' } } },
    },
    issues: [['ambiguous-name', `${ADD}/responses/201/schema`, 'It could be One or Two.']],
  },
  {
    what: 'no response, another status, 204 with a body, examples without a body',
    set: {
      'operations/addNote/responses': {},
      'operations/readNote/responses': {
        204: { description: 'x', schema: Type.Null() },
        302: { description: 'x' },
        202: { description: 'x', examples: { one: { summary: 'x', value: 1 } } },
      },
      'schemas/Nothing': Type.Null(),
    },
    issues: [
      ['empty', `${ADD}/responses`, 'An operation has at least one success response.'],
      ['invalid-example', `${READ}/responses/202/examples`, 'The response has no body.'],
      ['malformed-status', `${READ}/responses/204`, '204 has no body.'],
      ['missing-example', `${READ}/responses/204/examples`, 'There is no example.'],
      ['malformed-status', `${READ}/responses/302`, '302 is no success status.'],
    ],
  },
  {
    what: 'errors that are not registered, inherited names included',
    set: { 'operations/addNote/errors': ['forbidden', 'gone', 'constructor'] },
    issues: [
      ['unregistered-error', `${ADD}/errors/1`, 'The registry has no gone.'],
      ['unregistered-error', `${ADD}/errors/2`, 'The registry has no constructor.'],
    ],
  },
  {
    what: 'access through nothing, unknown schemes and scopes',
    set: {
      'operations/addNote/access': [],
      'operations/readNote/access': [
        { scheme: 'valueOf' },
        { scheme: 'bearer', scopes: ['notes:write'] },
        { scheme: 'key', scopes: ['any'] },
      ],
    },
    issues: [
      ['empty', `${ADD}/access`, "Name a scheme, or state 'public'."],
      ['unknown-scheme', `${READ}/access/0`, 'security has no valueOf.'],
      ['unknown-scheme', `${READ}/access/1`, 'bearer lists no scope notes:write.'],
      ['unknown-scheme', `${READ}/access/2`, 'key lists no scope any.'],
    ],
  },
  {
    what: 'a documentation tag',
    set: { 'operations/addNote/tags': ['notes', 'others'] },
    issues: [['undescribed-tag', `${ADD}/tags/1`, 'tags does not describe others.']],
  },
  {
    what: 'examples that do not decode',
    set: {
      'operations/addNote/request/body/examples': {},
      'operations/addNote/responses/201/examples/one/value': { noteId: 'n1' },
      'examples/Note/one/value': { noteId: 'n1', text: 'x', more: 1 },
    },
    issues: [
      ['invalid-example', '/examples/Note/one/value', 'At /more: there is no such field.'],
      ['missing-example', `${ADD}/request/body/examples`, 'There is no example.'],
      ['invalid-example', `${ADD}/responses/201/examples/one/value`, 'At the top: must have required properties text.'],
    ],
  },
];
