import { randomUUID } from 'node:crypto';
import { decodeOrder } from '@tidemark/orders-client/decoders';
import { notFound, type OrdersHandlers } from '@tidemark/orders-server';
import type { Clerk } from './clerk.ts';
import { deskHandler, type SignIn } from './desk.ts';
import { streamEnded } from './ended.ts';
import type { Feed } from './feed.ts';
import { newOrder } from './new-order.ts';
import type { OrderStore } from './store.ts';

const DEFAULT_PAGE = 20;

/** The orders contract kept on a store and its feed. */
export function ordersHandlers(store: OrderStore, feed: Feed, signIn: SignIn): OrdersHandlers<Clerk> {
  return {
    async placeOrder({ headers, body }, { principal }) {
      const order = newOrder(body, new Date());
      const event = {
        eventId: randomUUID(),
        tag: 'order-placed',
        status: order.status,
        body: JSON.stringify({ type: 'order-placed', v: 1, order }),
      };
      const gift = body.lines.some((line) => line.gift === true);
      const placed = await store.ask('place', {
        tenant: principal.tenant,
        key: headers['idempotency-key'],
        orderId: order.orderId,
        gift,
        order: JSON.stringify(order),
        event,
      });
      const kept = decodeOrder(placed.order);
      return placed.created ? { status: 201, headers: { location: `/orders/${kept.orderId}` }, body: kept } : { status: 200, body: kept };
    },

    async getOrder({ path }, { principal }) {
      const order = await store.ask('get', { tenant: principal.tenant, orderId: path.orderId });
      if (order === null) throw notFound();
      return decodeOrder(order);
    },

    async listOrders({ query }, { principal }) {
      const { status, before, gift, limit } = query;
      const page = await store.ask('list', {
        tenant: principal.tenant,
        statuses: status ?? [],
        before: before ?? null,
        gift: gift ?? null,
        limit: limit ?? DEFAULT_PAGE,
      });
      return { orders: page.orders.map((order) => decodeOrder(order)), more: page.more };
    },

    watchOrders: {
      open: ({ query }, { principal, lastEventId, signal }) =>
        feed.open({ tenant: principal.tenant, status: query.status, lastEventId, signal }),
      terminal: streamEnded,
    },

    desk: deskHandler(store, feed, signIn),
  };
}
