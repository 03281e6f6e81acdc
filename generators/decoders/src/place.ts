import { call, type Layout } from './layout.ts';
import { pointerLiteral } from './names.ts';

/** Where a value stands in the one that a function measures: how its fault is noted and given its path. */
export interface Place {
  /** Refuses the value for a fault, which an expression finds. */
  readonly refuse: (fault: Layout) => Layout;
  /** Passes on that the value's own function has refused it. */
  readonly under: string;
}

/** The value itself. */
export const root: Place = { refuse: (fault) => statement('refuse', "''", fault), under: 'return -1;' };

export function fieldPlace(name: string): Place {
  const token = pointerLiteral(name);
  return { refuse: (fault) => statement('refuse', token, fault), under: `return codec.under(${token});` };
}

/** An element; `index` is an expression. */
export function itemPlace(index: string): Place {
  return { refuse: (fault) => statement('refuseItem', index, fault), under: `return codec.underItem(${index});` };
}

/** The value of a key that the input chose. */
export const keyPlace: Place = { refuse: (fault) => statement('refuseKey', 'key', fault), under: 'return codec.underKey(key);' };

function statement(name: string, at: string, fault: Layout): Layout {
  return ['return ', call(`codec.${name}`, [at, fault]), ';'];
}
