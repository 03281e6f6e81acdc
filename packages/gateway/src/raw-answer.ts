import { STATUS_CODES } from 'node:http';
import type { HttpResponse } from './http-exchange.ts';

/** A whole answer for a raw socket, which is closed behind it: refused upgrades, and requests that Node could not parse. */
export function encodeRawAnswer({ status, headers, body }: HttpResponse): Uint8Array {
  const content = body ?? new Uint8Array(0);
  const upgrade = headers.some(([name]) => name === 'upgrade');
  const lines = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? 'Refused'}`,
    ...headers.filter(([name]) => name !== 'connection').map(([name, value]) => `${name}: ${value}`),
    `content-length: ${content.length}`,
    `connection: ${upgrade ? 'upgrade, close' : 'close'}`,
  ];
  return Buffer.concat([Buffer.from(`${lines.join('\r\n')}\r\n\r\n`, 'latin1'), content]);
}
