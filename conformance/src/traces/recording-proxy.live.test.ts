import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { readTrace } from './read-trace.ts';
import { TraceRecorder } from './recorder.ts';
import { RecordingProxy } from './recording-proxy.ts';
import type { Trace } from './trace.ts';

const cleanUps: (() => void)[] = [];
afterEach(() => {
  for (const cleanUp of cleanUps.splice(0)) cleanUp();
});

/** Joins a peer with a host through the proxy, lets them play, and reads what was written down. */
async function recorded(play: (peer: Socket, host: Socket) => Promise<void>): Promise<Trace> {
  const server = createServer({ allowHalfOpen: true });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  cleanUps.push(() => server.close());
  let text = '';
  const recorder = new TraceRecorder({
    header: { vantage: 'proxy', peer: 'p', implementation: 'h', suite: 's', scenario: 'x', seed: null },
    credentials: {},
    digestKey: 'key',
    now: () => 0,
    sink: (line) => (text += line),
  });
  const proxy = new RecordingProxy(new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}`), recorder);
  const joined = once(server, 'connection') as Promise<[Socket]>;
  const peer = connect({ port: Number(new URL(await proxy.listen()).port), host: '127.0.0.1', allowHalfOpen: true });
  const [host] = await joined;
  cleanUps.push(
    () => peer.destroy(),
    () => host.destroy(),
  );
  peer.on('error', () => {});
  host.on('error', () => {});
  await play(peer, host);
  await proxy.close();
  recorder.finish();
  return readTrace(Buffer.from(text));
}

/** To its end; an iterator would destroy the socket, and with it the other direction. */
function whole(socket: Socket): Promise<Buffer> {
  const parts: Buffer[] = [];
  socket.on('data', (part: Buffer) => parts.push(part));
  return new Promise((resolve) => {
    socket.once('end', () => resolve(Buffer.concat(parts)));
  });
}

function ends(trace: Trace): object[] {
  return trace.records.flatMap((each) => (each.kind === 'end' ? [{ direction: each.direction, how: each.how, by: each.by }] : []));
}

test('[K5] bytes and half-closes pass unchanged, more of them than any buffer holds, and all are written down', async () => {
  const large = Buffer.alloc(3_000_000, 'abcdefghij');
  const trace = await recorded(async (peer, host) => {
    peer.end('ask');
    expect((await whole(host)).toString()).toBe('ask');
    host.end(large);
    expect((await whole(peer)).equals(large)).toBe(true);
  });
  const written = trace.records.flatMap((each) =>
    each.kind === 'bytes' && each.direction === 'from-host' ? [Buffer.from(each.data, 'base64')] : [],
  );
  expect(Buffer.concat(written).equals(large)).toBe(true);
  expect(ends(trace)).toEqual([
    { direction: 'to-host', how: 'fin', by: 'peer' },
    { direction: 'from-host', how: 'fin', by: 'host' },
  ]);
});

test('[K5] a reset is passed on, and written down once', async () => {
  const trace = await recorded(async (peer, host) => {
    peer.write('ask');
    await once(host, 'data');
    const gone = new Promise((resolve) => {
      host.once('error', resolve);
    });
    peer.resetAndDestroy();
    expect(await gone).toMatchObject({ code: 'ECONNRESET' });
  });
  expect(ends(trace)).toEqual([{ direction: 'to-host', how: 'reset', by: 'peer' }]);
});

test('[K5] what is open when the recording ends was cut by the recorder', async () => {
  const trace = await recorded(async (peer, host) => {
    peer.write('ask');
    await once(host, 'data');
  });
  expect(ends(trace)).toEqual([{ direction: 'to-host', how: 'abort', by: 'recorder' }]);
});
