import Type, { type Static } from 'typebox';

/** Every scope that an endpoint asks for (H5.4). */
export const SCOPES = ['events:read', 'events:emit', 'events:test'] as const;

/** Signature algorithms of tokens. Asymmetric only: a key that is public must never work as a shared secret. */
export const ALGORITHMS = ['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512', 'ES256', 'ES384', 'ES512', 'EdDSA'] as const;

const MAX_SECONDS = 3_155_760_000;
const CLOSED = { additionalProperties: false } as const;

const Host = (description: string) =>
  Type.Optional(Type.String({ minLength: 1, maxLength: 253, pattern: '^[0-9A-Za-z:._-]+$', default: '127.0.0.1', description }));
const Port = (description: string) => Type.Optional(Type.Integer({ minimum: 0, maximum: 65_535, default: 0, description }));
const Names = (description: string, byDefault: string) =>
  Type.Optional(
    Type.Array(Type.String({ minLength: 1, maxLength: 300 }), { minItems: 1, maxItems: 1_000, description, 'x-default': byDefault }),
  );
const Path = (description: string) => Type.String({ minLength: 1, maxLength: 4_096, description });
const Claim = (byDefault: string, description: string) =>
  Type.Optional(Type.String({ minLength: 1, maxLength: 200, default: byDefault, description }));

const HostEventTypeSchema = Type.Object(
  {
    type: Type.String({
      pattern: '^[a-z][a-z0-9]*(?:-[a-z0-9]+)*\\.[a-z][a-z0-9]*(?:-[a-z0-9]+)*$',
      maxLength: 128,
      description: 'Name: two kebab-case segments joined by a dot. Names that begin with `host-test.` are the test trigger’s.',
    }),
    delivery: Type.Enum(['durable', 'ephemeral'], { description: 'Whether it is stored and replayed, or handed to whoever is there.' }),
  },
  CLOSED,
);

const HostEventsSchema = Type.Object(
  {
    types: Type.Array(HostEventTypeSchema, {
      minItems: 1,
      maxItems: 1_000,
      description: 'Every type that the host emits. Listing both `host-test.*` types opens the test trigger.',
    }),
    replay: Type.Optional(
      Type.Object(
        {
          minRetentionSeconds: Type.Integer({
            minimum: 1,
            maximum: MAX_SECONDS,
            description: 'How old a cursor may be and is still resumed for certain.',
          }),
        },
        { ...CLOSED, description: 'Present: the host promises strict replay, and advertises it.', 'x-default': 'no promise' },
      ),
    ),
    retentionSeconds: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: MAX_SECONDS,
        description: 'Age at which a durable event is deleted; at least the promise.',
        'x-default': 'the promise and a tenth of it, at least a minute; 86,400 without one',
      }),
    ),
    maxPayloadBytes: Type.Optional(
      Type.Integer({
        minimum: 2,
        maximum: 67_108_864,
        description: 'Largest payload as compact JSON: another name for `limits.payloadBytes`.',
        'x-default': '262144',
      }),
    ),
  },
  { ...CLOSED, description: 'The host’s events.' },
);

const CredentialSchema = Type.Object(
  {
    token: Type.String({
      pattern: '^[A-Za-z0-9\\-._~+/]+=*$',
      maxLength: 4_096,
      description: 'Bearer token, as RFC 6750 allows it. A secret: for tests and demos.',
    }),
    subject: Type.Optional(
      Type.String({ minLength: 1, maxLength: 128, description: 'Who holds it.', 'x-default': 'its position: `token-0`' }),
    ),
    tenant: Type.String({ pattern: '^[^\\x00-\\x1f\\x7f]+$', maxLength: 128, description: 'Whose events it reads and emits.' }),
    workspaces: Type.Optional(
      Type.Array(Type.String({ pattern: '^[!-~]+$', maxLength: 128 }), {
        maxItems: 10_000,
        default: [],
        description: 'Workspaces within the tenant that it sees.',
      }),
    ),
    scopes: Type.Optional(
      Type.Array(Type.Enum([...SCOPES]), {
        maxItems: SCOPES.length,
        default: ['events:read'],
        description: '`events:read` opens streams, `events:emit` the seam, `events:test` the trigger.',
      }),
    ),
  },
  CLOSED,
);

