import { EventEmitter, once } from 'node:events';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { NotFoundError, ResyncRequiredError, UnauthenticatedError, ValidationError } from '@tidemark/orders-client';
import { type Browser, chromium, type Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Board } from './server.ts';
import { clientOf, plainOrder, serveBoard, temporaryFolder, TOKEN } from './test-support/serve-board.ts';

const CHROMIUM = '/usr/bin/chromium';
const hasChromium = existsSync(CHROMIUM);
if (!hasChromium && process.env['REQUIRE_ALL'] === '1') throw new Error('Chromium is missing: apt-get install chromium.');
if (!hasChromium) process.stderr.write('Skipped: the browser tests of Board need Chromium (apt-get install chromium).\n');

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
let board: Board;

beforeAll(async () => {
  folder = await temporaryFolder();
  board = await open('board.sqlite');
});
afterAll(async () => {
  await board.close();
  await folder.remove();
});

const open = (name: string): Promise<Board> => serveBoard(join(folder.path, name));

let lastKey = 0;
const key = () => `test-key-${++lastKey}`;

test('[C4.2, C1.4] operations: an order is placed once for a key, with exact sums, and is read and listed', async () => {
  const client = clientOf(board.url);
  const idempotencyKey = key();
  const first = await client.placeOrder({ 'idempotency-key': idempotencyKey, body: plainOrder });
  const again = await client.placeOrder({ 'idempotency-key': idempotencyKey, body: plainOrder });
  expect([first.status, again.status]).toEqual([201, 200]);
  expect(again.body).toEqual(first.body);
  expect(first.body.total).toEqual({ minor: '18014398509481986', currency: 'EUR' });
  expect(await client.getOrder({ orderId: first.body.orderId })).toEqual(first.body);
  expect((await client.listOrders({ status: ['placed', 'packed'], limit: 1 })).orders).toEqual([first.body]);
});

test('[C4.2, B1.3] every refusal is its generated class', async () => {
  const client = clientOf(board.url);
  await expect(client.getOrder({ orderId: 'ord_none' })).rejects.toBeInstanceOf(NotFoundError);
  await expect(client.placeOrder({ 'idempotency-key': key(), body: { ...plainOrder, lines: [] } })).rejects.toBeInstanceOf(ValidationError);
  await expect(clientOf(board.url, 'wrong').listOrders()).rejects.toBeInstanceOf(UnauthenticatedError);
  const stream = client.watchOrders({ lastEventId: 'no-such-event' });
  await expect(stream[Symbol.asyncIterator]().next()).rejects.toBeInstanceOf(ResyncRequiredError);
});

test('[B2.1, C4.2a] a stream resumes over a restart of the service: each event once, in order', async () => {
  const first = await open('restart.sqlite');
  const placed: string[] = [];
  const seen: string[] = [];
  let lastEventId: string | undefined;
  const place = async (at: Board) =>
    placed.push((await clientOf(at.url).placeOrder({ 'idempotency-key': key(), body: plainOrder })).body.orderId);
  const read = async (at: Board, count: number, from: { lastEventId?: string }) => {
    for await (const event of clientOf(at.url).watchOrders(from)) {
      if (event.event !== 'order-placed') continue;
      seen.push(event.data.order.orderId);
      lastEventId = event.id;
      if (seen.length === count) break;
    }
  };
  await place(first);
  const states = new EventEmitter();
  const isLive = once(states, 'live');
  const stream = clientOf(first.url).watchOrders({ onState: ({ status }) => states.emit(status) });
  const iterator = stream[Symbol.asyncIterator]();
  const next = iterator.next();
  await isLive;
  await place(first);
  const event = await next;
  lastEventId = event.done === true ? undefined : event.value.id;
  await iterator.return?.();
  await place(first);
  await first.close();
  const second = await open('restart.sqlite');
  try {
    await place(second);
    await read(second, 2, lastEventId === undefined ? {} : { lastEventId });
    expect(seen).toEqual(placed.slice(2));
  } finally {
    await second.close();
  }
});

test('[B4.1, B3.4] the desk answers nothing before the caller has signed in, then replies and pushes', async () => {
  const client = clientOf(board.url);
  const refused = client.desk({ onChallenge: ({ challenge }) => ({ type: 'sign-in', v: 1, challenge, token: 'wrong' }) });
  await expect(refused.opened).rejects.toMatchObject({ code: 'socket-closed' });
  const desk = client.desk({ onChallenge: ({ challenge }) => ({ type: 'sign-in', v: 1, challenge, token: TOKEN }) });
  await desk.opened;
  const { orderId } = (await client.placeOrder({ 'idempotency-key': key(), body: plainOrder })).body;
  desk.send({ type: 'follow', v: 1, scope: { kind: 'one', orderId } });
  expect(await desk.request({ type: 'get-order', v: 1, orderId })).toMatchObject({ type: 'order-found', order: { orderId } });
  const set = await desk.request({ type: 'set-status', v: 1, orderId, ifRevision: 1, status: 'packed' });
  expect(set).toMatchObject({ type: 'status-set', orderId, revision: 2 });
  expect(await desk.request({ type: 'set-status', v: 1, orderId, ifRevision: 1, status: 'shipped' })).toMatchObject({
    type: 'request-refused',
    code: 'conflict',
  });
  const received: object[] = [];
  for await (const message of desk) {
    received.push(message);
    if (received.length === 2) break;
  }
  expect(received).toEqual([
    { type: 'signed-in', v: 1, subject: 'clerk-1' },
    { type: 'order-changed', v: 1, orderId, revision: 2, status: 'packed', parcel: null },
  ]);
});

