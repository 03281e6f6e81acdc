import type { IssueList } from './issue.ts';
import type { Path } from './path.ts';

/** Levels of nesting in a definition. Every later walk over it is recursive, and this is what bounds them. */
const MAX_LEVELS = 256;
/** Values in a definition, a shared part counted wherever it stands: later walks follow it there. */
const MAX_PARTS = 5_000_000;

interface Copied {
  readonly copy: unknown;
  readonly height: number;
  readonly parts: number;
}

/**
 * A frozen copy of a definition, read once: what is checked is what stays, whatever the author does to the original.
 * A part that stands in several places stays one part, because schemas are named by identity. TypeBox's marks
 * (`~kind`, `~optional`) are kept and not enumerable; a property that is undefined is dropped, as JSON does.
 * Whatever is no JSON value is reported. `same` names parts that others stand for.
 */
export function snapshot(value: unknown, issues: IssueList, same: ReadonlyMap<object, object> = new Map()): unknown {
  return new Snapshot(issues, same).take(value);
}

class Snapshot {
  readonly #issues: IssueList;
  readonly #same: ReadonlyMap<object, object>;
  readonly #known = new Map<object, Copied>();
  readonly #open = new Set<object>();

  constructor(issues: IssueList, same: ReadonlyMap<object, object>) {
    this.#issues = issues;
    this.#same = same;
  }

  take(value: unknown): unknown {
    const { copy, parts } = this.#copy(value, []);
    if (parts > MAX_PARTS) this.#issues.add('not-plain-data', [], `The definition has more than ${MAX_PARTS} parts.`);
    return copy;
  }

  #copy(value: unknown, path: Path): Copied {
    if (typeof value === 'object' && value !== null) return this.#object(this.#same.get(value) ?? value, path);
    const reason = faultOf(value);
    if (reason !== undefined) this.#issues.add('not-plain-data', path, reason);
    return { copy: value, height: 0, parts: 1 };
  }

  #object(value: object, path: Path): Copied {
    const known = this.#known.get(value);
    const height = known?.height ?? 0;
    if (path.length + height > MAX_LEVELS) return this.#refuse(path, `It is nested deeper than ${MAX_LEVELS} levels.`);
    if (known !== undefined) return known;
    if (this.#open.has(value)) return this.#refuse(path, 'It contains itself; use Type.Cyclic for a recursive type.');
    if (!isPlain(value)) return this.#refuse(path, 'It is an instance of a class.');
    this.#open.add(value);
    const copied = Array.isArray(value) ? this.#array(value, path) : this.#record(value, path);
    this.#open.delete(value);
    this.#known.set(value, copied);
    return copied;
  }

  #array(value: readonly unknown[], path: Path): Copied {
    const items = Array.from(value, (item, index) => this.#copy(item, [...path, index]));
    return sum(Object.freeze(items.map((item) => item.copy)), items);
  }

  #record(value: object, path: Path): Copied {
    const copy = {};
    const parts: Copied[] = [];
    for (const key of Object.getOwnPropertyNames(value)) {
      const property = Object.getOwnPropertyDescriptor(value, key);
      const held = property === undefined ? undefined : this.#read(value, property, [...path, key]);
      if (held === undefined) continue;
      if (key.startsWith('~')) Object.defineProperty(copy, key, { value: held, enumerable: false });
      else if (property?.enumerable === true) {
        const part = this.#copy(held, [...path, key]);
        parts.push(part);
        Object.defineProperty(copy, key, { value: part.copy, enumerable: true });
      }
    }
    return sum(Object.freeze(copy), parts);
  }

  /** What a property holds. Compiled modules export through getters; each is called once. */
  #read(owner: object, property: PropertyDescriptor, path: Path): unknown {
    if (property.get === undefined) return property.value;
    try {
      return property.get.call(owner) as unknown;
    } catch {
      this.#issues.add('not-plain-data', path, 'Its getter throws.');
      return undefined;
    }
  }

  #refuse(path: Path, reason: string): Copied {
    this.#issues.add('not-plain-data', path, reason);
    return { copy: null, height: 0, parts: 1 };
  }
}

function sum(copy: unknown, parts: readonly Copied[]): Copied {
  const height = parts.reduce((most, part) => Math.max(most, part.height), 0);
  return { copy, height: height + 1, parts: parts.reduce((total, part) => total + part.parts, 1) };
}

/** Arrays, and objects whose prototype is `Object.prototype` of any realm, or nothing (a module namespace). */
function isPlain(value: object): boolean {
  if (Array.isArray(value)) return true;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === null || Object.getPrototypeOf(prototype) === null;
}

function faultOf(value: unknown): string | undefined {
  switch (typeof value) {
    case 'string':
      return value.isWellFormed() ? undefined : 'The text has a lone surrogate.';
    case 'number':
      return Number.isFinite(value) ? undefined : `${value} is no JSON number.`;
    case 'undefined':
    case 'bigint':
    case 'symbol':
    case 'function':
      return `It is ${typeof value === 'undefined' ? 'undefined' : `a ${typeof value}`}, which JSON cannot carry.`;
    default:
      return undefined;
  }
}
