import { isObject } from '../json.ts';

/** Colons outside strings: in valid JSON, exactly one per member, whether or not a later member replaces it. */
function countMembers(text: string): number {
  let members = 0;
  let inString = false;
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index);
    if (inString) {
      if (code === 0x5c) index++;
      else if (code === 0x22) inString = false;
    } else if (code === 0x22) inString = true;
    else if (code === 0x3a) members++;
  }
  return members;
}

function countKeys(value: unknown): number {
  let keys = 0;
  const open: unknown[] = [value];
  while (open.length > 0) {
    const next = open.pop();
    if (Array.isArray(next)) for (const item of next) open.push(item);
    else if (isObject(next)) {
      for (const name of Object.keys(next)) {
        keys++;
        open.push(next[name]);
      }
    }
  }
  return keys;
}

/** Whether valid JSON text, already parsed to `value`, has an object with the same key twice. Linear, without recursion. */
export function hasDuplicateKeys(text: string, value: unknown): boolean {
  return countMembers(text) !== countKeys(value);
}
