import type { Limits } from '@tidemark/gateway';
import type { Delivery } from '@tidemark/host-events';
import type { ALGORITHMS, SCOPES } from './schema.ts';

export interface ListenConfig {
  readonly host: string;
  /** 0: any that is free. */
  readonly port: number;
  /** Exact `Host` values; null: the loopback names. */
  readonly hosts: readonly string[] | null;
}

export interface Credentials {
  readonly token: string;
  readonly subject: string;
  readonly tenant: string;
  readonly workspaces: readonly string[];
  readonly scopes: readonly (typeof SCOPES)[number][];
}

export interface JwtConfig {
  readonly issuer: string;
  readonly audience: string;
  readonly algorithm: (typeof ALGORITHMS)[number];
  /** An absolute path or a URL. */
  readonly jwks: string;
  readonly type: string | null;
  readonly clockToleranceSeconds: number;
  readonly claims: { readonly tenant: string; readonly subject: string; readonly workspaces: string; readonly scopes: string };
}

export interface HostEventsConfig {
  readonly types: readonly { readonly type: string; readonly delivery: Delivery }[];
  readonly replay: { readonly minRetentionSeconds: number } | null;
  readonly retentionSeconds: number;
}

/** A checked configuration with every default in its place. */
export interface ServerConfig {
  readonly listen: ListenConfig;
  /** Exact origins of pages; null: by `hosts`. */
  readonly origins: readonly string[] | null;
  readonly admin: ListenConfig;
  readonly database: string;
  readonly hostEvents: HostEventsConfig;
  readonly credentials: readonly Credentials[];
  readonly jwt: JwtConfig | null;
  /** Every published bound by name, with the value that holds. */
  readonly limits: Limits;
  readonly conformanceSeams: boolean;
  readonly logLevel: 'debug' | 'info' | 'warn' | 'error' | 'silent';
}
