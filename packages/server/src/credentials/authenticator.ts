import { type Authenticate, staticTokens } from '@tidemark/gateway';
import type { Credentials, JwtConfig } from '../config/server-config.ts';
import { createJwtVerifier } from './jwt.ts';
import { authenticationOf, type Principal } from './principal.ts';

export interface AuthenticatorOptions {
  readonly credentials: readonly Credentials[];
  readonly jwt: JwtConfig | null;
  /** Milliseconds since 1970. */
  readonly clock: { now(): number };
}

/** Decides about bearer tokens: those of the file, compared in constant time, then signed ones (H5.3). */
export async function createAuthenticator({ credentials, jwt, clock }: AuthenticatorOptions): Promise<Authenticate<Principal>> {
  const known = staticTokens(
    credentials.map(({ token, subject, tenant, workspaces, scopes }) => ({
      token,
      ...authenticationOf({ tenant, subject, workspaces, expiresAt: null }, scopes),
    })),
  );
  if (jwt === null) return known;
  const verify = await createJwtVerifier(jwt, clock);
  return (credential, subject) => known(credential, subject) ?? verify(credential.secret);
}
