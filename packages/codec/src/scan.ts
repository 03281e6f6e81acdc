import { Fault } from './fault.ts';
import { atMost } from './phrase.ts';
import { pointerToken } from './pointer.ts';

/** An open object or array. */
interface Frame {
  /** Keys seen so far; null in an array. Few keys are compared one by one, more through a set. */
  keys: string[] | Set<string> | null;
  /** The current member: its key, or its index. */
  at: string | number;
}

const LIST_LIMIT = 8;
const QUOTE = 0x22;
const COMMA = 0x2c;
const OPEN_ARRAY = 0x5b;
const CLOSE_ARRAY = 0x5d;
const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;

/**
 * Finds in a text what its value does not show: duplicate keys, lone surrogates, and nesting beyond `maxLevels` also where a
 * duplicate hides it. The text must be valid JSON (it has been parsed). One pass, no recursion.
 */
export function scanJson(text: string, maxLevels: number): Fault | undefined {
  const frames: Frame[] = [];
  const wellFormed = text.isWellFormed();
  let backslash = text.indexOf('\\');
  let keyNext = false;
  let i = 0;
  while (i < text.length) {
    const unit = text.charCodeAt(i);
    if (unit === QUOTE) {
      if (backslash >= 0 && backslash < i) backslash = text.indexOf('\\', i);
      const end = stringEnd(text, i, backslash);
      const escaped = backslash >= 0 && backslash < end;
      if (keyNext || escaped || !wellFormed) {
        const fault = scanString(text.slice(i, end), { escaped, wellFormed, keyNext, frames });
        if (fault !== undefined) return fault;
      }
      keyNext = false;
      i = end;
      continue;
    }
    if (unit === OPEN_OBJECT || unit === OPEN_ARRAY) {
      if (frames.length >= maxLevels) return located(new Fault('too-deep', atMost(maxLevels, 'levels'), undefined), frames);
      frames.push(unit === OPEN_OBJECT ? { keys: [], at: '' } : { keys: null, at: 0 });
      keyNext = unit === OPEN_OBJECT;
    } else if (unit === CLOSE_OBJECT || unit === CLOSE_ARRAY) {
      frames.pop();
      keyNext = false;
    } else if (unit === COMMA) {
      keyNext = nextMember(frames);
    }
    i++;
  }
  return undefined;
}

/** Moves to the next member; tells whether a key follows. */
function nextMember(frames: readonly Frame[]): boolean {
  const frame = frames.at(-1);
  if (frame === undefined || frame.keys !== null) return true;
  frame.at = (frame.at as number) + 1;
  return false;
}

/** Index after the closing quote of the string that opens at `start`. `backslash` is the first one at or after `start`, or -1. */
function stringEnd(text: string, start: number, backslash: number): number {
  const quote = text.indexOf('"', start + 1);
  if (backslash < 0 || backslash > quote) return quote + 1;
  let i = backslash;
  while (text.charCodeAt(i) !== QUOTE) i += text[i] === '\\' ? 2 : 1;
  return i + 1;
}

interface StringContext {
  readonly escaped: boolean;
  readonly wellFormed: boolean;
  readonly keyNext: boolean;
  readonly frames: readonly Frame[];
}

function scanString(token: string, context: StringContext): Fault | undefined {
  const { frames, keyNext } = context;
  const value = context.escaped ? (JSON.parse(token) as string) : token.slice(1, -1);
  const frame = frames.at(-1);
  if (keyNext && frame !== undefined) {
    const seen = remember(frame, value);
    frame.at = value;
    if (seen) return located(new Fault('duplicate-key', 'each key once', undefined), frames);
  }
  // The raw token counts too: half a pair as it is beside half a pair as an escape decodes to a whole one.
  const whole = (!context.escaped || value.isWellFormed()) && (context.wellFormed || token.isWellFormed());
  return whole ? undefined : located(new Fault('lone-surrogate', 'whole surrogate pairs', undefined), frames);
}

/** Adds the key; tells whether it was there. */
function remember(frame: Frame, key: string): boolean {
  if (frame.keys instanceof Set) {
    const before = frame.keys.size;
    return frame.keys.add(key).size === before;
  }
  const keys = frame.keys ?? [];
  if (keys.includes(key)) return true;
  keys.push(key);
  if (keys.length > LIST_LIMIT) frame.keys = new Set(keys);
  return false;
}

function located(fault: Fault, frames: readonly Frame[]): Fault {
  fault.path = frames.map((frame) => pointerToken(frame.at)).join('');
  return fault;
}