test('[P1.1] HEAD of a page is its GET without the body', async () => {
  const [get, head] = await Promise.all([fetch(`${board.url}/`), fetch(`${board.url}/`, { method: 'HEAD' })]);
  expect([head.status, await head.text()]).toEqual([200, '']);
  expect(head.headers.get('content-length')).toBe(String((await get.arrayBuffer()).byteLength));
});

describe.skipIf(!hasChromium)('the page in Chromium', () => {
  let browser: Browser;
  let page: Page;
  const foreign: string[] = [];
  const complaints: string[] = [];

  beforeAll(async () => {
    browser = await chromium.launch({
      executablePath: CHROMIUM,
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1',
      ],
    });
    page = await browser.newPage();
    page.on('request', (request) => {
      if (!request.url().startsWith(board.url) && !/^(?:data|blob):/.test(request.url())) foreign.push(request.url());
    });
    page.on('console', (message) => {
      if (message.type() === 'error') complaints.push(message.text());
    });
    page.on('pageerror', (error) => complaints.push(error.message));
  });
  afterAll(() => browser.close());

  test('[P1.1, C4.2] a person calls an operation, watches the stream and talks over the socket, through the generated client', async () => {
    await page.goto(board.url);
    await page.getByRole('button', { name: 'Watch', exact: true }).click();
    await expect.poll(() => page.locator('#watch-state').textContent()).toBe('live');
    await page.getByRole('button', { name: 'Open the desk' }).click();
    await expect.poll(() => page.locator('#desk-state').textContent()).toBe('live');
    await page.getByRole('button', { name: 'Place order' }).click();
    await expect.poll(() => page.locator('#answer').textContent()).toContain('"status": "placed"');
    const orderId = /"orderId": "(ord_[0-9a-f]+)"/.exec((await page.locator('#answer').textContent()) ?? '')?.[1] ?? '';
    await expect.poll(() => page.locator('#events').textContent()).toContain(orderId);
    await page.locator('#desk [name=orderId]').fill(orderId);
    await page.getByRole('button', { name: 'Move on' }).click();
    await expect.poll(() => page.locator('#messages').textContent()).toContain('status-set');
    await expect.poll(() => page.locator('#messages').textContent()).toContain('order-changed');
    await expect.poll(() => page.locator('#events').textContent()).toContain('order-changed');
    expect([foreign, complaints]).toEqual([[], []]);
  });

  test('[B2.1] what happens while the connection is cut is seen once after the resume', async () => {
    const orders = async () => await page.locator('#events li').count();
    const before = await orders();
    await page.getByRole('button', { name: 'Cut the connection' }).click();
    await expect.poll(() => page.locator('#watch-state').textContent()).toBe('closed');
    const { orderId } = (await clientOf(board.url).placeOrder({ 'idempotency-key': key(), body: plainOrder })).body;
    await page.getByRole('button', { name: 'Resume' }).click();
    await expect.poll(() => page.locator('#events').textContent()).toContain(orderId);
    expect(await orders()).toBe(before + 1);
  });

  test('[P1.1] errors are said once, and a malformed order id is marked before it costs the socket', async () => {
    await page.locator('#get [name=orderId]').fill('ord_none');
    await page.getByRole('button', { name: 'Read order' }).click();
    await expect
      .poll(() => page.locator('#answer').textContent())
      .toBe('NotFoundError: [not_found] No such order is visible to the caller.');
    await page.locator('#desk [name=orderId]').fill('nonsense');
    await page.getByRole('button', { name: 'Ask' }).click();
    expect(await page.locator('#desk [name=orderId]').evaluate((input: HTMLInputElement) => input.validity.patternMismatch)).toBe(true);
    expect(await page.locator('#desk-state').textContent()).toBe('live');
  });

  test('[P1.1] the order just placed is at hand in every form', async () => {
    await page.getByRole('button', { name: 'Place order' }).click();
    await expect.poll(() => page.locator('#answer').textContent()).toContain('"status": "placed"');
    const orderId = /"orderId": "(ord_[0-9a-f]+)"/.exec((await page.locator('#answer').textContent()) ?? '')?.[1];
    const values = () => page.locator('[name=orderId]').evaluateAll((inputs) => (inputs as HTMLInputElement[]).map(({ value }) => value));
    await expect.poll(values).toEqual([orderId, orderId]);
  });

  test('[P1.1] the keyboard keeps its place when a button is disabled under it', async () => {
    await page.getByRole('button', { name: 'Cut the connection' }).focus();
    await page.keyboard.press('Enter');
    await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('Resume');
    await page.keyboard.press('Enter');
    await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('Cut the connection');
    await expect.poll(() => page.locator('#watch-state').textContent()).toBe('live');
  });

  test('[P1.1] the page fits a telephone', async () => {
    await page.setViewportSize({ width: 360, height: 740 });
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
    await page.setViewportSize({ width: 1280, height: 800 });
  });

  test.each(['openapi', 'asyncapi'])('[P1.1, B3.7] the documentation of the %s description shows without a network', async (name) => {
    await page.goto(`${board.url}/board/docs/${name}`);
    await expect
      .poll(() => page.locator('#app').textContent(), { timeout: 20_000 })
      .toContain(name === 'openapi' ? 'Place an order' : 'Orders');
    expect(foreign).toEqual([]);
  });
});
