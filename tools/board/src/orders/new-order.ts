import { randomBytes } from 'node:crypto';
import { canonicalJson, sha256Hex } from '@tidemark/canonical';
import { ordersLimits } from '@tidemark/orders-client';
import { tryDecodeOrder } from '@tidemark/orders-client/decoders';
import type { NewOrder, Order } from '@tidemark/orders-client/types';
import { validationError } from '@tidemark/orders-server';

/** What surrounds an order in the largest message that holds one (`order-found`) is less. */
const ENVELOPE_BYTES = 256;
/** Every order goes out as an event and as a message of the socket. */
const ORDER_BYTES = Math.min(ordersLimits.eventBytes, ordersLimits.messageBytes) - ENVELOPE_BYTES;

/**
 * The order that a body asks for. It is proven with the decoder of its readers before anything is stored: an order that one of them
 * refuses would break every list and every stream that comes upon it.
 *
 * @throws `validation_error` with a code and a path: `mixed-currencies`, `out-of-range` of the total, or the decoder's own.
 */
export function newOrder(placed: NewOrder, now: Date, maxBytes = ORDER_BYTES): Order {
  const order: Order = {
    ...placed,
    orderId: `ord_${randomBytes(8).toString('hex')}`,
    revision: 1,
    status: 'placed',
    total: totalOf(placed.lines),
    parcel: null,
    placedAt: now.toISOString(),
    receipt: `sha256:${sha256Hex(canonicalJson(placed))}`,
  };
  const read = tryDecodeOrder(JSON.stringify(order), { maxBytes });
  if (!read.ok) throw refused(read.error.code, `/body${read.error.path}`, `No order can be made of this: ${read.error.code}.`);
  return order;
}

/** The exact sum, in the one currency of all lines; Int64 like its parts. */
function totalOf(lines: NewOrder['lines']): Order['total'] {
  const currency = lines[0]?.unitPrice.currency ?? 'EUR';
  const other = lines.findIndex(({ unitPrice }) => unitPrice.currency !== currency);
  if (other !== -1)
    throw refused('mixed-currencies', `/body/lines/${other}/unitPrice/currency`, 'The lines of an order have one currency.');
  const minor = lines.reduce((sum, { unitPrice, quantity }) => sum + BigInt(unitPrice.minor) * BigInt(quantity), 0n);
  if (BigInt.asIntN(64, minor) !== minor) throw refused('out-of-range', '/body/lines', 'The total exceeds 64 bits.');
  return { minor: minor.toString(), currency };
}

function refused(code: string, path: string, message: string): Error {
  return validationError({ message, details: { code, path } });
}
