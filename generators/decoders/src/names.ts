/** Words that cannot name a variable in a strict module, and globals that generated code reads. */
const RESERVED: ReadonlySet<string> = new Set(
  (
    'arguments await break case catch class const continue debugger default delete do else enum eval export extends false finally for function if ' +
    'implements import in instanceof interface let new null package private protected public return static super switch this throw true try typeof ' +
    'var void while with yield undefined NaN Infinity Number Set Map Uint8Array codec value levels length key field fields item items'
  ).split(' '),
);

/** Globals that `decoders.ts` reads: a contract's type of that name is imported under another. */
const GLOBALS: ReadonlySet<string> = new Set(['Map', 'Number', 'ReadonlyMap', 'ReadonlySet', 'RegExp', 'Set', 'Uint8Array']);

const INHERITED: ReadonlySet<string> = new Set(Object.getOwnPropertyNames(Object.prototype));

export function isIdentifier(name: string): boolean {
  return /^[A-Za-z_$][\w$]*$/.test(name);
}

/** Whether every object seems to have the property. */
export function isInherited(name: string): boolean {
  return INHERITED.has(name);
}

/** A property name in an object type, literal or pattern. */
export function propertyKey(name: string): string {
  return isIdentifier(name) ? name : quote(name);
}

/** Reads a field of an object that `codec.ownFields` or `JSON.parse` gave. */
export function fieldOf(object: string, name: string): string {
  if (isInherited(name)) return `codec.own(${object}, ${quote(name)})`;
  return isIdentifier(name) ? `${object}.${name}` : `${object}[${quote(name)}]`;
}

/** A string literal: single quotes unless double ones need fewer escapes. */
export function quote(text: string): string {
  const escaped = JSON.stringify(text).slice(1, -1).replaceAll('\\"', '"').replaceAll('\u2028', '\\u2028').replaceAll('\u2029', '\\u2029');
  const singles = text.split("'").length;
  const doubles = text.split('"').length;
  return singles > doubles ? `"${escaped.replaceAll('"', '\\"')}"` : `'${escaped.replaceAll("'", "\\'")}'`;
}

/** A field's name as a JSON Pointer token (RFC 6901), as a literal. */
export function pointerLiteral(name: string): string {
  return quote(`/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`);
}

/** The part of a name that a property, tag or position gives: `order-line` gives `OrderLine`. */
export function pascal(text: string): string {
  return text
    .split(/[^A-Za-z0-9$]+/)
    .map((word) => word.slice(0, 1).toUpperCase() + word.slice(1))
    .join('');
}

export function camel(text: string): string {
  const name = pascal(text);
  return name.slice(0, 1).toLowerCase() + name.slice(1);
}

/** The local name of a contract's type in `decoders.ts`. No name of a contract has an underscore. */
export function typeAlias(name: string): string {
  return GLOBALS.has(name) ? `${name}_` : name;
}

/** Hands out names that are free: the wish, or the wish with a number. */
export class NameScope {
  readonly #taken: Set<string>;

  constructor(taken: Iterable<string> = []) {
    this.#taken = new Set(taken);
  }

  take(wish: string): string {
    let name = wish;
    for (let i = 2; this.#taken.has(name); i++) name = `${wish}${i}`;
    this.#taken.add(name);
    return name;
  }
}

/** A local variable for a property. Module-level names of generated code have a prefix or suffix that `local` keeps clear of. */
export function localName(property: string, scope: NameScope): string {
  const plain = isIdentifier(property) ? property : camel(property) || 'field';
  const safe = /^[A-Za-z_$]/.test(plain) ? plain : `field${plain}`;
  const clashes =
    RESERVED.has(safe) ||
    isInherited(safe) ||
    /^(?:measure|decode|encode|tryDecode|is)(?=[A-Z])|^(?:i|measure|part\d+)$|(?:Fields|Values|Pattern|Layout|Members)\d*$/.test(safe);
  return scope.take(clashes ? `${safe}Field` : safe);
}
