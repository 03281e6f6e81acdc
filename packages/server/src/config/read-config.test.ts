import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { GATEWAY_LIMITS } from '@tidemark/gateway';
import { HOST_EVENTS_LIMITS } from '@tidemark/hosts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { EXAMPLE, LEAST } from '../test-support/example-config.ts';
import { ConfigError } from './config-error.ts';
import { DEFAULT_LIMITS } from './limits.ts';
import { readConfig } from './read-config.ts';

let folder = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'tidemark-config-'));
});
afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

let files = 0;
function written(text: string, name = `config-${++files}.json`): string {
  const file = join(folder, name);
  writeFileSync(file, text);
  return file;
}

const read = (config: unknown, environment = {}) => readConfig(written(JSON.stringify(config)), environment);

async function problemsOf(reading: Promise<unknown>): Promise<readonly string[]> {
  const error: unknown = await reading.then(
    () => null,
    (caught: unknown) => caught,
  );
  if (!(error instanceof ConfigError)) throw error ?? new Error('it was accepted');
  return error.problems.map(({ code, path, reason }) => `${code} ${path}${reason === '' ? '' : ` ${reason}`}`);
}

test('[H5.1] the example is read as it stands', async () => {
  expect(await read(EXAMPLE)).toEqual({
    listen: { host: '127.0.0.1', port: 0, hosts: null },
    origins: null,
    admin: { host: '127.0.0.1', port: 0, hosts: null },
    database: 'sqlite:/path/file.db',
    hostEvents: { types: EXAMPLE.hostEvents.types, replay: { minRetentionSeconds: 3600 }, retentionSeconds: 7200 },
    credentials: EXAMPLE.credentials,
    jwt: null,
    limits: DEFAULT_LIMITS,
    conformanceSeams: true,
    logLevel: 'info',
  });
});

test('[H5.1] every key but the types has a default, and paths are relative to the file', async () => {
  const config = {
    ...LEAST,
    credentials: [
      { token: 'a', tenant: 'acme' },
      { token: 'b', tenant: 'acme' },
    ],
  };
  expect(await read(config)).toEqual({
    listen: { host: '127.0.0.1', port: 0, hosts: null },
    origins: null,
    admin: { host: '127.0.0.1', port: 0, hosts: null },
    database: `sqlite:${join(folder, 'tidemark.db')}`,
    hostEvents: { types: LEAST.hostEvents.types, replay: null, retentionSeconds: 86_400 },
    credentials: ['a', 'b'].map((token, index) => ({
      token,
      subject: `token-${index}`,
      tenant: 'acme',
      workspaces: [],
      scopes: ['events:read'],
    })),
    jwt: null,
    limits: DEFAULT_LIMITS,
    conformanceSeams: false,
    logLevel: 'info',
  });
});

const RETENTIONS: readonly (readonly [promise: number, retention: number])[] = [
  [1, 61],
  [600, 660],
  [3_600, 3_960],
  [86_400, 95_040],
];
test.each(RETENTIONS)('[H5.1, H1.2] a promise of %i s is kept with a margin: %i s', async (minRetentionSeconds, retentionSeconds) => {
  const { hostEvents } = await read({ hostEvents: { ...LEAST.hostEvents, replay: { minRetentionSeconds } } });
  expect(hostEvents.retentionSeconds).toBe(retentionSeconds);
});

test('[H5.1] every published bound can be set by name, and what follows from the payload follows', async () => {
  const names = Object.keys({ ...HOST_EVENTS_LIMITS, ...GATEWAY_LIMITS });
  for (const name of names) {
    const value = (DEFAULT_LIMITS[name] ?? 0) - (name === 'triggersPerSecond' || name === 'heartbeatMs' ? 1 : -1);
    if (name === 'eventIdBytes') continue;
    expect((await read({ ...LEAST, limits: { [name]: value } })).limits[name]).toBe(value);
  }
  const larger = await read({ hostEvents: { ...LEAST.hostEvents, maxPayloadBytes: 1_000_000 } });
  expect(larger.limits).toEqual({ ...DEFAULT_LIMITS, payloadBytes: 1_000_000, eventBytes: 1_004_096, emitBodyBytes: 1_004_096 });
});

