export interface MessageEventLike {
  readonly data: unknown;
}
export interface CloseEventLike {
  readonly code: number;
  readonly reason: string;
}

/** The part of the WHATWG `WebSocket` interface that this package uses; browsers, Node 22 and later, and `ws` all have it. */
export interface WebSocketLike {
  readonly readyState: number;
  readonly bufferedAmount: number;
  readonly protocol: string;
  binaryType: string;
  addEventListener(type: 'open' | 'error', listener: () => void): void;
  addEventListener(type: 'message', listener: (event: MessageEventLike) => void): void;
  addEventListener(type: 'close', listener: (event: CloseEventLike) => void): void;
  removeEventListener(type: 'open' | 'error', listener: () => void): void;
  removeEventListener(type: 'message', listener: (event: MessageEventLike) => void): void;
  removeEventListener(type: 'close', listener: (event: CloseEventLike) => void): void;
  send(text: string): void;
  close(code?: number, reason?: string): void;
}

export type WebSocketConstructor = new (url: string, protocols: string[]) => WebSocketLike;
