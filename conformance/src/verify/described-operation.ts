import { isRecord } from '../judges/derive.ts';
import { readDescription } from '../description/published.ts';

/** What the description says about one answer. Pointers are URI fragments into it. */
export interface DescribedAnswer {
  /** Null: this status is not described. */
  readonly media: Readonly<Record<string, DescribedMedia>> | null;
}

export type DescribedMedia =
  | { readonly kind: 'document'; readonly schema: string }
  | {
      readonly kind: 'stream';
      readonly item: string;
      readonly maxDataBytes: number;
      /** Schema of the decoded data, by event name. */
      readonly messages: ReadonlyMap<string, string>;
    };

type Members = Readonly<Record<string, unknown>>;

const DOCUMENT = readDescription();

/** Undefined: the description has no such operation. */
export function describedAnswer(method: string, path: string, status: number): DescribedAnswer | undefined {
  const pointer = `/paths/${escape(path)}/${method.toLowerCase()}`;
  const operation = at(pointer);
  if (operation === null) return undefined;
  const [target, answer] = resolved(`${pointer}/responses/${status}`);
  if (answer === null) return { media: null };
  const content = member(answer, 'content') ?? {};
  return { media: Object.fromEntries(Object.keys(content).map((type) => [type, mediaAt(`${target}/content/${escape(type)}`)])) };
}

function mediaAt(pointer: string): DescribedMedia {
  const item = `${pointer}/itemSchema`;
  const schema = at(item);
  if (schema === null) return { kind: 'document', schema: `${pointer}/schema` };
  const data = member(member(schema, 'properties') ?? {}, 'data') ?? {};
  const messages = new Map<string, string>();
  const branches = Array.isArray(schema['oneOf']) ? schema['oneOf'] : [];
  for (const [index, branch] of branches.entries()) {
    const properties = isRecord(branch) ? (member(branch, 'properties') ?? {}) : {};
    const event = member(properties, 'event')?.['const'];
    const described = member(properties, 'data') ?? {};
    if (typeof event === 'string' && described['contentMediaType'] === 'application/json') {
      messages.set(event, `${item}/oneOf/${index}/properties/data/contentSchema`);
    }
  }
  return { kind: 'stream', item, maxDataBytes: Number(data['x-max-bytes'] ?? Number.POSITIVE_INFINITY), messages };
}

function escape(name: string): string {
  return encodeURIComponent(name.replaceAll('~', '~0').replaceAll('/', '~1'));
}

function at(pointer: string): Members | null {
  let value: unknown = DOCUMENT;
  for (const part of pointer.split('/').slice(1)) {
    const name = decodeURIComponent(part).replaceAll('~1', '/').replaceAll('~0', '~');
    if (!isRecord(value) && !Array.isArray(value)) return null;
    value = Object.hasOwn(value, name) ? (value as Members)[name] : undefined;
  }
  return isRecord(value) ? value : null;
}

function resolved(pointer: string): [string, Members | null] {
  const value = at(pointer);
  const reference = value?.['$ref'];
  return typeof reference === 'string' ? resolved(reference.slice(1)) : [pointer, value];
}

function member(of: Members, name: string): Members | null {
  const value = of[name];
  return isRecord(value) ? value : null;
}
