import { createHash, timingSafeEqual } from 'node:crypto';
import type { Authenticate, Authentication } from './authentication.ts';

/** Compares two secrets of any length in time that depends on neither's content. */
export function secretsEqual(left: string, right: string): boolean {
  return timingSafeEqual(digest(left), digest(right));
}

/**
 * An authenticator over a fixed table, for tests and demos (H5.3): production verifies tokens that it did not have to keep.
 * Every row is compared for every credential, so that timing tells nothing.
 */
export function staticTokens<P>(rows: readonly (Authentication<P> & { readonly token: string })[]): Authenticate<P> {
  const table = rows.map(({ token, ...authentication }) => ({ digest: digest(token), authentication }));
  return ({ secret }) => {
    const given = digest(secret);
    let found: Authentication<P> | null = null;
    for (const row of table) if (timingSafeEqual(row.digest, given)) found = row.authentication;
    return found;
  };
}

function digest(secret: string): Buffer {
  return createHash('sha256').update(secret).digest();
}
