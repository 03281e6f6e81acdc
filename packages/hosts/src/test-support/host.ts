import type { AddressInfo } from 'node:net';
import { type Database, type DatabaseOptions, openDatabase } from '@tidemark/database';
import { createServer, staticTokens } from '@tidemark/gateway';
import {
  createHostEvents,
  type HostEvents,
  type HostEventsOptions,
  type HostEventType,
  type Reader,
  TEST_TYPES,
} from '@tidemark/host-events';
import { decodeAnyPayload } from '@tidemark/host-events-client/decoders';
import { openLogs, type LogsOptions } from '@tidemark/log';
import { HOST_EVENTS_LIMITS, hostEventsHost } from '../index.ts';

export interface TestHost {
  readonly url: string;
  readonly port: number;
  readonly service: HostEvents;
  readonly database: Database;
  close(): Promise<void>;
}

export type TestHostOptions = Partial<HostEventsOptions> &
  DatabaseOptions &
  LogsOptions & { readonly publishedLimits?: Readonly<Record<string, number>> };

const type = (name: string, delivery: HostEventType['delivery']): HostEventType => ({
  type: name,
  delivery,
  decodePayload: (json, options) => decodeAnyPayload(json, options),
});

export const TYPES: readonly HostEventType[] = [
  type('example.order-paid', 'durable'),
  type('example.cursor-moved', 'ephemeral'),
  type(TEST_TYPES.durable, 'durable'),
  type(TEST_TYPES.ephemeral, 'ephemeral'),
];

interface Holder extends Reader {
  readonly scopes: readonly string[];
}

const ALL = ['events:read', 'events:emit', 'events:test'];

/** By token. */
export const HOLDERS: Readonly<Record<string, Holder>> = {
  acme: { tenant: 'acme', subject: 'reader-1', workspaces: ['w1', 'w2'], scopes: ALL },
  narrow: { tenant: 'acme', subject: 'reader-2', workspaces: ['w1'], scopes: ALL },
  other: { tenant: 'globex', subject: 'reader-1', workspaces: ['w1'], scopes: ALL },
  mute: { tenant: 'acme', subject: 'reader-3', workspaces: ['w1'], scopes: [] },
};

/** A whole host on a database: service, gateway, listener. */
export async function startHost(url: string, options: TestHostOptions = {}): Promise<TestHost> {
  const database = await openDatabase(url, options);
  const logs = await openLogs(database, options);
  const limits: Record<string, number> = {
    ...HOST_EVENTS_LIMITS,
    readsPerSecond: 10_000,
    triggersPerSecond: 9_999,
    streamsPerCaller: 2_000,
    ...options.publishedLimits,
  };
  const service = await createHostEvents({
    types: TYPES,
    replay: { minRetentionSeconds: 3_600 },
    retentionSeconds: 7_200,
    limits: {
      payloadBytes: limits['payloadBytes'] as number,
      eventIdBytes: limits['eventIdBytes'] as number,
      catchUpMs: limits['catchUpMs'] as number,
      revocationMs: limits['revocationMs'] as number,
    },
    ...options,
    database,
    logs,
  });
  const server = await createServer({});
  const rows = Object.entries(HOLDERS).map(([token, { scopes, ...principal }]) => ({
    token,
    principal,
    scopes,
    caller: `${principal.tenant}/${principal.subject}`,
  }));
  await server.register(
    hostEventsHost({ service, authenticate: staticTokens<Reader>(rows), conformanceSeams: true, limits, clock: performance }),
  );
  await server.listen({ host: '127.0.0.1', port: 0 });
  const { port } = server.server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    port,
    service,
    database,
    async close() {
      await server.close();
      await service.close();
      logs.close();
      await database.close();
    },
  };
}
