import { wireError } from './errors.ts';
import { isToken } from './header-list.ts';
import { parseHost, parseOrigin } from './host-and-origin.ts';

/** Who may open a WebSocket; made by {@link createUpgradePolicy}. */
export interface UpgradePolicy {
  readonly hosts: ReadonlySet<string> | '*';
  readonly origins: ReadonlySet<string> | '*';
  readonly requireOrigin: boolean;
  readonly subprotocols: ReadonlySet<string>;
  readonly sha1: (bytes: Uint8Array) => Uint8Array;
}

/**
 * Checks the lists once, so that an entry that could never match is found at start-up and not by a refused client.
 *
 * @param policy.hosts as sent in `Host`, port included where the client sends one; `*` alone admits every well-formed one
 * @param policy.origins as browsers serialise them (`https://app.example.com`, no path, no default port); `*` alone admits every one but `null`
 * @param policy.requireOrigin refuse requests without Origin, which browsers always send and other clients do not
 * @param policy.subprotocols at least one; one of them must be offered
 * @param policy.sha1 20 bytes; injected, so that this package needs no cryptography
 * @throws WireError `invalid-upgrade-policy`
 */
export function createUpgradePolicy(policy: {
  readonly hosts: readonly string[];
  readonly origins: readonly string[];
  readonly requireOrigin: boolean;
  readonly subprotocols: readonly string[];
  readonly sha1: (bytes: Uint8Array) => Uint8Array;
}): UpgradePolicy {
  const { requireOrigin, sha1 } = policy;
  const subprotocols = new Set(policy.subprotocols);
  if (policy.subprotocols.length === 0 || !policy.subprotocols.every(isToken)) {
    throw wireError('invalid-upgrade-policy', 'subprotocols');
  }
  return Object.freeze({
    hosts: allowList('hosts', policy.hosts, parseHost),
    origins: allowList('origins', policy.origins, parseOrigin),
    requireOrigin,
    subprotocols,
    sha1,
  });
}

function allowList(name: string, entries: readonly string[], parse: (entry: string) => string | undefined): ReadonlySet<string> | '*' {
  if (entries.length === 1 && entries[0] === '*') return '*';
  const parsed = entries.map((entry, i) => {
    const value = parse(entry);
    if (value === undefined) throw wireError('invalid-upgrade-policy', `${name}[${i}]`);
    return value;
  });
  return new Set(parsed);
}
