/** The tables that `SCHEMA` makes. */
export const TABLES: readonly string[] = ['orders', 'events', 'contract'];

/** Tables of the demo's state. `position` orders events by commit; `event_id` is what a client resumes from, and says nothing of the order.
 * `contract` holds the digests of the descriptions under which everything else was found readable. */
export const SCHEMA = `
CREATE TABLE IF NOT EXISTS orders (
  number INTEGER PRIMARY KEY AUTOINCREMENT,
  order_id TEXT NOT NULL UNIQUE,
  tenant TEXT NOT NULL,
  idempotency_key TEXT NOT NULL,
  status TEXT NOT NULL,
  gift INTEGER NOT NULL,
  body TEXT NOT NULL,
  UNIQUE (tenant, idempotency_key)
) STRICT;
CREATE INDEX IF NOT EXISTS orders_by_tenant ON orders (tenant, number DESC);
CREATE TABLE IF NOT EXISTS events (
  position INTEGER PRIMARY KEY AUTOINCREMENT,
  event_id TEXT NOT NULL UNIQUE,
  tenant TEXT NOT NULL,
  tag TEXT NOT NULL,
  status TEXT NOT NULL,
  body TEXT NOT NULL
) STRICT;
CREATE INDEX IF NOT EXISTS events_by_tenant ON events (tenant, position);
CREATE TABLE IF NOT EXISTS contract (digest TEXT NOT NULL) STRICT;
`;
