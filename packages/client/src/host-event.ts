import type { ConnectionState, EventStream } from '@tidemark/transport';

/** An event as a generated client hands it out: its type, the id that it can be resumed from if it is durable, and the envelope (H1.1). */
export interface HostEventLike {
  readonly event: string;
  readonly id?: string | undefined;
  readonly data: { readonly eventId: string; readonly delivery: 'durable' | 'ephemeral' };
}

/** The stream method of a generated host-events client: `client.streamHostEvents`. */
export type OpenHostEvents<E extends HostEventLike> = (request: {
  readonly query: { readonly replay?: 'required' };
  readonly lastEventId?: string;
  readonly signal?: AbortSignal;
  readonly onState?: (state: ConnectionState) => void;
  readonly isDuplicate?: (event: E) => boolean;
}) => EventStream<E>;

/** Why what was seen before and what comes are not one history. */
export type ResetReason =
  /** The host refused the cursor (409): it will never be sent again. */
  | 'resync-required'
  /** The connection was lost before there was a position to resume from, or the host does not promise strict replay. */
  | 'position-lost';
