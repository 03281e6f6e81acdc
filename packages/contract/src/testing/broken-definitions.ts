import type { BrokenCase } from './broken-cases.ts';

const cycle: { self?: unknown } = {};
cycle.self = cycle;
const deep = Array.from({ length: 300 }).reduce<object>((inner) => ({ inner }), {});
const getter = {
  get value(): number {
    throw new Error('a secret');
  },
};

/** Values that are no plain data, and fields of the wrong kind. */
export const definitionCases: readonly BrokenCase[] = [
  {
    what: 'a function as a value',
    set: { 'examples/Note/one/value': () => 1 },
    issues: [['not-plain-data', '/examples/Note/one/value', 'It is a function, which JSON cannot carry.']],
  },
  {
    what: 'bigint, symbol and undefined in lists',
    set: { 'operations/addNote/tags': [1n, Symbol('s'), undefined] },
    issues: [
      ['not-plain-data', '/operations/addNote/tags/0', 'It is a bigint, which JSON cannot carry.'],
      ['not-plain-data', '/operations/addNote/tags/1', 'It is a symbol, which JSON cannot carry.'],
      ['not-plain-data', '/operations/addNote/tags/2', 'It is undefined, which JSON cannot carry.'],
    ],
  },
  {
    what: 'NaN',
    set: { 'limits/bodyBytes/value': NaN },
    issues: [['not-plain-data', '/limits/bodyBytes/value', 'NaN is no JSON number.']],
  },
  {
    what: 'a lone surrogate',
    set: { title: 'broken \ud800' },
    issues: [['not-plain-data', '/title', 'The text has a lone surrogate.']],
  },
  {
    what: 'a class instance',
    set: { 'examples/Note/one/value': new Date(0) },
    issues: [['not-plain-data', '/examples/Note/one/value', 'It is an instance of a class.']],
  },
  {
    what: 'a getter that throws',
    set: { 'limits/bodyBytes': getter },
    issues: [['not-plain-data', '/limits/bodyBytes/value', 'Its getter throws.']],
  },
  {
    what: 'an object that contains itself',
    set: { 'examples/Note/one/value': cycle },
    issues: [['not-plain-data', '/examples/Note/one/value/self', 'It contains itself; use Type.Cyclic for a recursive type.']],
  },
  {
    what: 'a value that is nested too deeply',
    set: { 'examples/Note/one/value': deep },
    issues: [['not-plain-data', `/examples/Note/one/value${'/inner'.repeat(253)}`, 'It is nested deeper than 256 levels.']],
  },
  { what: 'a missing field', drop: ['title'], issues: [['malformed-definition', '/title', 'It is missing; expected a string.']] },
  {
    what: 'an unknown field',
    set: { 'license/url': 'https://example.com' },
    issues: [['malformed-definition', '/license/url', 'There is no such field; known are name, identifier.']],
  },
  {
    what: 'a section that is no object',
    set: { schemas: [], errors: 'none', security: null },
    issues: [
      ['malformed-definition', '/schemas', 'It is not an object.'],
      ['malformed-definition', '/errors', 'It is not an object.'],
      ['malformed-definition', '/security', 'It is not an object.'],
    ],
  },
  {
    what: 'fields of the wrong kind',
    set: {
      version: 2,
      'errors/forbidden/retriable': 'no',
      'operations/addNote/method': 'FETCH',
      'operations/addNote/errors': { 0: 'forbidden' },
    },
    issues: [
      ['malformed-definition', '/version', 'It is not a string.'],
      ['malformed-definition', '/errors/forbidden/retriable', 'It is not a boolean.'],
      ['malformed-definition', '/operations/addNote/method', 'It is not "GET" or "PUT" or "POST" or "DELETE" or "PATCH".'],
      ['malformed-definition', '/operations/addNote/errors', 'It is not a list, each a string.'],
    ],
  },
  {
    what: 'a type that is none, by name and in place',
    set: { 'schemas/Note': null, 'errors/forbidden/details': 'text', 'streams/watchNotes/message': true },
    issues: [
      ['malformed-definition', '/schemas/Note', 'It is not a TypeBox type.'],
      ['malformed-definition', '/errors/forbidden/details', 'It is not null.'],
      ['malformed-definition', '/streams/watchNotes/message', 'It is not a TypeBox type.'],
    ],
  },
  {
    what: 'an access that is neither public nor a list, a version without carrier, a bare security scheme',
    set: { 'operations/addNote/access': 'private', 'streams/watchNotes/version': {}, 'security/key': { kind: 'api-key', header: 'x' } },
    issues: [
      ['malformed-definition', '/security/key/description', 'It is missing; expected a string.'],
      ['malformed-definition', '/operations/addNote/access', 'It is not "public".'],
      ['malformed-definition', '/streams/watchNotes/version/field', 'It is missing; expected a string.'],
    ],
  },
  { what: 'an id', set: { id: 'Notes_1' }, issues: [['malformed-name', '/id', 'Notes_1 is not kebab-case.']] },
  {
    what: 'names of other forms',
    set: {
      'limits/body-bytes': { value: 1, unit: 'bytes', description: 'x' },
      'errors/Gone': { status: 410, retriable: false, details: null, statusSource: 'x', description: 'x' },
    },
    issues: [
      ['malformed-name', '/errors/Gone', 'Gone is not snake_case.'],
      ['malformed-name', '/limits/body-bytes', 'body-bytes is not camelCase.'],
    ],
  },
  {
    what: 'a scope and a header name',
    set: { 'security/bearer/scopes': { 'notes:read': 'x', 'two words': 'x' }, 'security/key/header': 'x key' },
    issues: [
      ['malformed-name', '/security/bearer/scopes/two words', 'two words is no OAuth scope.'],
      ['malformed-name', '/security/key/header', 'x key is no header name.'],
    ],
  },
  { what: 'a version', set: { version: '2.1' }, issues: [['malformed-version', '/version', '2.1 is not semantic.']] },
  {
    what: 'a server URL with a query, of another scheme, with a password',
    set: {
      'servers/local/url': 'https://example.com/?q=1',
      'servers/files': { url: 'file:///etc', description: 'x' },
      'servers/secret': { url: 'https://:pw@example.com', description: 'x' },
      'servers/relative': { url: '/v1', description: 'x' },
    },
    issues: (
      [
        ['local', 'https://example.com/?q=1'],
        ['files', 'file:///etc'],
        ['secret', 'https://:pw@example.com'],
        ['relative', '/v1'],
      ] as const
    ).map(([name, url]) => [
      'malformed-url',
      `/servers/${name}/url`,
      `${url} is not an absolute http or https URL of URI characters without query, fragment or credentials.`,
    ]),
  },
  {
    what: 'no server, blank title, blank licence',
    set: { servers: {}, title: ' ', 'license/identifier': '' },
    issues: [
      ['empty', '/title', 'title is empty.'],
      ['empty', '/license/identifier', 'The licence has a name and an SPDX identifier.'],
      ['empty', '/servers', 'At least one server is needed.'],
    ],
  },
  {
    what: 'no endpoint at all',
    drop: ['operations', 'streams', 'sockets'],
    issues: [['empty', '/operations', 'A contract has at least one operation, stream or socket.']],
  },
  {
    what: 'limits that are no amounts',
    set: { 'limits/bodyBytes/value': 1.5, 'limits/heartbeatMs/value': -1 },
    issues: [
      ['malformed-limit', '/limits/bodyBytes/value', '1.5 is not a safe integer of at least 0.'],
      ['malformed-limit', '/limits/heartbeatMs/value', '-1 is not a safe integer of at least 0.'],
    ],
  },
  {
    what: 'a row of the registry',
    set: { 'errors/forbidden/status': 200, 'errors/conflict/statusSource': '', 'errors/conflict/message': ' ' },
    issues: [
      ['malformed-error-row', '/errors/forbidden/status', '200 is no error status.'],
      ['malformed-error-row', '/errors/conflict/statusSource', 'statusSource is empty.'],
      ['malformed-error-row', '/errors/conflict/message', 'message is empty.'],
    ],
  },
  {
    what: 'examples of a schema that is not named, inherited names included',
    set: { 'examples/constructor': { one: { summary: 'x', value: 1 } } },
    issues: [['unknown-reference', '/examples/constructor', 'schemas has no constructor.']],
  },
];
