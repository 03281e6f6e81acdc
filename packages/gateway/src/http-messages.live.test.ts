import { execFile, spawnSync } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { answersIn } from './test-support/http-answers.ts';
import { head, rawClient } from './test-support/raw-client.ts';
import { serve, type Served } from './test-support/serve.ts';

interface Vector {
  readonly name: string;
  readonly source: string;
  readonly request: readonly string[];
  readonly answers: readonly (readonly [status: number, code: string | null])[];
  readonly headers?: Readonly<Record<string, string>>;
  readonly after: 'kept' | 'closed' | 'pending';
}

const file = new URL('../../../fixtures/gateway/http-messages.json', import.meta.url);
const { vectors } = JSON.parse(await readFile(file, 'utf8')) as { readonly vectors: readonly Vector[] };

let served: Served;
beforeAll(async () => {
  // Far beyond the tests: what closes a connection is the answer, and no deadline.
  served = await serve({ server: { limits: { keepAliveMs: 60_000, headersMs: 60_000, requestMs: 60_000, closeMs: 60_000 } } });
});
afterAll(() => served.close());

const bytesOf = ({ request }: Vector): string =>
  request
    .join('\r\n')
    .replaceAll('HOST', `127.0.0.1:${served.port}`)
    .replace(/LONG\((\d+)\)/, (_all, count: string) => 'a'.repeat(Number(count)));

describe('raw requests', () => {
  test.each(vectors)('[B1.6, B3.1, C4.3, P5.1] $name ($source)', async (vector) => {
    const client = await rawClient(served.port);
    const headOnly = vector.request[0]?.startsWith('HEAD ') === true;
    client.send(bytesOf(vector));
    const text = await (vector.after === 'closed'
      ? client.closed()
      : client.until((received) => answersIn(received, headOnly).length >= vector.answers.length));
    const answers = answersIn(text, headOnly);
    const last = answers.at(-1);
    expect(
      answers.map(({ status, body }) => [status, body.startsWith('{"error":') ? (JSON.parse(body) as { error: string }).error : null]),
    ).toEqual(vector.answers);
    expect(Object.fromEntries([...(last?.headers ?? [])].filter(([name]) => name in (vector.headers ?? {})))).toEqual(vector.headers ?? {});
    if (vector.after === 'closed') return;
    if (vector.after === 'pending') {
      client.destroy();
      return;
    }
    expect(last?.headers.get('connection') ?? '').not.toContain('close');
    client.send(head('GET', '/public', served.port));
    await client.until((received) => answersIn(received.slice(text.length), false)[0]?.status === 204);
    client.destroy();
  });

  test('[P5.1] an answer behind which the connection closes says so, where the client is new enough to be told', async () => {
    for (const vector of vectors.filter(({ after, request }) => after === 'closed' && !request.some((line) => line.endsWith('HTTP/1.0')))) {
      const client = await rawClient(served.port);
      client.send(bytesOf(vector));
      const last = answersIn(await client.closed(), false).at(-1);
      if (vector.name.startsWith('a broken request behind')) continue;
      expect([vector.name, last?.headers.get('connection')]).toEqual([vector.name, expect.stringContaining('close')]);
    }
  });
});

const curl = spawnSync('curl', ['--version'], { encoding: 'utf8' });
const hasHttp2 = curl.status === 0 && curl.stdout.includes('HTTP2');
if (!hasHttp2 && process.env['REQUIRE_ALL'] === '1') throw new Error('curl with HTTP/2 is missing: apt-get install curl.');
if (!hasHttp2) process.stderr.write('Skipped: curl --http2 needs curl with HTTP/2 (apt-get install curl).\n');

const ask = async (...args: readonly string[]): Promise<string> => {
  const standard = ['--silent', '--show-error', '--http2', '--max-time', '5', '--header', 'Authorization: Bearer t-read'];
  const { stdout } = await promisify(execFile)('curl', [
    ...standard,
    '--write-out',
    ' %{http_version} %{http_code} %{num_connects}\n',
    ...args,
  ]);
  return stdout;
};

describe.skipIf(!hasHttp2)('curl --http2', () => {
  test('[B1.6] is answered over HTTP/1.1 as if it had asked for nothing else, and keeps its connection', async () => {
    expect(await ask(`${served.url}/items/a`, `${served.url}/items/b`)).toBe('{"id":"a"} 1.1 200 1\n{"id":"b"} 1.1 200 0\n');
  });

  test('[B1.6] with a body', async () => {
    const body = JSON.stringify({ text: 'a' });
    expect(await ask('--json', body, `${served.url}/echo`)).toBe(`${body} 1.1 200 1\n`);
  });

  test('[B1.6] with an expectation, met and refused', async () => {
    const expecting = ['--header', 'Expect: 100-continue', '--header', 'Content-Type: application/json', '--data'];
    expect(await ask(...expecting, '{"text":"a"}', `${served.url}/echo`)).toBe('{"text":"a"} 1.1 200 1\n');
    expect(await ask(...expecting, 'x'.repeat(300), `${served.url}/echo`)).toMatch(/^\{"error":"payload_too_large".*\} 1\.1 413 1\n$/);
  });
});
