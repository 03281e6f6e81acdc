import { randomBytes, randomUUID } from 'node:crypto';
import { secretsEqual } from '@tidemark/gateway';
import { decodeOrder } from '@tidemark/orders-client/decoders';
import type {
  Challenge,
  Follow,
  GetOrder,
  OrderFound,
  RequestRefused,
  SetStatus,
  SignIn as SignInMessage,
  SignedIn,
  StatusSet,
} from '@tidemark/orders-client/types';
import { type DeskConnection, type DeskHandler, type DeskSocket, unauthenticated } from '@tidemark/orders-server';
import type { Clerk } from './clerk.ts';
import { streamEnded } from './ended.ts';
import type { Feed } from './feed.ts';
import type { OrderStore } from './store.ts';

/** Whose token it is, when the holder may write; null otherwise. */
export type SignIn = (token: string) => Clerk | null;

export function deskHandler(store: OrderStore, feed: Feed, signIn: SignIn): DeskHandler {
  return { open: () => new Desk(store, feed, signIn), terminal: streamEnded };
}

/** One clerk's socket: signs in by answering the challenge, then asks, changes and follows. */
class Desk implements DeskSocket {
  readonly #store: OrderStore;
  readonly #feed: Feed;
  readonly #signIn: SignIn;
  readonly #challenge = randomBytes(16).toString('base64url');
  #clerk: Clerk | undefined;
  #unfollow: (() => void) | undefined;

  constructor(store: OrderStore, feed: Feed, signIn: SignIn) {
    this.#store = store;
    this.#feed = feed;
    this.#signIn = signIn;
  }

  readonly opening = {
    challenge: (): Challenge => ({ type: 'challenge', v: 1, challenge: this.#challenge }),
    answer: ({ challenge, token }: SignInMessage): SignedIn => {
      const clerk = secretsEqual(challenge, this.#challenge) ? this.#signIn(token) : null;
      if (clerk === null) throw unauthenticated();
      this.#clerk = clerk;
      return { type: 'signed-in', v: 1, subject: clerk.subject };
    },
  };

  readonly messages = {
    'get-order': (message: GetOrder) => this.#get(message),
    'set-status': (message: SetStatus) => this.#set(message),
    follow: (message: Follow, connection: DeskConnection) => this.#follow(message, connection),
  };

  closed(): void {
    this.#unfollow?.();
  }

  async #get({ requestId, orderId }: GetOrder): Promise<OrderFound | RequestRefused> {
    const order = await this.#store.ask('get', { tenant: this.#tenant(), orderId });
    if (order === null) return refused(requestId, 'not_found', 'No such order.');
    return { type: 'order-found', v: 1, requestId, order: decodeOrder(order), stamp: null };
  }

  async #set({ requestId, orderId, ifRevision, status }: SetStatus): Promise<StatusSet | RequestRefused> {
    const answer = await this.#store.ask('change', { tenant: this.#tenant(), orderId, ifRevision, status, eventId: randomUUID() });
    if (answer.kind === 'not-found') return refused(requestId, 'not_found', 'No such order.');
    if (answer.kind === 'conflict') return refused(requestId, 'conflict', `The order has revision ${answer.revision}.`);
    return { type: 'status-set', v: 1, requestId, orderId, revision: answer.revision };
  }

  #follow({ scope }: Follow, connection: DeskConnection): void {
    this.#unfollow?.();
    this.#unfollow = this.#feed.follow(this.#tenant(), {
      event(event) {
        const orderId = event.type === 'order-placed' ? event.order.orderId : event.orderId;
        if (scope.kind === 'everything' || scope.orderId === orderId) connection.send(event);
      },
      // It has missed an event: better no socket than one with a hole.
      failed: () => connection.end(1011, 'failed', streamEnded('failed')),
    });
  }

  #tenant(): string {
    if (this.#clerk === undefined) throw unauthenticated();
    return this.#clerk.tenant;
  }
}

function refused(requestId: string, code: RequestRefused['code'], message: string): RequestRefused {
  return { type: 'request-refused', v: 1, requestId, code, message };
}
