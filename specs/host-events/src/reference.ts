import { type Contract, Int64, List, SafeUint, Struct, Text, Timestamp, Type, Uint64, Utf8 } from '@tidemark/contract';
import { hostEvents } from './host-events.ts';

const Money = Struct(
  {
    minor: Int64({ description: 'Amount in minor units.' }),
    currency: Type.Enum(['EUR', 'USD', 'JPY'], { description: 'ISO 4217 code.' }),
  },
  { description: 'An amount of money.' },
);

const OrderPaid = Struct(
  {
    orderId: Text(40, { description: 'The order.' }),
    revision: Uint64({ description: 'Revision of the order.' }),
    total: Money,
    paidAt: Timestamp(),
  },
  { description: 'An order was paid.' },
);

const ImportFinished = Struct(
  {
    rows: SafeUint({ description: 'Rows that were read.' }),
    warnings: List(Utf8({ maxBytes: 400 }), 100, { description: 'What was skipped, and why.' }),
  },
  { description: 'An import came to its end.' },
);

const CursorMoved = Struct({ line: SafeUint(), column: SafeUint() }, { description: 'Where somebody’s cursor stands.' });

/** The instantiation whose descriptions, client and server are published and tested: a few example types, the trigger and the seam. */
export const hostEventsReference: Contract = hostEvents({
  types: {
    'example.order-paid': {
      delivery: 'durable',
      payload: OrderPaid,
      description: 'An order was paid.',
      example: { orderId: 'ord_7f3k', revision: '3', total: { minor: '1250', currency: 'EUR' }, paidAt: '2026-01-31T11:59:59.120Z' },
    },
    'example.import-finished': {
      delivery: 'durable',
      payload: ImportFinished,
      description: 'An import came to its end.',
      example: { rows: 1_204, warnings: ['Row 17 has no article number.'] },
    },
    'example.note-added': { delivery: 'durable', description: 'A note was added; its payload has no schema.', example: { text: 'Hello' } },
    'example.cursor-moved': {
      delivery: 'ephemeral',
      payload: CursorMoved,
      description: 'Somebody’s cursor moved.',
      example: { line: 12, column: 4 },
    },
  },
  schemas: { Money, OrderPaid, ImportFinished, CursorMoved },
  testTypes: ['durable', 'ephemeral'],
  emitSeam: true,
});
