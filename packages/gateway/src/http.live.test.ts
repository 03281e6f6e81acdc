import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { ServiceError } from './service-error.ts';
import { AUTHORIZED, head, rawClient } from './test-support/raw-client.ts';
import { serve, type Served } from './test-support/serve.ts';

let served: Served;
let thrown: unknown = null;
let called: { request: unknown; context: Record<string, unknown> }[] = [];
beforeAll(async () => {
  served = await serve({
    handlers: {
      echo: (request: { body: { text: string } }, context: Record<string, unknown>) => {
        called.push({ request, context });
        if (thrown !== null) throw thrown;
        return request.body.text === 'bad' ? { text: 7 } : { text: request.body.text };
      },
    },
    server: { origins: ['https://app.example.com'] },
  });
});
afterAll(() => served.close());
afterEach(() => {
  thrown = null;
  called = [];
  served.log.length = 0;
});

/** Sends one request and gives the answer as it came: head and body. */
async function exchange(bytes: string): Promise<{ status: number; headers: string[]; body: string }> {
  const client = await rawClient(served.port);
  client.send(bytes);
  const answer = await client.until((text) => {
    const end = text.indexOf('\r\n\r\n');
    const length = /content-length: (\d+)/i.exec(text)?.[1];
    return end !== -1 && (length === undefined || text.length >= end + 4 + Number(length));
  });
  client.destroy();
  const [first = '', ...headers] = answer.slice(0, answer.indexOf('\r\n\r\n')).split('\r\n');
  return {
    status: Number(first.split(' ')[1]),
    headers: headers.filter((line) => !/^(date|keep-alive|connection: keep)/i.test(line)),
    body: answer.slice(answer.indexOf('\r\n\r\n') + 4),
  };
}

const request = (method: string, target: string, headers: readonly string[] = [AUTHORIZED], body = ''): string =>
  head(method, target, served.port, body === '' ? headers : [...headers, `Content-Length: ${Buffer.byteLength(body)}`]) +
  Buffer.from(body).toString('latin1');
const json = [AUTHORIZED, 'Content-Type: application/json'];
const error = (code: string, message = `${code}.`, details?: unknown): string =>
  JSON.stringify(details === undefined ? { error: code, message } : { error: code, message, details });

describe('operations', () => {
  test.each([
    ['a result', 'GET', '/items/a?limit=3', 200, '{"id":"a","limit":3}'],
    ['a repeated query key that is a list', 'GET', '/items/a?tag=a&tag=b', 200, '{"id":"a","tags":["a","b"]}'],
    ['form encoding in path and query', 'GET', '/items/a%20b?tag=%61', 200, '{"id":"a b","tags":["a"]}'],
    ['one of several statuses', 'PUT', '/items/a', 201, '{"id":"a"}'],
    ['no body', 'DELETE', '/items/a', 204, ''],
  ])('[C4.3] %s', async (_case, method, target, status, body) => {
    const answer = await exchange(request(method, target));
    expect([answer.status, answer.body]).toEqual([status, body]);
    expect(answer.headers).toContain('cache-control: no-store');
  });

  test('[C4.3] a body is decoded, and given in its own bytes for signatures over them', async () => {
    const answer = await exchange(request('POST', '/echo', json, ' {"text" : "é"}'));
    expect([answer.status, answer.body]).toEqual([200, Buffer.from('{"text":"é"}').toString('latin1')]);
    expect(called[0]?.request).toMatchObject({ body: { text: 'é' } });
    expect(Buffer.from(called[0]?.context['rawBody'] as Uint8Array).toString()).toBe(' {"text" : "é"}');
    expect(called[0]?.context).toMatchObject({
      principal: { subject: 'read' },
      caller: 'read',
      endpoint: 'echo',
      remoteAddress: '127.0.0.1',
    });
  });

  test('[C4.3] HEAD has the head of GET and no body', async () => {
    const answer = await exchange(request('HEAD', '/items/a').replace('HTTP/1.1', 'HTTP/1.1') + head('GET', '/public', served.port));
    expect(answer.headers).toEqual(['content-type: application/json', 'cache-control: no-store', 'content-length: 10']);
    expect(answer.body.startsWith('HTTP/1.1 204')).toBe(true);
  });

  test('[C4.3] a result that the contract does not promise is an internal error, told to the log alone', async () => {
    const answer = await exchange(request('POST', '/echo', json, '{"text":"bad"}'));
    expect([answer.status, answer.body]).toEqual([500, error('internal_error')]);
    expect(served.log.map(({ level, fields }) => [level, fields['endpoint'], (fields['err'] as Error).message])).toEqual([
      [
        'error',
        'echo',
        'invalid-response: operation echo: wrong-type at "/text". A handler returned what its contract does not promise. Return the declared shape; the log names the path within the value.',
      ],
    ]);
  });
});

