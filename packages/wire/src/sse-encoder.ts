import { wireError } from './errors.ts';

const encoder = new TextEncoder();
const notInField = /[\0\r\n]/;

/**
 * One block in bytes, ready to be written to any number of streams (B1.1). LF in `data` becomes a further data line.
 *
 * @throws WireError `sse-line-break-in-field`, `sse-empty-event-name`, `lone-surrogate`; nothing is written then
 */
export function encodeSseEvent(block: { readonly event?: string; readonly id?: string; readonly data: string }): Uint8Array {
  const { event, id, data } = block;
  let text = '';
  if (event !== undefined) {
    checkField('event', event);
    if (event === '') throw wireError('sse-empty-event-name', 'event');
    text = `event: ${event}\n`;
  }
  if (id !== undefined) {
    checkField('id', id);
    text += `id: ${id}\n`;
  }
  if (data.includes('\r')) throw wireError('sse-line-break-in-field', 'data');
  if (!data.isWellFormed()) throw wireError('lone-surrogate', 'data');
  const lines = data.includes('\n') ? data.replaceAll('\n', '\ndata: ') : data;
  return encoder.encode(`${text}data: ${lines}\n\n`);
}

/**
 * A comment: the heartbeat, and the first bytes of a stream (B1.2). The blank line behind it makes buffering readers flush; it dispatches nothing.
 *
 * @throws WireError `sse-line-break-in-field`, `lone-surrogate`
 */
export function encodeSseComment(text = ''): Uint8Array {
  checkField('comment', text);
  return encoder.encode(text === '' ? ':\n\n' : `: ${text}\n\n`);
}

/**
 * The reconnection time in milliseconds.
 *
 * @throws WireError `sse-invalid-retry`
 */
export function encodeSseRetry(milliseconds: number): Uint8Array {
  if (!Number.isSafeInteger(milliseconds) || milliseconds < 0) throw wireError('sse-invalid-retry', 'retry');
  return encoder.encode(`retry: ${milliseconds}\n\n`);
}

function checkField(name: string, value: string): void {
  if (notInField.test(value)) throw wireError('sse-line-break-in-field', name);
  if (!value.isWellFormed()) throw wireError('lone-surrogate', name);
}
