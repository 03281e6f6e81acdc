import type { ClientContext } from './context.ts';
import { credentialHeaders } from './credential.ts';
import type { SocketDescriptor } from './descriptor.ts';
import { encodeHeaders, encodePath, encodeQuery } from './request.ts';
import type { RequestValues } from './request.ts';
import { TransportError } from './transport-error.ts';
import type { WebSocketConstructor, WebSocketLike } from './web-socket.ts';

/**
 * Starts one WebSocket. No credential goes into the URL or the subprotocol (P5.1): browsers authenticate by cookie or in the first message,
 * a `socketFactory` gets the headers.
 *
 * @throws TransportError `invalid-argument`, `credential-failed`, `invalid-credential`, `no-web-socket`, `prepare-failed`
 */
export async function openWebSocket(
  context: ClientContext,
  socket: SocketDescriptor,
  values: RequestValues,
  signal: AbortSignal,
): Promise<WebSocketLike> {
  const { options, baseUrl } = context;
  const url = baseUrl.replace(/^http/, 'ws') + encodePath(socket, values) + encodeQuery(socket, values);
  const headers = encodeHeaders(socket, values);
  const { subprotocol, name } = socket;
  const { socketFactory } = options;
  if (socketFactory !== undefined) {
    const credential = await credentialHeaders(context, socket, false, signal);
    return make(() => socketFactory({ url, subprotocol, headers: { ...headers, ...credential } }), name);
  }
  if (Object.keys(headers).length > 0) {
    throw new TransportError('invalid-argument', `${name}: header parameters need the option socketFactory`);
  }
  const WebSocket = options.WebSocket ?? (globalThis as { readonly WebSocket?: WebSocketConstructor }).WebSocket;
  if (WebSocket === undefined) throw new TransportError('no-web-socket', `${name}: pass the option WebSocket`);
  return make(() => new WebSocket(url, [subprotocol]), name);
}

/** A page's policy refuses an address by throwing. */
function make(socket: () => WebSocketLike, name: string): WebSocketLike {
  try {
    return socket();
  } catch (cause) {
    throw new TransportError('prepare-failed', `${name}: no WebSocket was made`, { cause });
  }
}
