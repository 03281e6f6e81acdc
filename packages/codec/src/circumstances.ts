import { Fault } from './fault.ts';

/**
 * What holds while one value is being measured. Measuring is synchronous and calls nobody's code, so what the entry point
 * sets holds until it returns; generated functions read it instead of handing it on from call to call.
 */

/** Whether objects may have inherited fields: the value is not from `JSON.parse`, or somebody extended `Object.prototype`. */
let foreign = false;
/** Whether fields that the schema does not name are looked for, object by object. */
let closing = false;
/** Why the last measure is -1. */
let noted: Fault | undefined;

export function begin(isForeignValue: boolean, looksForUnknownFields: boolean): void {
  foreign = isForeignValue;
  closing = looksForUnknownFields;
  noted = undefined;
}

export function isForeign(): boolean {
  return foreign;
}

export function isClosing(): boolean {
  return closing;
}

/** Remembers a fault. A refusal without one is a guard that its explanation does not share: still a refusal. */
export function note(fault: Fault | undefined): Fault {
  noted = fault ?? new Fault('wrong-type', 'another value', undefined);
  return noted;
}

/** The fault of the measure that has just come out as -1. */
export function notedFault(): Fault {
  return noted ?? note(undefined);
}

/** Whether somebody added an enumerable property to `Object.prototype`, which every object then seems to have. */
export function isPrototypePolluted(): boolean {
  for (const _ in Object.prototype) return true;
  return false;
}
