import { expectTypeOf, test } from 'vitest';
import type { WebSocket as WsWebSocket } from 'ws';
import type { ClientOptions } from './options.ts';
import type { WebSocketLike } from './web-socket.ts';

type Accepted = NonNullable<ClientOptions['WebSocket']>;
type Made = ReturnType<NonNullable<ClientOptions['socketFactory']>>;

// `expectTypeOf` does nothing when it runs: `npm run typecheck` is what turns red here.
test("[B4.1] a browser's, Node's and ws's WebSocket fit the options without a cast", () => {
  expectTypeOf<typeof globalThis.WebSocket>().toExtend<Accepted>();
  expectTypeOf<typeof WsWebSocket>().toExtend<Accepted>();
  expectTypeOf<InstanceType<typeof globalThis.WebSocket>>().toExtend<Made>();
  expectTypeOf<WsWebSocket>().toExtend<Made>();
});

test('[B4.1] what lacks a part that the client uses does not fit', () => {
  expectTypeOf<new (url: string, protocols: string[]) => Omit<WebSocketLike, 'bufferedAmount'>>().not.toExtend<Accepted>();
  expectTypeOf<new (url: string, protocols: number) => WebSocketLike>().not.toExtend<Accepted>();
});
