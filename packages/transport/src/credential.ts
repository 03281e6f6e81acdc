import { untilAborted } from './abort-scope.ts';
import type { ClientContext } from './context.ts';
import type { Access, SecurityScheme } from './descriptor.ts';
import { TransportError } from './transport-error.ts';

/**
 * Asks the application for a credential and puts it in its header: the first alternative of the contract for which there is one.
 * Empty where the endpoint is public, or no credential is to be sent.
 *
 * @throws TransportError `credential-failed`, `invalid-credential`
 */
export async function credentialHeaders(
  context: ClientContext,
  endpoint: { readonly name: string; readonly access: Access },
  renew: boolean,
  signal: AbortSignal,
): Promise<Record<string, string>> {
  const { credential } = context.options;
  if (credential === undefined) return {};
  for (const { scheme, scopes } of endpoint.access) {
    const security = context.service.security[scheme];
    if (security === undefined) continue;
    const secret = await ask(async () => credential({ scheme, kind: security.kind, scopes, renew }), endpoint.name, signal);
    if (secret !== undefined) return header(security, secret, endpoint.name);
  }
  return {};
}

async function ask(credential: () => Promise<string | undefined>, name: string, signal: AbortSignal): Promise<string | undefined> {
  try {
    return await untilAborted(credential(), signal);
  } catch (cause) {
    throw new TransportError('credential-failed', `${name}: credential() threw`, { cause });
  }
}

function header(security: SecurityScheme, secret: string, name: string): Record<string, string> {
  // White space would let one credential be read as two; anything beyond ASCII has no agreed reading in a header.
  if (!/^[\x21-\x7e]+$/.test(secret))
    throw new TransportError('invalid-credential', `${name}: credential() gave other text than visible ASCII`);
  return security.kind === 'bearer' ? { authorization: `Bearer ${secret}` } : { [security.header]: secret };
}
