import type { SecretCheck } from './emission-check.ts';

/** Names under which secrets are usually kept; compared without case, `-` and `_`. */
const NAMES: ReadonlySet<string> = new Set([
  'password',
  'passwd',
  'secret',
  'clientsecret',
  'apikey',
  'accesstoken',
  'refreshtoken',
  'idtoken',
  'authorization',
  'privatekey',
  'sessiontoken',
  'setcookie',
]);

/** Forms that hardly anything but a secret has: PEM keys, JSON Web Tokens, and the prefixes of well-known issuers. */
const FORMS: readonly RegExp[] = [
  /-----BEGIN [A-Z ]*PRIVATE KEY-----/,
  /\beyJ[\w-]{8,}\.eyJ[\w-]{8,}\.[\w-]{8,}/,
  /\bAKIA[0-9A-Z]{16}\b/,
  /\bgh[pousr]_[A-Za-z0-9]{36,}\b/,
  /\bxox[abprs]-[A-Za-z0-9-]{10,}/,
  /\bsk_live_[A-Za-z0-9]{16,}\b/,
  /^Bearer [\w.~+/-]{16,}=*$/,
];

/** A first guard, not a proof: an application that knows its own secrets gives its own check. */
export const looksSecret: SecretCheck = (payload) => find(payload, '');

/** The payload has passed its decoder, so its depth is bounded. */
function find(value: unknown, path: string): string | null {
  if (typeof value === 'string') return FORMS.some((form) => form.test(value)) ? path : null;
  if (typeof value !== 'object' || value === null) return null;
  for (const [key, member] of Object.entries(value)) {
    const at = `${path}/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`;
    const named = typeof member === 'string' && member !== '' && NAMES.has(key.toLowerCase().replaceAll(/[-_]/g, ''));
    const found = named ? at : find(member, at);
    if (found !== null) return found;
  }
  return null;
}