describe('refusals before the handler', () => {
  const invalid = (message: string, code: string, path: string): string => error('validation_error', message, { code, path });
  test.each([
    ['no credential', 'GET', '/items/a', [], '', 401, error('unauthenticated')],
    ['an unknown credential', 'GET', '/items/a', ['Authorization: Bearer nobody'], '', 401, error('unauthenticated')],
    ['another scheme', 'GET', '/items/a', ['Authorization: Basic dDpy'], '', 401, error('unauthenticated')],
    ['a credential without the scope', 'GET', '/items/a', ['Authorization: Bearer t-none'], '', 403, error('forbidden')],
    ['two credentials', 'GET', '/items/a', [AUTHORIZED, AUTHORIZED], '', 400, error('validation_error')],
    [
      'an unknown query key',
      'GET',
      '/items/a?x=1',
      undefined,
      '',
      400,
      invalid('The query string has an unknown parameter.', 'unknown-field', '/query'),
    ],
    [
      'a repeated query key',
      'GET',
      '/items/a?limit=1&limit=1',
      undefined,
      '',
      400,
      invalid('The query parameter "limit" is repeated.', 'duplicate-key', '/query/limit'),
    ],
    [
      'an empty value',
      'GET',
      '/items/a?limit=',
      undefined,
      '',
      400,
      invalid('The query parameter "limit" is not what the description says.', 'wrong-type', '/query/limit'),
    ],
    [
      'a value out of range',
      'GET',
      '/items/a?limit=51',
      undefined,
      '',
      400,
      invalid('The query parameter "limit" is not what the description says.', 'out-of-range', '/query/limit'),
    ],
    [
      'a malformed escape in the query',
      'GET',
      '/items/a?limit=%zz',
      undefined,
      '',
      400,
      invalid('The query string is malformed.', 'malformed-string', '/query'),
    ],
    [
      'a repeated header',
      'GET',
      '/items/a',
      [AUTHORIZED, 'X-Trace: 1', 'X-Trace: 1'],
      '',
      400,
      invalid('The header parameter "x-trace" is repeated.', 'duplicate-key', '/headers/x-trace'),
    ],
    [
      'a path parameter over its bound',
      'GET',
      `/items/${'a'.repeat(21)}`,
      undefined,
      '',
      400,
      invalid('The path parameter "itemId" is not what the description says.', 'too-long', '/path/itemId'),
    ],
    [
      'a body on GET',
      'GET',
      '/items/a',
      [AUTHORIZED, 'Content-Type: application/json'],
      '{}',
      400,
      invalid('The request has a body, and none is expected.', 'unknown-field', '/body'),
    ],
    ['no body', 'POST', '/echo', json, '', 400, invalid('The request has no body.', 'missing-field', '/body')],
    [
      'a body of another type',
      'POST',
      '/echo',
      [AUTHORIZED, 'Content-Type: text/plain'],
      '{}',
      415,
      error('unsupported_media_type', 'The body must be application/json in UTF-8.'),
    ],
    [
      'a body of no type',
      'POST',
      '/echo',
      [AUTHORIZED],
      '{}',
      415,
      error('unsupported_media_type', 'The body must be application/json in UTF-8.'),
    ],
    [
      'a compressed body',
      'POST',
      '/echo',
      [...json, 'Content-Encoding: gzip'],
      '{}',
      415,
      error('unsupported_media_type', 'The body must be application/json in UTF-8.'),
    ],
    [
      'a malformed body',
      'POST',
      '/echo',
      json,
      '{',
      400,
      invalid('The body is not what the description says: malformed-json.', 'malformed-json', '/body'),
    ],
    [
      'a duplicate key',
      'POST',
      '/echo',
      json,
      '{"text":"a","text":"b"}',
      400,
      invalid('The body is not what the description says: duplicate-key.', 'duplicate-key', '/body/text'),
    ],
    [
      'an unknown field',
      'POST',
      '/echo',
      json,
      '{"text":"a","x":1}',
      400,
      invalid('The body is not what the description says: unknown-field.', 'unknown-field', '/body/x'),
    ],
    [
      'an Accept that excludes the answer',
      'GET',
      '/items/a',
      [AUTHORIZED, 'Accept: text/html'],
      '',
      406,
      error('not_acceptable', 'The media type asked for is not available.'),
    ],
    ['another method', 'PATCH', '/items/a', [], '', 405, error('method_not_allowed', 'The method is not available at this address.')],
    ['an unknown path', 'GET', '/nowhere', [], '', 404, error('not_found', 'There is nothing at this address.')],
    ['a malformed path', 'GET', '/items/%zz', [], '', 400, error('validation_error', 'The request is not what the description says.')],
    [
      'a foreign origin',
      'GET',
      '/public',
      ['Origin: https://app.example.com.evil.com'],
      '',
      403,
      error('forbidden', 'Origin is not allowed.'),
    ],
    ['a null origin', 'GET', '/public', ['Origin: null'], '', 403, error('forbidden', 'Origin is not allowed.')],
  ] as const)('[C4.3, P5.1, H3.3, C1.6] %s', async (_case, method, target, headers, body, status, expected) => {
    const answer = await exchange(request(method, target, headers, body));
    expect([answer.status, answer.body]).toEqual([status, expected]);
    expect(answer.headers).toEqual(expect.arrayContaining(['content-type: application/json', 'cache-control: no-store']));
    expect(called).toEqual([]);
  });

  test('[P5.1] 401 names its scheme, 405 its methods', async () => {
    expect((await exchange(request('GET', '/items/a', []))).headers).toContain('www-authenticate: Bearer');
    expect((await exchange(request('PATCH', '/items/a'))).headers).toContain('allow: DELETE, GET, HEAD, PUT');
  });

  test.each([
    ['another host', ['Host: evil.example.com'], 403, error('forbidden', 'Host is not allowed.')],
    ['the right host behind another port', ['Host: 127.0.0.1:1'], 403, error('forbidden', 'Host is not allowed.')],
  ])('[P5.1] %s is refused', async (_case, headers, status, body) => {
    const answer = await exchange([`GET /public HTTP/1.1`, ...headers, '', ''].join('\r\n'));
    expect([answer.status, answer.body]).toEqual([status, body]);
  });

  test('[P5.1] two hosts, and none, are refused', async () => {
    const two = await exchange(head('GET', '/public', served.port, [`Host: 127.0.0.1:${served.port}`]));
    expect(two.status).toBe(400);
    expect((await exchange('GET /public HTTP/1.1\r\n\r\n')).status).toBe(400);
  });

  test('[P5.1] an allowed origin may read the answer, and asks first', async () => {
    const origin = 'Origin: https://app.example.com';
    const preflight = await exchange(
      request('OPTIONS', '/items/a', [origin, 'Access-Control-Request-Method: PUT', 'Access-Control-Request-Headers: authorization']),
    );
    expect([preflight.status, preflight.headers]).toEqual([
      204,
      [
        'access-control-allow-methods: GET, HEAD, PUT, DELETE',
        'access-control-allow-headers: authorization',
        'access-control-max-age: 600',
        'access-control-allow-origin: https://app.example.com',
        'access-control-expose-headers: retry-after, location',
        'vary: origin',
      ],
    ]);
    expect((await exchange(request('GET', '/items/a', [AUTHORIZED, origin]))).headers).toContain(
      'access-control-allow-origin: https://app.example.com',
    );
    expect((await exchange(request('GET', '/items/a', [origin]))).headers).toContain(
      'access-control-allow-origin: https://app.example.com',
    );
  });
});

