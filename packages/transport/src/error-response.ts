import { parseJson, parsed } from '@tidemark/codec';
import type { ClientContext } from './context.ts';
import type { ErrorDescriptor } from './descriptor.ts';
import { ownValue } from './own-value.ts';
import { readJsonBytes } from './response-body.ts';
import { parseRetryAfter } from './retry-after.ts';
import type { Answer } from './send.ts';
import type { ServiceError } from './service-error.ts';
import { TransportError } from './transport-error.ts';

/** An error body holds a code, a sentence and a few details. */
const maxErrorBytes = 65_536;

interface ErrorBody {
  readonly error: string;
  readonly message: string;
  readonly details?: unknown;
}

/**
 * The registered error that an answer carries, or `unexpected-status` where it carries none: another body (a proxy's page), an unknown code,
 * a status that is not the code's, details that do not decode. The status decides what happens next, so a bad body never hides it.
 */
export async function errorFromResponse(context: ClientContext, answer: Answer): Promise<ServiceError | TransportError> {
  const { status, headers } = answer.response;
  const retryAfterMs = parseRetryAfter(headers.get('retry-after'), context.now());
  const told = retryAfterMs === undefined ? {} : { retryAfterMs };
  try {
    const body = await readErrorBody(answer);
    const row = ownValue(context.service.errors, body.error);
    if (row?.status !== status) throw new TypeError('unregistered error');
    return new row.type({
      code: body.error as never,
      status,
      retriable: row.retriable,
      message: body.message,
      details: detailsOf(row, body) as never,
      ...told,
    });
  } catch (cause) {
    // Status 0 is how browsers hide a redirect that was not followed.
    const given = status === 0 ? 'a redirect' : String(status);
    return new TransportError('unexpected-status', `${answer.what}: answered ${given}`, { status, cause, ...told });
  }
}

async function readErrorBody(answer: Answer): Promise<ErrorBody> {
  const body: unknown = parseJson(await readJsonBytes(answer, maxErrorBytes), { maxBytes: maxErrorBytes });
  if (!isErrorBody(body)) throw new TypeError('not an error body');
  return body;
}

/** Closed, as the server's side writes it (H3.3). */
function isErrorBody(body: unknown): body is ErrorBody {
  if (typeof body !== 'object' || body === null) return false;
  const { error, message, details: _, ...rest } = body as Record<string, unknown>;
  return typeof error === 'string' && typeof message === 'string' && Object.keys(rest).length === 0;
}

function detailsOf(row: ErrorDescriptor, body: ErrorBody): unknown {
  return row.details === null || body.details === undefined ? undefined : row.details(parsed(body.details));
}
