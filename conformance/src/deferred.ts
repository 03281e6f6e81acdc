/** A promise with its resolver outside; `Promise.withResolvers` is absent in Node 20. */
export interface Deferred<T> {
  readonly promise: Promise<T>;
  readonly resolve: (value: T) => void;
}

export function deferred<T>(): Deferred<T> {
  const resolvers: ((value: T) => void)[] = [];
  const promise = new Promise<T>((fulfil) => resolvers.push(fulfil));
  return { promise, resolve: (value) => resolvers[0]?.(value) };
}
