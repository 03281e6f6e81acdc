import type { RuleId } from './rules.ts';

/**
 * What must go on working, strictest first; picked as a whole. `SOURCE`: code written against the generated code still compiles.
 * `WIRE_STRICT`: closed decoders still accept. `WIRE`: a peer that ignores what it does not know still works.
 * What breaks a level breaks every stricter one.
 */
export const levels = ['SOURCE', 'WIRE_STRICT', 'WIRE'] as const;
export type Level = (typeof levels)[number];

export type ChangeClass = 'breaking' | 'additive' | 'documentation';

export type Where = 'http' | 'sse' | 'websocket' | 'shared';

/** `request`: what clients send. `response`: what the server sends. `both`: neither alone, for example a security scheme. */
export type Direction = 'request' | 'response' | 'both';

/** One change between two versions of a description. */
export interface Change {
  /** Stable id of docs/diff-rules.md. */
  readonly rule: RuleId;
  /** Documents that show the change, and the JSON Pointers in the old and the next version; absent where it is new or gone. */
  readonly documents: readonly ('openapi' | 'asyncapi')[];
  readonly pointers: { readonly old?: string; readonly next?: string };
  readonly where: Where;
  readonly direction: Direction;
  /** For the client party, which keeps the client generated from the old version. */
  readonly consumer: ChangeClass;
  /** For the server party, which moves its handlers to the server generated from the next version. */
  readonly producer: ChangeClass;
  /** Levels that the change breaks for either party, strictest first; empty when it breaks nothing. */
  readonly levels: readonly Level[];
  readonly message: string;
  readonly fix: string;
}

/** Whether any change breaks the level, and which. */
export function breakingAt(changes: readonly Change[], level: Level): readonly Change[] {
  return changes.filter((change) => change.levels.includes(level));
}
