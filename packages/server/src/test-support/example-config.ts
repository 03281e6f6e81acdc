/** The configuration of H5.1, as other teams' checks write it. */
export const EXAMPLE = {
  listen: { host: '127.0.0.1', port: 0 },
  admin: { host: '127.0.0.1', port: 0 },
  database: 'sqlite:/path/file.db',
  hostEvents: {
    types: [
      { type: 'example.order-paid', delivery: 'durable' },
      { type: 'example.cursor-moved', delivery: 'ephemeral' },
    ],
    replay: { minRetentionSeconds: 3600 },
    retentionSeconds: 7200,
    maxPayloadBytes: 262_144,
  },
  credentials: [
    {
      token: 't-acme',
      subject: 'reader-1',
      tenant: 'acme',
      workspaces: ['w1'],
      scopes: ['events:read', 'events:emit', 'events:test'],
    },
  ],
  limits: { drainMs: 3000 },
  conformanceSeams: true,
} as const;

/** The least that can be served. */
export const LEAST = { hostEvents: { types: [{ type: 'example.order-paid', delivery: 'durable' }] } } as const;
