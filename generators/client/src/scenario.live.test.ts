import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { chromium as browsers } from 'playwright-core';
import { WebSocket } from 'ws';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { chromium, lacks } from '../../../tools/vitest/needs.ts';
import { type ExampleServer, startExampleServer } from './testing/example-server.ts';
import { bundle, writeGenerated } from './testing/generated-folder.ts';
import { samples } from './testing/samples.ts';

const page = '<!doctype html><link rel="icon" href="data:,"><title>scenario</title>';
const { representation } = samples['orders'] ?? expect.unreachable('no case');

let server: ExampleServer;
let folder = '';
let remove: () => void = () => undefined;
beforeAll(async () => {
  ({ folder, remove } = writeGenerated(['scenario']));
  const { text } = await bundle(folder, `export { scenario } from './scenario.ts';`);
  writeFileSync(join(folder, 'scenario.js'), text);
  server = await startExampleServer(representation, {
    '/': { type: 'text/html', text: page },
    '/scenario.js': { type: 'text/javascript', text },
  });
});
afterAll(async () => {
  await server.close();
  remove();
});

const expected = {
  placed: ['ord_7f3k', '/orders/ord_7f3k'],
  page: 1,
  missing: ['NotFoundError', 'not_found', 404, false],
  events: ['order-placed 1 -', 'order-changed 2 1', 'order-cancelled 3 2', 'heartbeat - 3'],
  position: '3',
  reply: ['r1', 'packed'],
  first: 'signed-in',
  aborted: 'aborted',
};
const requests = [
  ['POST', '/orders', undefined],
  ['GET', '/orders?status=placed&status=packed&limit=2', undefined],
  ['GET', '/orders/ord_none', undefined],
  ['GET', '/orders/events', undefined],
  ['GET', '/orders/events', '2'],
];
const seen = (): unknown => server.seen.splice(0).map(({ method, url, lastEventId }) => [method, url, lastEventId]);

describe('[C4.2] one generated client, unchanged', () => {
  test('in Node, with the WebSocket of ws', async () => {
    const { scenario } = (await import(pathToFileURL(join(folder, 'scenario.js')).href)) as {
      readonly scenario: (url: string, options: object) => Promise<unknown>;
    };
    expect(await scenario(server.url, { WebSocket })).toEqual(expected);
    expect(server.seen.every(({ authorization }) => authorization === 'Bearer tok')).toBe(true);
    expect(seen()).toEqual(requests);
  });

  const need = chromium();
  test.skipIf(lacks(need))('in Chromium, with its own', async () => {
    const browser = await browsers.launch({
      ...(need.path === undefined ? {} : { executablePath: need.path }),
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-background-networking',
        '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1',
      ],
    });
    try {
      const tab = await browser.newPage();
      await tab.goto(server.url);
      // Run as text: the page's own module, not this file's.
      const result = await tab.evaluate(`import('/scenario.js').then(({ scenario }) => scenario(location.origin))`);
      expect(result).toEqual(expected);
      expect(seen()).toEqual(requests);
    } finally {
      await browser.close();
    }
  });
});
