import { Fault } from './fault.ts';
import { atMost } from './phrase.ts';

/**
 * A fault whose value is itself nested beyond the levels left at its path becomes `too-deep`: the bound is what the sender
 * has to hear about first. For parsed text only (a tree, no cycles); no recursion.
 */
export function deepest(fault: Fault, levels: number): Fault {
  if (typeof fault.value !== 'object' || fault.value === null) return fault;
  const left = levels - fault.path.split('/').length + 1;
  if (!exceedsLevels(fault.value, left)) return fault;
  const deep = new Fault('too-deep', atMost(levels, 'levels'), fault.value);
  deep.path = fault.path;
  return deep;
}

function exceedsLevels(value: object, levels: number): boolean {
  let row: object[] = [value];
  for (let level = 1; row.length > 0; level++) {
    if (level > levels) return true;
    row = row.flatMap((container) => Object.values(container).filter((item) => typeof item === 'object' && item !== null) as object[]);
  }
  return false;
}
