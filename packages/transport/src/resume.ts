import type { ResumeDescriptor } from './descriptor.ts';
import type { PreparedRequest, RequestValues } from './request.ts';
import { TransportError } from './transport-error.ts';

/** Where a call resumes from: its option, else the body's own field. The empty string is no position. */
export function initialPosition(resume: ResumeDescriptor | undefined, request: RequestValues): string | undefined {
  if (resume === undefined) return undefined;
  const inBody = resume.carrier.in === 'body' ? (request['body'] as RequestValues | undefined)?.[resume.carrier.field] : undefined;
  const position = request[resume.option] ?? inBody;
  return typeof position === 'string' && position !== '' ? position : undefined;
}

/** The request with the position in its body, or without any where there is none; unchanged where the header carries it. */
export function positionInBody(resume: ResumeDescriptor | undefined, values: RequestValues, position: string | undefined): RequestValues {
  if (resume?.carrier.in !== 'body') return values;
  const { [resume.carrier.field]: _, ...body } = (values['body'] ?? {}) as Record<string, unknown>;
  return { ...values, body: position === undefined ? body : { ...body, [resume.carrier.field]: position } };
}

/**
 * Adds `Last-Event-ID`, encoded as UTF-8 (WHATWG HTML section 9.2.3), which `fetch` takes as one character for each byte.
 *
 * @throws TransportError `invalid-argument` for a position that no header can carry
 */
export function positionInHeader(
  resume: ResumeDescriptor | undefined,
  request: PreparedRequest,
  position: string | undefined,
): PreparedRequest {
  if (resume?.carrier.in !== 'header' || position === undefined) return request;
  if (/[\0\r\n]/.test(position)) throw new TransportError('invalid-argument', `${resume.option} has a line break or NUL`);
  const bytes = Array.from(new TextEncoder().encode(position), (byte) => String.fromCharCode(byte)).join('');
  return { ...request, headers: { ...request.headers, 'last-event-id': bytes } };
}