const YAML = `
hostEvents:
  types: [{ type: example.order-paid, delivery: durable }]
  replay: { minRetentionSeconds: 60 }
jwt: { issuer: https://issuer.example, audience: tidemark, algorithm: ES256, jwks: keys.json }
`;
test('[P3.4, H5.3] YAML says the same, and keys of tokens are a file beside it', async () => {
  const config = await readConfig(written(YAML, 'server.yaml'));
  expect([config.hostEvents.retentionSeconds, config.jwt]).toEqual([
    120,
    {
      issuer: 'https://issuer.example',
      audience: 'tidemark',
      algorithm: 'ES256',
      jwks: join(folder, 'keys.json'),
      type: null,
      clockToleranceSeconds: 5,
      claims: { tenant: 'tenant', subject: 'sub', workspaces: 'workspaces', scopes: 'scope' },
    },
  ]);
});

test('[P3.4] the environment gives addresses and secrets', async () => {
  written('- { token: from-file, tenant: acme }', 'tokens.yaml');
  const { listen, admin, database, credentials } = await read(EXAMPLE, {
    TIDEMARK_DATABASE: 'postgres://u:secret@db/x',
    TIDEMARK_HOST: '::1',
    TIDEMARK_PORT: '8080',
    TIDEMARK_ADMIN_HOST: 'localhost',
    TIDEMARK_ADMIN_PORT: '9090',
    TIDEMARK_TOKENS_FILE: 'tokens.yaml',
    TIDEMARK_JWKS: '',
    OTHER: 'ignored',
  });
  expect([listen.host, listen.port, admin.host, admin.port, database, credentials.map(({ token }) => token)]).toEqual([
    '::1',
    8080,
    'localhost',
    9090,
    'postgres://u:secret@db/x',
    ['from-file'],
  ]);
});

const VARIABLES: readonly (readonly [Readonly<Record<string, string>>, string])[] = [
  [{ TIDEMARK_DATABSE: 'x' }, 'unknown-variable TIDEMARK_DATABSE Did you mean TIDEMARK_DATABASE?'],
  [{ TIDEMARK_PORT: 'http' }, 'wrong-type /listen/port It must be integer.'],
  [{ TIDEMARK_ADMIN_PORT: '70000' }, 'out-of-range /admin/port It must be <= 65535.'],
  [{ TIDEMARK_HOST: '0.0.0.0' }, 'missing-hosts /hosts'],
  [{ TIDEMARK_TOKENS_FILE: 'absent.json' }, 'not-found '],
  [{ TIDEMARK_DATABASE: 'mysql://u:secret@db/x' }, 'malformed-value /database It must match pattern "^(?:sqlite:.|postgres(?:ql)?://)".'],
];
test.each(VARIABLES)('[P3.4] %j is refused', async (environment, problem) => {
  expect(await problemsOf(read(EXAMPLE, environment))).toEqual([problem]);
});

test('[P3.4] variables of other programs are not the server’s', async () => {
  expect((await read(EXAMPLE, { TIDEMARK_CONSUMERS: '1', TIDEMARK_DATA: '/data', TIDEMARK: 'x' })).listen.port).toBe(
    (await read(EXAMPLE)).listen.port,
  );
});

const hostEvents = (parts: object) => ({ hostEvents: { ...LEAST.hostEvents, ...parts } });
const types = (...rows: readonly (readonly [type: string, delivery: string])[]) =>
  hostEvents({ types: rows.map(([type, delivery]) => ({ type, delivery })) });
const jwt = (parts: object) => ({
  ...LEAST,
  jwt: { issuer: 'i', audience: 'a', algorithm: 'RS256', jwks: 'keys.json', ...parts },
});

