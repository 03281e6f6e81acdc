import { note, notedFault } from './circumstances.ts';
import { type Fault, notMissing, prefix } from './fault.ts';
import { pointerToken } from './pointer.ts';

/** Notes what is wrong with a field (`token` is its name as a JSON Pointer token) or, with `''`, with the value itself; returns -1. */
export function refuse(token: string, fault: Fault | undefined): number {
  prefix(token, note(fault));
  return -1;
}

/** `refuse` for an element of an array. */
export function refuseItem(index: number, fault: Fault | undefined): number {
  prefix(pointerToken(index), notMissing(note(fault)));
  return -1;
}

/** `refuse` for the value of a key that the input chose, or for the key. */
export function refuseKey(key: string, fault: Fault | undefined): number {
  prefix(pointerToken(key), notMissing(note(fault)));
  return -1;
}

/** Puts the noted fault below a field; returns -1. */
export function under(token: string): number {
  prefix(token, notedFault());
  return -1;
}

/** `under` for an element of an array. */
export function underItem(index: number): number {
  prefix(pointerToken(index), notMissing(notedFault()));
  return -1;
}

/** `under` for a key that the input chose. */
export function underKey(key: string): number {
  prefix(pointerToken(key), notMissing(notedFault()));
  return -1;
}
