import { types } from 'pg';

type TypeParser = (oid: number, format?: 'text' | 'binary') => (value: string) => unknown;

const BIGINT = 20;
// `pg` declares the ids as an enumeration; the server sends numbers.
const parserOf = types.getTypeParser as unknown as TypeParser;

/** Positions and times are safe integers; `pg` would give text for every bigint. */
const getTypeParser: TypeParser = (oid, format) => (oid === BIGINT ? Number : parserOf(oid, format));
export const integerTypes = { getTypeParser: getTypeParser as unknown as typeof types.getTypeParser };
