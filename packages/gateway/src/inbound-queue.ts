/**
 * Messages of one peer on their way to handlers: begun in the order in which they came, a bounded number at one time.
 * What came with the same bytes waits here; `pressed` tells the transport to stop and go on.
 */
export class InboundQueue {
  readonly #most: number;
  readonly #run: (text: string) => Promise<void> | void;
  readonly #pressed: (pressed: boolean) => void;
  #waiting: string[] = [];
  #running = 0;
  #closed = false;

  constructor(options: {
    readonly most: number;
    readonly run: (text: string) => Promise<void> | void;
    readonly pressed: (pressed: boolean) => void;
  }) {
    this.#most = options.most;
    this.#run = options.run;
    this.#pressed = options.pressed;
  }

  push(text: string): void {
    if (this.#closed) return;
    if (this.#running < this.#most) {
      this.#begin(text);
      return;
    }
    this.#waiting.push(text);
    if (this.#waiting.length === 1) this.#pressed(true);
  }

  /** Nothing that waits is begun any more. */
  close(): void {
    this.#closed = true;
    this.#waiting = [];
  }

  #begin(text: string): void {
    const work = this.#run(text);
    if (work instanceof Promise) void this.#follow(work);
  }

  /** `run` does not reject: it ends the socket itself. */
  async #follow(work: Promise<void>): Promise<void> {
    this.#running += 1;
    await work;
    this.#running -= 1;
    this.#next();
  }

  #next(): void {
    while (!this.#closed && this.#running < this.#most) {
      const text = this.#waiting.shift();
      if (text === undefined) return;
      if (this.#waiting.length === 0) this.#pressed(false);
      this.#begin(text);
    }
  }
}
