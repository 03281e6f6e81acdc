import { Struct, Text } from '../index.ts';

/** A type on its own, to be read through the module's namespace. */
export const Note = Struct({ text: Text(20) });
