/** A promise with its handles, settled at most once. A rejection that nobody awaits stays silent: it is reported elsewhere too. */
export class Deferred<T> {
  readonly promise: Promise<T>;
  declare readonly resolve: (value: T) => void;
  declare readonly reject: (error: unknown) => void;

  constructor() {
    this.promise = new Promise<T>((resolve, reject) => Object.assign(this, { resolve, reject }));
    this.promise.catch(() => undefined);
  }
}
