import type { Database } from 'better-sqlite3';
import type { ChangeAnswer, ChangeOrder, ListOrders, NewEvent, PlaceOrder, StoredEvent } from './requests.ts';

/** A page of large orders ends early: clients read 1 MiB of an answer, and what surrounds the orders is within the rest. */
const PAGE_BYTES = 1_048_576 - 1_024;

/** The orders in one SQLite file. Lives in a worker thread: a commit waits for the disk. */
export class OrderDatabase {
  readonly #db: Database;
  readonly #committed: (event: StoredEvent) => void;

  /** `committed` is called after each event's transaction is on disk, in commit order. */
  constructor(db: Database, committed: (event: StoredEvent) => void) {
    this.#db = db;
    this.#committed = committed;
  }

  /** The same key gives the order that it placed first. */
  place(ask: PlaceOrder): { order: string; created: boolean } {
    const place = this.#db.transaction(() => {
      const earlier = this.#db.prepare('SELECT body FROM orders WHERE tenant = ? AND idempotency_key = ?').get(ask.tenant, ask.key) as
        | { body: string }
        | undefined;
      if (earlier !== undefined) return { order: earlier.body, created: false, event: undefined };
      this.#db
        .prepare("INSERT INTO orders (order_id, tenant, idempotency_key, status, gift, body) VALUES (?, ?, ?, 'placed', ?, ?)")
        .run(ask.orderId, ask.tenant, ask.key, ask.gift ? 1 : 0, ask.order);
      return { order: ask.order, created: true, event: this.#append(ask.tenant, ask.event) };
    });
    const { event, ...answer } = place.immediate();
    if (event !== undefined) this.#committed(event);
    return answer;
  }

  get(tenant: string, orderId: string): string | null {
    const row = this.#db.prepare('SELECT body FROM orders WHERE tenant = ? AND order_id = ?').get(tenant, orderId) as
      | { body: string }
      | undefined;
    return row?.body ?? null;
  }

  list(ask: ListOrders): { orders: string[]; more: boolean } {
    const statuses = ask.statuses.length === 0 ? '' : `AND status IN (${ask.statuses.map(() => '?').join(', ')})`;
    const before = ask.before === null ? '' : 'AND number < ?';
    const gift = ask.gift === null ? '' : 'AND gift = ?';
    const values = [
      ask.tenant,
      ...ask.statuses,
      ...(ask.before === null ? [] : [ask.before]),
      ...(ask.gift === null ? [] : [ask.gift ? 1 : 0]),
      ask.limit + 1,
    ];
    const rows = this.#db
      .prepare(`SELECT body FROM orders WHERE tenant = ? ${statuses} ${before} ${gift} ORDER BY number DESC LIMIT ?`)
      .iterate(...values) as Iterable<{ body: string }>;
    const orders: string[] = [];
    let bytes = 0;
    for (const { body } of rows) {
      bytes += Buffer.byteLength(body) + 1;
      if (orders.length === ask.limit || bytes > PAGE_BYTES) return { orders, more: true };
      orders.push(body);
    }
    return { orders, more: false };
  }

  change(ask: ChangeOrder): ChangeAnswer {
    const change = this.#db.transaction((): { answer: ChangeAnswer; event?: StoredEvent } => {
      const body = this.get(ask.tenant, ask.orderId);
      if (body === null) return { answer: { kind: 'not-found' } };
      const order = JSON.parse(body) as { revision: number; status: string; parcel: unknown };
      if (ask.ifRevision !== null && ask.ifRevision !== order.revision) return { answer: { kind: 'conflict', revision: order.revision } };
      const next = { ...order, revision: order.revision + 1, status: ask.status };
      this.#db
        .prepare('UPDATE orders SET status = ?, body = ? WHERE tenant = ? AND order_id = ?')
        .run(ask.status, JSON.stringify(next), ask.tenant, ask.orderId);
      return { answer: { kind: 'changed', revision: next.revision }, event: this.#append(ask.tenant, changeEvent(ask, next)) };
    });
    const { answer, event } = change.immediate();
    if (event !== undefined) this.#committed(event);
    return answer;
  }

  /** Position of an event that the tenant may see, or null. */
  resume(tenant: string, eventId: string): number | null {
    const row = this.#db.prepare('SELECT position FROM events WHERE tenant = ? AND event_id = ?').get(tenant, eventId) as
      | { position: number }
      | undefined;
    return row?.position ?? null;
  }

  events(tenant: string, after: number, limit: number): StoredEvent[] {
    return this.#db
      .prepare(
        'SELECT position, event_id AS eventId, tenant, tag, status, body FROM events WHERE tenant = ? AND position > ? ORDER BY position LIMIT ?',
      )
      .all(tenant, after, limit) as StoredEvent[];
  }

  head(): number {
    return (this.#db.prepare('SELECT coalesce(max(position), 0) AS head FROM events').get() as { head: number }).head;
  }

  close(): void {
    this.#db.close();
  }

  #append(tenant: string, event: NewEvent): StoredEvent {
    const { lastInsertRowid } = this.#db
      .prepare('INSERT INTO events (event_id, tenant, tag, status, body) VALUES (?, ?, ?, ?, ?)')
      .run(event.eventId, tenant, event.tag, event.status, event.body);
    return { ...event, tenant, position: Number(lastInsertRowid) };
  }
}

function changeEvent(ask: ChangeOrder, order: { revision: number; parcel: unknown }): NewEvent {
  const { orderId, status, eventId } = ask;
  const { revision } = order;
  const message =
    status === 'cancelled'
      ? { type: 'order-cancelled', v: 1, orderId, revision, reason: 'Cancelled at the desk' }
      : { type: 'order-changed', v: 1, orderId, revision, status, parcel: order.parcel };
  return { eventId, tag: message.type, status, body: JSON.stringify(message) };
}