const REFUSED: readonly (readonly [what: string, config: unknown, problems: readonly string[]])[] = [
  ['nothing', {}, ['missing-key /hostEvents']],
  ['a list', [], ['wrong-type  It must be object.']],
  ['an unknown key', { ...LEAST, lisen: {} }, ['unknown-key /lisen Did you mean listen?']],
  [
    'an unknown key further in',
    hostEvents({ retentionSecond: 1 }),
    ['unknown-key /hostEvents/retentionSecond Did you mean retentionSeconds?'],
  ],
  ['a key that needs escaping', { ...LEAST, 'a/b~c': 1 }, [expect.stringMatching(/^unknown-key \/a~1b~0c /)]],
  [
    '__proto__',
    JSON.parse('{"__proto__":{},"hostEvents":{"types":[{"type":"a.b","delivery":"durable"}]}}'),
    [expect.stringMatching(/^unknown-key \/__proto__ /)],
  ],
  [
    'several at once',
    { ...LEAST, admin: { prot: 1 }, listen: { port: -1 } },
    ['out-of-range /listen/port It must be >= 0.', 'unknown-key /admin/prot Did you mean port?'],
  ],
  ['no type', hostEvents({ types: [] }), ['out-of-range /hostEvents/types It must not have fewer than 1 items.']],
  ['a name that is none', types(['Order.Paid', 'durable']), [expect.stringMatching(/^malformed-value \/hostEvents\/types\/0\/type /)]],
  ['an unknown class', types(['a.b', 'forever']), ['unknown-value /hostEvents/types/0/delivery Known are durable, ephemeral.']],
  ['a type twice', types(['a.b', 'durable'], ['a.b', 'ephemeral']), ['duplicate /hostEvents/types/1/type a.b is listed twice.']],
  ['a reserved name', types(['host-test.mine', 'durable']), ['reserved-type /hostEvents/types/0/type']],
  ['a test type of the other class', types(['host-test.durable-triggered', 'ephemeral']), ['reserved-type /hostEvents/types/0/delivery']],
  [
    'less retention than promised',
    hostEvents({ replay: { minRetentionSeconds: 3600 }, retentionSeconds: 3599 }),
    ['retention-below-promise /hostEvents/retentionSeconds'],
  ],
  [
    'a mode of replay',
    hostEvents({ replay: { mode: 'strict', minRetentionSeconds: 1 } }),
    ['unknown-key /hostEvents/replay/mode Did you mean minRetentionSeconds?'],
  ],
  [
    'two bounds of payloads',
    { ...hostEvents({ maxPayloadBytes: 10 }), limits: { payloadBytes: 11 } },
    ['conflict /hostEvents/maxPayloadBytes /limits/payloadBytes says something else.'],
  ],
  ['an unknown limit', { ...LEAST, limits: { drainms: 1 } }, ['unknown-key /limits/drainms Did you mean drainMs?']],
  ['a limit below its least', { ...LEAST, limits: { connections: 0 } }, ['out-of-range /limits/connections It must be 1 to 2147483647.']],
  ['a limit that no timer takes', { ...LEAST, limits: { drainMs: 2 ** 31 } }, ['out-of-range /limits/drainMs It must be 1 to 2147483647.']],
  ['keep-alive above 30 s', { ...LEAST, limits: { heartbeatMs: 30_001 } }, ['out-of-range /limits/heartbeatMs It must be 1 to 30000.']],
  ['a fractional limit', { ...LEAST, limits: { drainMs: 0.5 } }, ['wrong-type /limits/drainMs It must be integer.']],
  [
    'a trigger as cheap as reads',
    { ...LEAST, limits: { triggersPerSecond: 50 } },
    ['out-of-range /limits/triggersPerSecond The trigger is limited more tightly than reads.'],
  ],
  [
    'listening beyond loopback',
    { ...LEAST, listen: { host: '0.0.0.0' }, admin: { host: '::' } },
    ['missing-hosts /hosts', 'missing-hosts /admin/hosts'],
  ],
  [
    'a token that no header carries',
    { ...LEAST, credentials: [{ token: 'canary secret', tenant: 'acme' }] },
    [expect.stringMatching(/^malformed-value \/credentials\/0\/token It must match pattern/)],
  ],
  [
    'a token twice',
    {
      ...LEAST,
      credentials: [
        { token: 'canary', tenant: 'a' },
        { token: 'canary', tenant: 'b' },
      ],
    },
    ['duplicate /credentials/1/token It is the token of /credentials/0.'],
  ],
  ['a credential without tenant', { ...LEAST, credentials: [{ token: 'canary' }] }, ['missing-key /credentials/0/tenant']],
  [
    'an unknown scope',
    { ...LEAST, credentials: [{ token: 'canary', tenant: 'a', scopes: ['events:write'] }] },
    ['unknown-value /credentials/0/scopes/0 Known are events:read, events:emit, events:test.'],
  ],
  [
    'an algorithm with a shared secret',
    jwt({ algorithm: 'HS256' }),
    [expect.stringMatching(/^unknown-value \/jwt\/algorithm Known are RS256, /)],
  ],
  ['keys over plain http', jwt({ jwks: 'http://issuer.example/keys' }), [expect.stringMatching(/^malformed-value \/jwt\/jwks /)]],
  ['keys with a password', jwt({ jwks: 'https://u:canary@issuer.example/keys' }), [expect.stringMatching(/^malformed-value \/jwt\/jwks /)]],
];
for (const [what, config, problems] of REFUSED) {
  test(`[P3.4, H5.1] refused with path and reason: ${what}`, async () => {
    const reading = read(config);
    expect(await problemsOf(reading)).toEqual(problems);
    const message = await reading.catch((error: unknown) => (error as Error).message);
    expect(message).not.toContain('canary');
  });
}

