import type { Delivery } from './host-event.ts';

/** What an entry's label says: enough to decide who may see it without reading its body. */
export interface Label {
  readonly type: string;
  readonly workspaceId: string | undefined;
}

/** Neither part holds a line break: types are kebab-case, workspaces visible ASCII. */
export function labelText({ type, workspaceId }: Label): string {
  return workspaceId === undefined ? type : `${type}\n${workspaceId}`;
}

export function parseLabel(text: string): Label {
  const end = text.indexOf('\n');
  return end < 0 ? { type: text, workspaceId: undefined } : { type: text.slice(0, end), workspaceId: text.slice(end + 1) };
}

export interface EnvelopeParts extends Label {
  readonly eventId: string;
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly delivery: Delivery;
  /** Already checked. */
  readonly payloadJson: string;
}

/** The envelope of H1.1 as JSON text. Nothing in it orders events. */
export function envelopeJson({ type, eventId, at, delivery, workspaceId, payloadJson }: EnvelopeParts): string {
  const timestamp = new Date(at).toISOString();
  const head = JSON.stringify({ type, eventId, timestamp, delivery, workspaceId });
  return `${head.slice(0, -1)},"payload":${payloadJson}}`;
}

/** The payload of an envelope that `envelopeJson` wrote. */
export function payloadOf(json: string): object {
  return (JSON.parse(json) as { readonly payload: object }).payload;
}