describe('bodies above their bound', () => {
  test('[P5.1, C4.3] a length above the bound is refused before a byte of it is sent', async () => {
    const answer = await exchange(head('POST', '/echo', served.port, [...json, 'Content-Length: 999999999']));
    expect([answer.status, answer.body]).toEqual([413, error('payload_too_large')]);
    expect(answer.headers).toContain('connection: close');
  });

  test('[P5.1, C4.3] a body without a length is cut at the bound, and the answer still arrives', async () => {
    const client = await rawClient(served.port);
    client.send(head('POST', '/echo', served.port, [...json, 'Transfer-Encoding: chunked']));
    client.send(`5\r\n{"tex\r\n`);
    client.send(`c8\r\n${'x'.repeat(200)}\r\n`);
    expect(await client.until((text) => text.includes('payload_too_large'))).toContain('HTTP/1.1 413 ');
    client.send('0\r\n\r\n');
    await client.closed();
    expect(called).toEqual([]);
  });

  test('[P5.1] nobody without a credential gets a body read', async () => {
    const answer = await exchange(head('POST', '/echo', served.port, ['Content-Type: application/json', 'Content-Length: 20']));
    expect(answer.status).toBe(401);
  });

  test('[P5.1] a request head above its bound is refused', async () => {
    const answer = await exchange(head('GET', '/public', served.port, [`X-Pad: ${'x'.repeat(20_000)}`]));
    expect([answer.status, answer.body]).toEqual([
      431,
      error('request_header_fields_too_large', 'The request head is above the published bound.'),
    ]);
  });
});

