import type { ConnectionState, EventStream } from '@tidemark/transport';

/** What every host event has, whatever its type (H1.1). */
export interface HostEventLike {
  readonly eventId: string;
  readonly delivery: 'durable' | 'ephemeral';
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
