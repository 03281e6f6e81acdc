import { binaryStruct, Dictionary, Struct, Text, type TSchema, u32 } from '@tidemark/contract';
import { endpointNames, parameterNames, tagNames, tagProperties } from './strange-endpoints.ts';
import { errorCodes, freeNames, propertyNames, schemaNames, unionsInUnions } from './strange-schemas.ts';
import { echo, refusal, type Strange } from './strange-contract.ts';

/** A contract with names that generated code might trip over, and what becomes of it. */
export interface StrangerCase {
  readonly id: string;
  readonly strange: () => Strange;
  /** Code and path of each issue; absent: the pair compiles, and every example comes through. */
  readonly refused?: readonly (readonly [code: string, path: string])[];
}

const plain = (description: string): TSchema => Struct({ text: Text(9) }, { description });

function operationNamed(name: string): Strange {
  const Echoed = plain('a');
  return { schemas: { Echoed }, operations: { [name]: echo('/echo', Echoed, { text: '' }) } };
}

/** On a file system, in a reader's eye, and in code these are three names. */
function foldedSchemas(): Strange {
  const schemas = { Order: plain('a'), ORDER: plain('b'), OrdeR: plain('c') };
  const echoes = Object.entries(schemas).map(([name, schema]) => [`echo${name}`, echo(`/${name}`, schema, { text: name })]);
  return { schemas, operations: Object.fromEntries(echoes) as Strange['operations'] & object };
}

export const strangerCases: readonly StrangerCase[] = [
  { id: 'schema-names', strange: schemaNames },
  { id: 'property-names', strange: propertyNames },
  { id: 'endpoint-names', strange: endpointNames },
  { id: 'tags', strange: tagNames },
  { id: 'tag-properties', strange: tagProperties },
  { id: 'parameters', strange: parameterNames },
  { id: 'error-codes', strange: errorCodes },
  { id: 'free-names', strange: freeNames },
  { id: 'unions-in-unions', strange: unionsInUnions },
  { id: 'folded-schemas', strange: foldedSchemas },
  {
    id: 'taken-by-the-client',
    strange: () => ({ schemas: { TakenByTheClientClient: plain('a'), TakenByTheClientError: plain('b') } }),
    refused: [
      ['reserved-name', '/schemas/TakenByTheClientClient'],
      ['reserved-name', '/schemas/TakenByTheClientError'],
    ],
  },
  {
    id: 'members-that-readers-lose',
    strange: () => ({ schemas: { Strange: Struct({ ['__proto__']: Text(9), $ref: Text(9) }, { description: 'a' }) } }),
    refused: [
      ['reserved-name', '/schemas/Strange/properties/__proto__'],
      ['reserved-name', '/schemas/Strange/properties/$ref'],
    ],
  },
  {
    id: 'keys-that-readers-lose',
    strange: () => {
      const Bag = Dictionary(Text(20), Text(20), 4);
      return { schemas: { Bag }, operations: { echoBag: echo('/bag', Bag, { a: 'b', $ref: 'c' }) } };
    },
    refused: [
      ['invalid-example', '/operations/echoBag/request/body/examples/one/value'],
      ['invalid-example', '/operations/echoBag/responses/200/examples/one/value'],
    ],
  },
  {
    id: 'a-parameter-that-is-a-prototype',
    strange: () => {
      const Echoed = plain('a');
      const operation = echo('/echo', Echoed, { text: '' });
      const query = Object.fromEntries([['__proto__', Text(9)]]);
      return { schemas: { Echoed }, operations: { echo: { ...operation, request: { ...operation.request, query } } } };
    },
    refused: [['reserved-name', '/operations/echo/request/query/__proto__']],
  },
  {
    id: 'urls-that-are-none',
    strange: () => ({
      servers: Object.fromEntries(
        [
          'http://a/b c',
          'http://a/`',
          'http://a/${x}',
          'http://a/b\n',
          'http://a/"',
          'http://ä/',
          'http://a/<b>',
          'http://a\\b',
          "http://a/'*/b",
        ].map((url, i) => [`s${i}`, { url, description: 'a' }]),
      ),
    }),
    refused: [0, 1, 2, 3, 4, 5, 6, 7].map((i) => ['malformed-url', `/servers/s${i}/url`] as const),
  },
  {
    id: 'binary-beside',
    strange: () => ({ schemas: { Stamp: binaryStruct({ size: u32() }), StampBinary: plain('a') } }),
    refused: [['duplicate-name', '/schemas/StampBinary']],
  },
  { id: 'folded-codes', strange: () => ({ errors: { a_1: refusal(409), a1: refusal(410) } }), refused: [['duplicate-name', '/errors/a1']] },
  ...['then', 'toString', 'constructor', 'valueOf', 'hasOwnProperty', 'toLocaleString', 'isPrototypeOf', 'checkDescriptions', 'toJSON'].map(
    (name) => ({
      id: `operation-${name.toLowerCase()}`,
      strange: () => operationNamed(name),
      refused: [['reserved-name', `/operations/${name}`]] as const,
    }),
  ),
];
