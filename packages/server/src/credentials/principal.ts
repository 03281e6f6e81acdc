import type { Authentication } from '@tidemark/gateway';
import type { Reader } from '@tidemark/host-events';

/** Who a credential stands for. */
export interface Principal extends Reader {
  /** When the credential ends, milliseconds since 1970; null: never. */
  readonly expiresAt: number | null;
}

export function authenticationOf(principal: Principal, scopes: readonly string[]): Authentication<Principal> {
  // Bounds of one caller are those of a subject, however many tokens it holds.
  return { principal, caller: JSON.stringify([principal.tenant, principal.subject]), scopes };
}
