/** The part of the WHATWG `WebSocket` interface that this package uses; browsers, Node 22 and later, and `ws` all have it. */
export interface WebSocketLike {
  readonly readyState: number;
  readonly bufferedAmount: number;
  readonly protocol: string;
  binaryType: string;
  addEventListener(type: 'open' | 'message' | 'error' | 'close', listener: (event: never) => void): void;
  removeEventListener(type: 'open' | 'message' | 'error' | 'close', listener: (event: never) => void): void;
  send(text: string): void;
  close(code?: number, reason?: string): void;
}

export type WebSocketConstructor = new (url: string, protocols: string[]) => WebSocketLike;

export interface MessageEventLike {
  readonly data: unknown;
}
export interface CloseEventLike {
  readonly code: number;
  readonly reason: string;
}