/** The list of credentials, in the file or in one of its own. */
export const CredentialsSchema = Type.Array(CredentialSchema, {
  maxItems: 10_000,
  default: [],
  description: 'Fixed bearer tokens, for tests and demos.',
});

const JwtSchema = Type.Object(
  {
    issuer: Type.String({ minLength: 1, maxLength: 2_048, description: 'Exact `iss`.' }),
    audience: Type.String({ minLength: 1, maxLength: 2_048, description: 'Exact `aud`, or one of its entries.' }),
    algorithm: Type.Enum([...ALGORITHMS], { description: 'The one signature algorithm that is accepted.' }),
    jwks: Path('Public keys (RFC 7517): a file, or an https URL (http on loopback only).'),
    type: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 200,
        description: 'Exact `typ` of the header, for example `at+jwt` (RFC 9068).',
        'x-default': 'not looked at',
      }),
    ),
    clockToleranceSeconds: Type.Optional(
      Type.Integer({ minimum: 0, maximum: 300, default: 5, description: 'How far the issuer’s clock may be off.' }),
    ),
    claims: Type.Optional(
      Type.Object(
        {
          tenant: Claim('tenant', 'Claim that names the tenant: a string.'),
          subject: Claim('sub', 'Claim that names the holder: a string.'),
          workspaces: Claim('workspaces', 'Claim that lists workspaces; absent: none.'),
          scopes: Claim('scope', 'Claim that lists scopes, as an array or separated by spaces; absent: none.'),
        },
        { ...CLOSED, description: 'Which claims hold what.' },
      ),
    ),
  },
  { ...CLOSED, description: 'Signed tokens, for production.', 'x-default': 'no signed token is accepted' },
);

/** The whole file. Closed everywhere; each key has a default or is required, and `x-default` says what a default is derived from. */
export const ConfigSchema = Type.Object(
  {
    listen: Type.Optional(
      Type.Object(
        {
          host: Host('Address of the main listener.'),
          port: Port('Its port; 0: any that is free, which the first line on standard output names.'),
        },
        { ...CLOSED, description: 'The main listener.' },
      ),
    ),
    hosts: Names('Exact `Host` values of the main listener, port as clients send it; `["*"]` any.', 'loopback names with its port'),
    origins: Names('Exact origins of browser pages that may use it; `["*"]` any.', 'its own pages on loopback; with `hosts` none'),
    admin: Type.Optional(
      Type.Object(
        {
          host: Host('Address of the administrative listener.'),
          port: Port('Its port; 0: any that is free.'),
          hosts: Names('Exact `Host` values for `/metrics`; `["*"]` any.', 'loopback names with its port'),
        },
        { ...CLOSED, description: '`/healthz`, `/readyz` and `/metrics`, on a listener of their own.' },
      ),
    ),
    database: Type.Optional(
      Type.String({
        pattern: '^(?:sqlite:.|postgres(?:ql)?://)',
        maxLength: 4_096,
        default: 'sqlite:tidemark.db',
        description: '`sqlite:PATH` or `postgres://user:password@host:port/database`.',
      }),
    ),
    hostEvents: HostEventsSchema,
    credentials: Type.Optional(CredentialsSchema),
    jwt: Type.Optional(JwtSchema),
    limits: Type.Optional(
      Type.Record(Type.String(), Type.Integer(), { default: {}, description: 'Overrides of published bounds, by name; see below.' }),
    ),
    conformanceSeams: Type.Optional(
      Type.Boolean({ default: false, description: 'Opens the emit seam. For local tests: never where others can reach it.' }),
    ),
    log: Type.Optional(
      Type.Object(
        {
          level: Type.Optional(
            Type.Enum(['debug', 'info', 'warn', 'error', 'silent'], { default: 'info', description: 'The least that is logged.' }),
          ),
        },
        { ...CLOSED, description: 'Structured lines on standard error.' },
      ),
    ),
  },
  CLOSED,
);

export type ConfigFile = Static<typeof ConfigSchema>;
export type CredentialRow = Static<typeof CredentialSchema>;
