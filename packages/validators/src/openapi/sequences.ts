/** Media types whose content is a sequence of items (OpenAPI 3.2 section 4.14.3), and their serialized form. */

const jsonLines = new Set(['application/jsonl', 'application/x-ndjson', 'application/ndjson', 'application/json-lines']);

export type SequenceKind = 'event-stream' | 'json-lines' | 'json-seq' | 'multipart';

export function sequenceKind(mediaType: string): SequenceKind | undefined {
  if (mediaType === 'text/event-stream') return 'event-stream';
  if (jsonLines.has(mediaType)) return 'json-lines';
  if (mediaType === 'application/json-seq' || mediaType.endsWith('+json-seq')) return 'json-seq';
  return mediaType.startsWith('multipart/') ? 'multipart' : undefined;
}

/** `application/json` and every `+json` type (RFC 6839 section 3.1). */
export function isJsonMediaType(mediaType: string): boolean {
  return mediaType === 'application/json' || mediaType.endsWith('+json');
}

interface ServerSentEvent {
  event?: string;
  id?: string;
  data?: string;
  retry?: number;
}

/**
 * Complete `text/event-stream` text to items, as OpenAPI 3.2 models them: after WHATWG parsing (HTML section 9.2.6), so comments and
 * unknown fields are gone and `data` lines joined. A last event without a blank line is not dispatched. Independent of the product's own parser.
 */
export function parseEventStream(text: string): ServerSentEvent[] {
  const events: ServerSentEvent[] = [];
  let current: ServerSentEvent = {};
  for (const line of text.replace(/^\ufeff/, '').split(/\r\n|\n|\r/)) {
    if (line === '') {
      if (current.data !== undefined) events.push(current);
      current = {};
      continue;
    }
    const colon = line.indexOf(':');
    const field = colon < 0 ? line : line.slice(0, colon);
    const value = colon < 0 ? '' : line.slice(colon + 1).replace(/^ /, '');
    if (field === 'data') current.data = current.data === undefined ? value : `${current.data}\n${value}`;
    else if (field === 'event') current.event = value;
    else if (field === 'id' && !value.includes('\u0000')) current.id = value;
    else if (field === 'retry' && /^\d+$/.test(value)) current.retry = Number(value);
  }
  return events;
}

/** The items of serialized text, or undefined where this package does not parse the media type. Throws on malformed text. */
export function parseSequence(kind: SequenceKind, text: string): unknown[] | undefined {
  if (kind === 'event-stream') return parseEventStream(text);
  if (kind === 'multipart') return undefined;
  const separator = kind === 'json-seq' ? '\u001e' : '\n';
  return text
    .split(separator)
    .filter((record) => record.trim() !== '')
    .map((record) => JSON.parse(record) as unknown);
}
