import { parentPort, workerData } from 'node:worker_threads';
import type { ChangeOrder, ListOrders, PlaceOrder, Question, StoreMessage } from './requests.ts';
import { OrderDatabase } from './sqlite.ts';

const port = parentPort;
if (port === null) throw new Error('This module runs in a worker thread.');

const post = (message: StoreMessage): void => port.postMessage(message);
const database = new OrderDatabase((workerData as { file: string }).file, (committed) => post({ committed }));

port.on('message', ({ id, method, ask }: Question) => {
  try {
    post({ id, answer: answer(method, ask) });
  } catch (error) {
    post({ id, failure: error instanceof Error ? error.message : String(error) });
  }
  if (method === 'close') port.close();
});

// oxlint-disable-next-line typescript/consistent-return -- the switch is exhaustive; a `default` would hide a new question
function answer(method: Question['method'], ask: unknown): unknown {
  switch (method) {
    case 'place':
      return database.place(ask as PlaceOrder);
    case 'get': {
      const { tenant, orderId } = ask as { tenant: string; orderId: string };
      return database.get(tenant, orderId);
    }
    case 'list':
      return database.list(ask as ListOrders);
    case 'change':
      return database.change(ask as ChangeOrder);
    case 'resume': {
      const { tenant, eventId } = ask as { tenant: string; eventId: string };
      return database.resume(tenant, eventId);
    }
    case 'events': {
      const { tenant, after, limit } = ask as { tenant: string; after: number; limit: number };
      return database.events(tenant, after, limit);
    }
    case 'head':
      return database.head();
    case 'close':
      database.close();
      return null;
  }
}
