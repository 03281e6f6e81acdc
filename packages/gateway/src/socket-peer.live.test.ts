import { once } from 'node:events';
import { expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { serve } from './test-support/serve.ts';

test('[B3.0] an unrelated client, `ws`, offers compression, asks, is answered and closes cleanly', async () => {
  const served = await serve();
  const socket = new WebSocket(`ws://127.0.0.1:${served.port}/desk/a`, ['sample.v1'], {
    headers: { authorization: 'Bearer t-read' },
    perMessageDeflate: true,
  });
  await once(socket, 'open');
  expect([socket.protocol, socket.extensions]).toEqual(['sample.v1', '']);
  const answered = once(socket, 'message') as Promise<[Buffer]>;
  socket.send(JSON.stringify({ type: 'ask', v: 1, requestId: 'r', question: 'why' }));
  expect((await answered)[0].toString()).toBe('{"type":"answer","v":1,"requestId":"r","reply":"WHY"}');
  const closed = once(socket, 'close') as Promise<[number, Buffer]>;
  socket.close(1000, 'bye');
  expect((await closed)[0]).toBe(1000);
  await served.close();
});
