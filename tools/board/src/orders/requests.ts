import type { StartErrorCode } from '../start-error.ts';

/** What the serving thread asks the store's thread, and what it is answered. Bodies travel as JSON text: they are stored so. */
export interface StoreRequests {
  place: { readonly ask: PlaceOrder; readonly answer: { readonly order: string; readonly created: boolean } };
  get: { readonly ask: { readonly tenant: string; readonly orderId: string }; readonly answer: string | null };
  list: { readonly ask: ListOrders; readonly answer: { readonly orders: readonly string[]; readonly more: boolean } };
  change: { readonly ask: ChangeOrder; readonly answer: ChangeAnswer };
  resume: { readonly ask: { readonly tenant: string; readonly eventId: string }; readonly answer: number | null };
  events: {
    readonly ask: { readonly tenant: string; readonly after: number; readonly limit: number };
    readonly answer: readonly StoredEvent[];
  };
  head: { readonly ask: Record<string, never>; readonly answer: number };
  close: { readonly ask: Record<string, never>; readonly answer: null };
}

export interface PlaceOrder {
  readonly tenant: string;
  readonly key: string;
  readonly orderId: string;
  readonly gift: boolean;
  readonly order: string;
  readonly event: NewEvent;
}

export interface ListOrders {
  readonly tenant: string;
  readonly statuses: readonly string[];
  readonly before: number | null;
  readonly gift: boolean | null;
  readonly limit: number;
}

export interface ChangeOrder {
  readonly tenant: string;
  readonly orderId: string;
  readonly ifRevision: number | null;
  readonly status: string;
  readonly eventId: string;
}

export type ChangeAnswer =
  | { readonly kind: 'changed'; readonly revision: number }
  | { readonly kind: 'not-found' }
  | { readonly kind: 'conflict'; readonly revision: number };

export interface NewEvent {
  readonly eventId: string;
  readonly tag: string;
  readonly status: string;
  readonly body: string;
}

export interface StoredEvent extends NewEvent {
  readonly position: number;
  readonly tenant: string;
}

export type StoreMethod = keyof StoreRequests;

/** One question, numbered. */
export interface Question {
  readonly id: number;
  readonly method: StoreMethod;
  readonly ask: unknown;
}

/** The first message of a store: it is open, or why it is not. Errors lose their class between threads, so this is data. */
export type StoreOpening = { readonly opened: true } | { readonly refused: { readonly code: StartErrorCode; readonly message: string } };

/** An answer to a question, or an event that was committed. */
export type StoreMessage =
  | { readonly id: number; readonly answer: unknown }
  | { readonly id: number; readonly failure: string }
  | { readonly committed: StoredEvent };
