import type { SocketDescriptor } from './descriptor.ts';
import type { SocketClose } from './transport-error.ts';

/** Codes that no contract lists because no peer sends them (1005, 1006, 1015) or a proxy does (1012, 1014), with what they say about trying again. */
const elsewhere: Readonly<Record<number, { readonly name: string; readonly reconnect: boolean }>> = {
  1005: { name: 'no-status', reconnect: true },
  1006: { name: 'abnormal', reconnect: true },
  1012: { name: 'service-restart', reconnect: true },
  1014: { name: 'bad-gateway', reconnect: true },
  1015: { name: 'tls-failure', reconnect: false },
};

/** What a close code means for this socket. A code that nobody described is no reason to try again. */
export function closeReason(socket: Pick<SocketDescriptor, 'closeCodes'>, code: number, reason: string): SocketClose {
  const { name, reconnect } = socket.closeCodes[code] ?? elsewhere[code] ?? { name: 'unknown', reconnect: false };
  return { code, name, reason, reconnect };
}