describe('errors of handlers', () => {
  test.each([
    ['a registered error', new ServiceError('not_found'), 404, error('not_found')],
    ['with its own words', new ServiceError('not_found', { message: 'No such order.' }), 404, error('not_found', 'No such order.')],
    ['with details', new ServiceError('conflict', { details: { revision: 3 } }), 409, error('conflict', 'conflict.', { revision: 3 })],
    ['details where there are none', new ServiceError('not_found', { details: { secret: 1 } }), 404, error('not_found')],
    [
      'words where they are constant',
      new ServiceError('resync_required', { message: 'because', details: 1 }),
      409,
      error('resync_required'),
    ],
    ['an unregistered error', new ServiceError('surprise', { message: 'secret' }), 500, error('internal_error')],
    ['anything else', new Error('secret'), 500, error('internal_error')],
    ['nothing', undefined, 500, error('internal_error')],
  ])('[C4.3, H3.3] %s', async (_case, value, status, body) => {
    thrown = value;
    const answer = await exchange(request('POST', '/echo', json, '{"text":"a"}'));
    expect([answer.status, answer.body]).toEqual([status, body]);
    expect(served.log.length).toBe(status === 500 ? 1 : 0);
  });

  test('[H3.3] retry timing is in Retry-After alone, in whole seconds', async () => {
    thrown = new ServiceError('temporarily_unavailable', { retryAfterSeconds: 1.2 });
    const answer = await exchange(request('POST', '/echo', json, '{"text":"a"}'));
    expect([answer.status, answer.body]).toEqual([503, error('temporarily_unavailable')]);
    expect(answer.headers).toContain('retry-after: 2');
  });
});

describe('pipelining', () => {
  test('[B1.6] operations on one connection are answered in the order of their requests', async () => {
    const client = await rawClient(served.port);
    client.send(['a', 'b', 'c'].map((id) => request('GET', `/items/${id}`)).join(''));
    const text = await client.until((received) => received.includes('{"id":"c"}'));
    expect(text.match(/\{"id":"."\}/g)).toEqual(['{"id":"a"}', '{"id":"b"}', '{"id":"c"}']);
    client.destroy();
  });

  test('[P5.1] more requests at one time than the bound cut the connection', async () => {
    const client = await rawClient(served.port);
    client.send(request('GET', '/items/a').repeat(served.gateway.limits.pipelinedRequests + 1));
    await client.closed();
    expect((await exchange(request('GET', '/items/a'))).status).toBe(200);
  });
});
