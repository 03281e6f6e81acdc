/** What a record itself holds under a name: never something inherited, such as `constructor`. */
export function own<T>(record: Readonly<Record<string, T>> | null | undefined, name: string): T | undefined {
  return record != null && Object.hasOwn(record, name) ? record[name] : undefined;
}
