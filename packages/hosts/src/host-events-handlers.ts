import type { LastEventIdContext, RequestContext, ServiceError, StreamContext } from '@tidemark/gateway';
import { type HostEvents, HostEventsError, type Reader } from '@tidemark/host-events';
import {
  forbidden,
  hostEventResyncRequired,
  internalError,
  rateLimited,
  type StreamHostEventsRequest,
  temporarilyUnavailable,
  type TriggerHostTestEventRequest,
  validationError,
} from '@tidemark/host-events-server';
import type { RateLimit } from './rate-limit.ts';
import { decodeSeamBody } from './seam-body.ts';
import { streamSource } from './stream-source.ts';

export interface HostEventsHandlersOptions {
  readonly service: HostEvents;
  /** How often one caller may open a stream, and trigger or emit a test event. */
  readonly reads: RateLimit;
  readonly triggers: RateLimit;
}

const RETRY_SECONDS = 1;

/** The handlers of the generated server over the service: what is refused, and how it is answered (H5.4). */
export function hostEventsHandlers({ service, reads, triggers }: HostEventsHandlersOptions): object {
  return {
    async triggerHostTestEvent({ body }: TriggerHostTestEventRequest, { principal, caller }: RequestContext<Reader>) {
      allow(triggers, caller);
      checkWorkspace(principal, body.workspaceId);
      return answering(() => service.trigger(body.delivery, principal.tenant, body.workspaceId), '/body/delivery');
    },

    async emitHostEvent({ body }: { readonly body: object }, { principal }: RequestContext<Reader>) {
      const { type, workspaceId, payload } = decodeSeamBody(body);
      checkWorkspace(principal, workspaceId);
      return answering(() => service.emit({ tenant: principal.tenant, type, workspaceId, payload }), '/body/type');
    },

    streamHostEvents: {
      async open({ query }: StreamHostEventsRequest, context: StreamContext<Reader> & LastEventIdContext): Promise<AsyncIterable<object>> {
        allow(reads, context.caller);
        const strict = query.replay === 'required' && service.facet.replay !== undefined;
        const { principal: reader, lastEventId } = context;
        // It may be told to end while it is being opened: then the context ends it as soon as there is something to end.
        const opened = await answering(() => service.open({ reader, lastEventId, strict, ended: () => context.end() }), '');
        return streamSource(opened);
      },
    },
  };
}

function allow(limit: RateLimit, caller: string): void {
  const retryAfterSeconds = limit.take(caller);
  if (retryAfterSeconds !== null) throw rateLimited({ retryAfterSeconds });
}

function checkWorkspace({ workspaces }: Reader, workspaceId: string | undefined): void {
  if (workspaceId !== undefined && !workspaces.includes(workspaceId)) throw forbidden();
}

/** Runs the service and answers its refusals in the contract's terms. `typePath`: where the request names the type. */
async function answering<T>(work: () => Promise<T>, typePath: string): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw answerOf(error, typePath);
  }
}

function answerOf(error: unknown, typePath: string): ServiceError {
  if (!(error instanceof HostEventsError)) {
    // A database that does not answer is not the caller's fault and may be back soon.
    return temporarilyUnavailable({ retryAfterSeconds: RETRY_SECONDS, cause: error });
  }
  switch (error.code) {
    case 'resync-required':
      // No cause, no words: the answer is the same for every cause (H2.4).
      return hostEventResyncRequired();
    case 'revoked':
      return forbidden();
    case 'unavailable':
      return temporarilyUnavailable({ retryAfterSeconds: RETRY_SECONDS, cause: error });
    case 'unknown-type':
    case 'reserved-type':
      return validationError({ details: { code: error.code, path: typePath }, cause: error });
    case 'invalid-payload':
    case 'secret-payload':
      return validationError({ details: { code: error.code, path: `/body/payload${error.path ?? ''}`.slice(0, 400) }, cause: error });
    case 'invalid-workspace':
      return validationError({ details: { code: error.code, path: '/body/workspaceId' }, cause: error });
    default:
      return internalError({ cause: error });
  }
}
