interface Waiter<T> {
  readonly resolve: (result: IteratorResult<T, void>) => void;
  readonly reject: (error: unknown) => void;
}

/** First in, first out, with a bound of items and of size. An end is handed out after everything that came before it. */
export class BoundedQueue<T> {
  readonly #maxItems: number;
  readonly #maxSize: number;
  #items: { readonly value: T; readonly size: number }[] = [];
  #size = 0;
  #waiters: Waiter<T>[] = [];
  #end: { readonly failure?: unknown } | undefined;

  constructor(maxItems: number, maxSize: number) {
    this.#maxItems = maxItems;
    this.#maxSize = maxSize;
  }

  /** False where the item does not fit; it is not kept then. After the end, items are dropped. */
  push(value: T, size: number): boolean {
    if (this.#end !== undefined) return true;
    const waiter = this.#waiters.shift();
    if (waiter !== undefined) {
      waiter.resolve({ done: false, value });
      return true;
    }
    if (this.#items.length >= this.#maxItems || this.#size + size > this.#maxSize) return false;
    this.#items.push({ value, size });
    this.#size += size;
    return true;
  }

  /** Takes the oldest item, or waits for one. A failure is thrown once; after it, and after a normal end, the queue is done. */
  next(): Promise<IteratorResult<T, void>> {
    const item = this.#items.shift();
    if (item !== undefined) {
      this.#size -= item.size;
      return Promise.resolve({ done: false, value: item.value });
    }
    if (this.#end === undefined) return new Promise((resolve, reject) => this.#waiters.push({ resolve, reject }));
    const { failure } = this.#end;
    this.#end = {};
    return failure === undefined ? Promise.resolve({ done: true, value: undefined }) : Promise.reject(failure);
  }

  end(failure?: unknown): void {
    if (this.#end !== undefined) return;
    const [first, ...others] = this.#waiters;
    this.#waiters = [];
    this.#end = failure === undefined || first !== undefined ? {} : { failure };
    if (failure === undefined) first?.resolve({ done: true, value: undefined });
    else first?.reject(failure);
    for (const waiter of others) waiter.resolve({ done: true, value: undefined });
  }

  /** Drops what waits: the reader left. */
  clear(): void {
    this.#items = [];
    this.#size = 0;
  }
}
