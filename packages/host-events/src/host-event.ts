export type Delivery = 'durable' | 'ephemeral';

/** Who reads. A credential's tenant and workspaces, decided by the authenticator. */
export interface Reader {
  readonly tenant: string;
  /** Names the holder within the tenant, for revocation. */
  readonly subject: string;
  readonly workspaces: readonly string[];
}

/** Decodes a payload's JSON text, checked in full; throws an error with `code` and `path`. Generated decoders are of this form. */
export type PayloadDecoder = (json: string, options: { readonly maxBytes: number }) => object;

/** One advertised type (H1.2). */
export interface HostEventType {
  /** `org.noun-verbed`. */
  readonly type: string;
  readonly delivery: Delivery;
  readonly decodePayload: PayloadDecoder;
  /** Who may see it beyond tenant and workspace (H3.1); asked for each event at delivery. Default: everybody who may see its workspace. */
  readonly visible?: (reader: Reader, event: VisibleEvent) => boolean;
}

/** What a visibility predicate looks at. */
export interface VisibleEvent {
  readonly type: string;
  readonly workspaceId: string | undefined;
  /** Parsed when it is first asked for. */
  readonly payload: object;
}

/** What is emitted. */
export interface Emission {
  readonly tenant: string;
  readonly workspaceId?: string | undefined;
  readonly type: string;
  readonly payload: object;
}

/** An event as it goes out: the same object for every stream of this process, so that whatever is derived from it is derived once. */
export interface OutgoingEvent {
  /** The SSE id; null on an ephemeral event (H1.4). */
  readonly id: string | null;
  readonly type: string;
  /** The envelope, as it was validated when it was emitted. */
  readonly json: string;
}

/** Reserved for the test trigger (H3.2). */
export const TEST_TYPES = {
  durable: 'host-test.durable-triggered',
  ephemeral: 'host-test.ephemeral-triggered',
} as const satisfies Record<Delivery, string>;

export const RESERVED_PREFIX = 'host-test.';
