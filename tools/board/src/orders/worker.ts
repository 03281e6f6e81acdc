import { parentPort, workerData } from 'node:worker_threads';
import { StartError } from '../start-error.ts';
import { openDatabase } from './open-database.ts';
import type { ChangeOrder, ListOrders, PlaceOrder, Question, StoreMessage, StoreOpening } from './requests.ts';
import { OrderDatabase } from './sqlite.ts';

const port = parentPort;
if (port === null) throw new Error('This module runs in a worker thread.');

const post = (message: StoreMessage | StoreOpening): void => port.postMessage(message);
const database = open((workerData as { file: string }).file);

if (database !== undefined) serve(database);

function open(file: string): OrderDatabase | undefined {
  try {
    const opened = new OrderDatabase(openDatabase(file), (committed) => post({ committed }));
    post({ opened: true });
    return opened;
  } catch (error) {
    if (!(error instanceof StartError)) throw error;
    post({ refused: { code: error.code, message: error.message } });
    return undefined;
  }
}

function serve(opened: OrderDatabase): void {
  port?.on('message', ({ id, method, ask }: Question) => {
    try {
      post({ id, answer: answer(opened, method, ask) });
    } catch (error) {
      post({ id, failure: error instanceof Error ? error.message : String(error) });
    }
    if (method === 'close') port.close();
  });
}

// oxlint-disable-next-line typescript/consistent-return -- the switch is exhaustive; a `default` would hide a new question
function answer(opened: OrderDatabase, method: Question['method'], ask: unknown): unknown {
  switch (method) {
    case 'place':
      return opened.place(ask as PlaceOrder);
    case 'get': {
      const { tenant, orderId } = ask as { tenant: string; orderId: string };
      return opened.get(tenant, orderId);
    }
    case 'list':
      return opened.list(ask as ListOrders);
    case 'change':
      return opened.change(ask as ChangeOrder);
    case 'resume': {
      const { tenant, eventId } = ask as { tenant: string; eventId: string };
      return opened.resume(tenant, eventId);
    }
    case 'events': {
      const { tenant, after, limit } = ask as { tenant: string; after: number; limit: number };
      return opened.events(tenant, after, limit);
    }
    case 'head':
      return opened.head();
    case 'close':
      opened.close();
      return null;
  }
}
