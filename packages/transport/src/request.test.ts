import { describe, expect, test } from 'vitest';
import { createContext } from './context.ts';
import type { ParameterDescriptor } from './descriptor.ts';
import { encodeJson, prepareRequest } from './request.ts';
import { nameOf, settled } from './test-support/outcome.ts';
import { readFixture } from './test-support/outcomes.ts';
import { service } from './test-support/service.ts';
import { TransportError } from './transport-error.ts';

interface Vector {
  readonly title: string;
  readonly path: string;
  /** `in:name`, then `!` where required, `*` where repeated. */
  readonly parameters?: readonly string[];
  readonly values: Readonly<Record<string, unknown>>;
  readonly url?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly code?: string;
}
const { signal } = new AbortController();
const vectors = readFixture('requests.json') as readonly Vector[];

function parameterOf(text: string): ParameterDescriptor {
  const [place = '', name = ''] = text.replace(/[!*]$/, '').split(':');
  const parameter = { name, in: place as ParameterDescriptor['in'], required: text.endsWith('!') };
  return text.endsWith('*') ? { ...parameter, repeated: true } : parameter;
}

const context = createContext(service, { baseUrl: 'http://h/base/' });

describe('[C4.2] a request is written strictly', () => {
  test.each(vectors)('$title', async ({ path, parameters = [], values, url, headers, code }) => {
    const endpoint = { name: 'getThing', path, access: [], parameters: parameters.map(parameterOf) };
    const prepared = prepareRequest(context, endpoint, values, false, signal);
    const written = { value: { url: `http://h/base${url}`, headers: headers ?? {}, body: undefined } };
    const refused = { error: expect.objectContaining({ name: 'TransportError', code }) as unknown };
    expect(await settled(prepared)).toEqual(code === undefined ? written : refused);
  });

  test('a parameter whose name is taken comes from another property', async () => {
    const parameters: readonly ParameterDescriptor[] = [
      { name: 'id', in: 'path', required: true, property: 'pathId' },
      { name: 'id', in: 'query', required: true },
      { name: 'signal', in: 'header', required: true, property: 'headerSignal' },
    ];
    const endpoint = { name: 'getThing', path: '/a/{id}', access: [], parameters };
    const prepared = await prepareRequest(context, endpoint, { pathId: 1, id: 2, headerSignal: 'x' }, false, signal);
    expect(prepared).toEqual({ url: 'http://h/base/a/1?id=2', headers: { signal: 'x' }, body: undefined });
  });

  test('the message of a refusal names the parameter and never its value', async () => {
    const endpoint = { name: 'getThing', path: '/a', access: [], parameters: [parameterOf('header:x-h')] };
    await expect(prepareRequest(context, endpoint, { 'x-h': 'secret\n' }, false, signal)).rejects.toThrow(
      new TransportError('invalid-argument', 'getThing: parameter x-h does not fit a header'),
    );
  });
});

describe('[C4.2] a JSON body is bounded and exact', () => {
  const cases: readonly [string, unknown, number, string][] = [
    ['within the bound', { a: 'é' }, 10, '{"a":"é"}'],
    ['one byte over', { a: 'é' }, 9, 'message-too-large'],
    ['NaN would become null', { a: Number.NaN }, 100, 'invalid-argument'],
    ['Infinity would become null', [Number.POSITIVE_INFINITY], 100, 'invalid-argument'],
    ['bigint has no JSON form', { a: 1n }, 100, 'invalid-argument'],
    ['missing', undefined, 100, 'invalid-argument'],
  ];
  test.each(cases)('%s', async (_, value, bound, expected) => {
    const outcome = await settled((async () => encodeJson(value, bound, 'getThing: body'))());
    expect('value' in outcome ? outcome.value : nameOf(outcome)).toBe(expected);
  });
});

describe('[C4.2, P5.1] a credential goes into its header, anew for each attempt', () => {
  const access = [
    { scheme: 'key', scopes: [] },
    { scheme: 'bearer', scopes: ['read'] },
  ];
  const endpoint = { name: 'getThing', path: '/a', access, parameters: [] };
  const cases: readonly [string, (scheme: string) => string | undefined, Record<string, string> | string][] = [
    ['the first alternative that has one', (scheme) => (scheme === 'bearer' ? 'tok' : undefined), { authorization: 'Bearer tok' }],
    ['an API key in the contract’s header', () => 'k', { 'x-api-key': 'k' }],
    ['none at all', () => undefined, {}],
    ['with a space', () => 'a b', 'invalid-credential'],
    ['with a line break', () => 'a\nb', 'invalid-credential'],
    ['empty', () => '', 'invalid-credential'],
    [
      'thrown',
      () => {
        throw new Error('offline');
      },
      'credential-failed',
    ],
  ];
  test.each(cases)('%s', async (_, credential, expected) => {
    const asking = createContext(service, { baseUrl: 'http://h', credential: ({ scheme }) => credential(scheme) });
    const prepared = prepareRequest(asking, endpoint, {}, false, signal);
    const outcome = await settled(prepared.then(({ headers }) => headers));
    expect('value' in outcome ? outcome.value : nameOf(outcome)).toEqual(expected);
  });

  test('a public endpoint asks for none', async () => {
    const asking = createContext(service, { baseUrl: 'http://h', credential: () => 'tok' });
    expect((await prepareRequest(asking, { ...endpoint, access: [] }, {}, false, signal)).headers).toEqual({});
  });
});

describe('[C4.2] options are checked when the client is made', () => {
  const cases: readonly [string, object][] = [
    ['baseUrl is not an absolute http or https URL', { baseUrl: '/x' }],
    ['baseUrl is not an absolute http or https URL', { baseUrl: 'ws://h' }],
    ['baseUrl has credentials, a query or a fragment', { baseUrl: 'http://u:p@h' }],
    ['baseUrl has credentials, a query or a fragment', { baseUrl: 'http://h/?a=1' }],
    ['baseUrl has credentials, a query or a fragment', { baseUrl: 'http://h/#f' }],
    ['timeoutMs is not a whole number from 1 to 2147483647', { timeoutMs: 0 }],
    ['maxAttempts is not a whole number from 1 to 9007199254740991', { maxAttempts: 1.5 }],
    ['backOff.baseMs is not a whole number from 1 to 536870911', { backOff: { baseMs: -1 } }],
  ];
  test.each(cases)('%s: %j', (detail, options) => {
    expect(() => createContext(service, { baseUrl: 'http://h', ...options })).toThrow(new TransportError('invalid-options', detail));
  });
});