const TEXTS: readonly (readonly [what: string, name: string, text: string, problem: string])[] = [
  ['JSON that is none', 'a.json', '{\n  "hostEvents": canary }', 'malformed  No JSON (tag resolve failed) at line 2, column 17.'],
  ['JSON with a comment', 'b.json', '{ # canary\n}', 'malformed  It is YAML and no JSON, which its name says.'],
  ['a repeated key', 'c.json', '{ "limits": {},\n "limits": {} }', 'duplicate  A key is repeated at line 2, column 2.'],
  ['a repeated key of YAML', 'd.yaml', 'limits: {}\nlimits: {}\n', 'duplicate  A key is repeated at line 2, column 1.'],
  ['YAML that is none', 'e.yml', 'limits: [1, 2\n', expect.stringMatching(/^malformed {2}No YAML \([a-z ]+\) at line 2, column 1\.$/)],
  [
    'a YAML bomb',
    'f.yaml',
    `a: &a [1,1,1,1,1,1,1,1,1,1]\nb: &b [${'*a,'.repeat(50)}]\nc: [${'*b,'.repeat(50)}]\n`,
    'malformed  Its aliases cannot be resolved within bounds.',
  ],
  ['an empty file', 'g.yaml', '', 'wrong-type  It must be object.'],
];
test.each(TEXTS)('[P3.4] %s is refused where it stands', async (_what, name, text, problem) => {
  expect(await problemsOf(readConfig(written(text, name)))).toEqual([problem]);
});

test('[P3.4] a file that cannot be read says so', async () => {
  expect(await problemsOf(readConfig(join(folder, 'absent.json')))).toEqual(['not-found ']);
  expect(await problemsOf(readConfig(folder))).toEqual(['unreadable  EISDIR.']);
  const large = written(`{ "x": "${'x'.repeat(1_048_576)}" }`);
  expect(await problemsOf(readConfig(large))).toEqual(['unreadable  It has 1048587 bytes.']);
});
