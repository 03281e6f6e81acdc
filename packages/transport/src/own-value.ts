/** The row of a table that an answer names. Names come from the network: what a table inherits is no row of it. */
export function ownValue<T>(table: Readonly<Record<string, T>>, name: string): T | undefined {
  return Object.hasOwn(table, name) ? table[name] : undefined;
}
