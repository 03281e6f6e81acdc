import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import openapiTypeScript, { astToString } from 'openapi-typescript';
import { describe, expect, test } from 'vitest';
import { lacks } from '../../vitest/needs.ts';
import { strictErrors } from './strict-compile.ts';
import { subjects } from './subjects.ts';

/** Code of somebody who uses the types of the orders contract, each line true only if they say what the contract says. */
const ORDERS_FROM_OPENAPI = `
import type { components, paths } from './openapi';
type Schemas = components['schemas'];
export const payment: Schemas['Payment'] = { method: 'card', last4: '4242', token: 'dG9rZW4' };
export const position: Schemas['Position'] = [47.37, 8.54];
export const parcel: Schemas['Parcel'] = { label: 'a', grams: 1, contains: [{ label: 'b', grams: 1, contains: [] }] };
export function tagOf(message: Schemas['ServerMessage']): string {
  return message.type === 'order-placed' ? message.order.orderId : message.type;
}
export type Placed = paths['/orders']['post']['responses'][201]['content']['application/json'];
export function statusOf(order: Placed): 'placed' | 'packed' | 'shipped' | 'cancelled' { return order.status; }
// @ts-expect-error: no such method of payment
export const cash: Schemas['Payment'] = { method: 'cash' };
// @ts-expect-error: a tuple of two
export const point: Schemas['Position'] = [1];
// @ts-expect-error: no such status
export const status: Schemas['OrderStatus'] = 'lost';
`;

const ORDERS_FROM_ASYNCAPI = `
import type { GetOrder } from './GetOrder';
import type { Order } from './Order';
import type { OrderPlaced } from './OrderPlaced';
import type { Parcel } from './Parcel';
export const request: GetOrder = { reservedType: 'get-order', v: 1, requestId: 'r-1', orderId: 'ord_1' };
export const parcel: Parcel = { label: 'a', grams: 1, contains: [] };
export function placed(message: OrderPlaced): Order { return message.order; }
export function place(order: Order): [number, number] | undefined { return order.deliverTo; }
// @ts-expect-error: another message
export const other: GetOrder = { ...request, reservedType: 'follow' };
// @ts-expect-error: no such field
export const wrong: Parcel = { ...parcel, weight: 1 };
`;

describe('openapi-typescript 7.13.0', () => {
  test.each(subjects.map((subject) => ({ name: subject.name, subject })))(
    '[C2.1, C2.3] $name: its types of openapi.json compile under a strict project',
    async ({ name, subject }) => {
      const types = astToString(await openapiTypeScript(Buffer.from(JSON.stringify(subject.openapi)), { silent: true }));
      const uses = name === 'orders' ? { 'use.ts': ORDERS_FROM_OPENAPI } : {};
      expect(strictErrors({ 'openapi.ts': types, ...uses })).toEqual([]);
      // It does not read `itemSchema` (openapi-ts/openapi-typescript#2577). When it does, its types of events are to be used above.
      expect(types).toContain('"text/event-stream": unknown;');
    },
  );
});

const modelina = {
  name: '@asyncapi/modelina',
  path: process.env['TIDEMARK_CONSUMERS'] === '1' ? 'npm' : undefined,
  fix: 'TIDEMARK_CONSUMERS=1 installs it from the npm registry into a temporary folder (190 MB)',
};

describe.skipIf(lacks(modelina))('Modelina 5.10.1', () => {
  test('[C2.2, C2.3] its types of asyncapi.json compile under a strict project', { timeout: 600_000 }, () => {
    const folder = mkdtempSync(join(tmpdir(), 'tidemark-modelina-'));
    try {
      writeFileSync(join(folder, 'package.json'), '{"private":true}');
      const install = ['install', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error', '@asyncapi/modelina@5.10.1'];
      execFileSync('npm', install, { cwd: folder, stdio: 'ignore' });
      copyFileSync(fileURLToPath(new URL('../modelina.mjs.txt', import.meta.url)), join(folder, 'modelina.mjs'));
      for (const { name, asyncapi } of subjects.filter((subject) => subject.asyncapi !== undefined)) {
        writeFileSync(join(folder, 'asyncapi.json'), JSON.stringify(asyncapi));
        const printed = execFileSync(process.execPath, ['modelina.mjs', 'asyncapi.json'], {
          cwd: folder,
          encoding: 'utf8',
          maxBuffer: 1e8,
        });
        const models = JSON.parse(printed) as Readonly<Record<string, string>>;
        const uses = name === 'orders' ? { 'use.ts': ORDERS_FROM_ASYNCAPI } : {};
        expect(strictErrors({ ...models, ...uses })).toEqual([]);
        const messages = Object.values(asyncapi?.['channels'] as Record<string, { messages: Record<string, { title: string }> }>);
        const titles = messages.flatMap((channel) => Object.values(channel.messages).map(({ title }) => `${title}.ts`));
        expect(titles.filter((file) => models[file] === undefined)).toEqual([]);
      }
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });
});
