/** Draws an integer below a bound. */
export type Draw = (bound: number) => number;

/**
 * JSON text of a value as a sender may write it who wants to slip something in: white space, escapes where none are
 * needed, numbers with exponents and zeros, and where `duplicate` says so, one member said twice.
 */
export function hostileText(
  value: unknown,
  draw: Draw,
  tricks: { readonly space: boolean; readonly rewrite: boolean; duplicate: boolean },
): string {
  const gap = (): string => (tricks.space && draw(6) === 0 ? ([' ', '\n', '\t', '\r\n '][draw(4)] ?? '') : '');
  const write = (item: unknown): string => {
    if (typeof item === 'string') return tricks.rewrite ? rewriteString(item, draw) : JSON.stringify(item);
    if (typeof item === 'number') return tricks.rewrite ? rewriteNumber(item, draw) : JSON.stringify(item);
    if (typeof item !== 'object' || item === null) return JSON.stringify(item);
    if (Array.isArray(item)) return `[${gap()}${item.map((child) => write(child) + gap()).join(`,${gap()}`)}]`;
    return writeObject(Object.entries(item));
  };
  const writeObject = (entries: readonly (readonly [string, unknown])[]): string => {
    const members = entries.map(([key, child]) => `${write(key)}${gap()}:${gap()}${write(child)}${gap()}`);
    if (tricks.duplicate && entries.length > 0 && draw(2) === 0) {
      tricks.duplicate = false;
      const [key] = entries[draw(entries.length)] ?? [''];
      members.unshift(`${write(key)}:${['1', '{}', '""', 'null'][draw(4)] ?? '1'}`);
    }
    return `{${gap()}${members.join(`,${gap()}`)}}`;
  };
  return gap() + write(value) + gap();
}

function rewriteString(value: string, draw: Draw): string {
  const units = Array.from({ length: value.length }, (_, i) => {
    const unit = value.charCodeAt(i);
    if (value[i] === '/' && draw(2) === 0) return '\\/';
    return draw(3) === 0 ? `\\u${unit.toString(16).padStart(4, '0')}` : undefined;
  });
  // A pair is escaped as a whole or not at all.
  return `"${units.map((escape, i) => escapeUnit(value, i, escape, units)).join('')}"`;
}

function escapeUnit(value: string, i: number, escape: string | undefined, units: readonly (string | undefined)[]): string {
  const isLow = (value.charCodeAt(i) & 0xfc00) === 0xdc00;
  const isHigh = (value.charCodeAt(i) & 0xfc00) === 0xd800;
  const chosen = isLow ? units[i - 1] !== undefined : escape !== undefined;
  if (!chosen) return isLow || isHigh ? value.charAt(i) : JSON.stringify(value.charAt(i)).slice(1, -1);
  return escape ?? `\\u${value.charCodeAt(i).toString(16).padStart(4, '0')}`;
}

function rewriteNumber(value: number, draw: Draw): string {
  const text = Object.is(value, -0) ? '-0' : JSON.stringify(value);
  switch (draw(4)) {
    case 0:
      return shortest(value) ?? text;
    case 1:
      return /[.e]/.test(text) ? text : `${text}.0`;
    case 2:
      return text.includes('e') ? text : `${text}e0`;
    default:
      return text;
  }
}

/** `12e3` for 12000. */
function shortest(value: number): string | undefined {
  const match = /^(-?\d*[1-9])(0+)$/.exec(JSON.stringify(value));
  return match === null ? undefined : `${match[1]}e${match[2]?.length}`;
}
