import { type Database, type Hint, wakeChannel } from '@tidemark/database';
import type { LogTail } from './log-tail.ts';

export interface TailTimers {
  /** Gives the function that cancels it. */
  start(callback: () => void, milliseconds: number): () => void;
}

interface Followed {
  readonly tail: Promise<LogTail>;
  /** Set once `tail` has resolved. */
  ready: LogTail | null;
  users: number;
}

interface Channel {
  readonly stop: Promise<() => void>;
  readonly logs: Set<string>;
  asking: boolean;
  again: boolean;
}

export interface TailsOptions {
  readonly database: Database;
  /** Reads where a log stands and makes its tail. */
  readonly start: (log: string) => Promise<LogTail>;
  /** Which of these logs have come further than their tails. */
  readonly heads: (logs: readonly string[]) => Promise<ReadonlyMap<string, number>>;
  readonly timers: TailTimers;
  readonly pollMs: number;
  readonly report: (error: unknown) => void;
}

/** Asking for all heads at once pays from here on. */
const FEW = 2;
const MAX_HEADS = 500;

/** The tails of all logs that somebody in this process follows. A wake-up, or the poll, costs one query for many logs, not one for each (S5, S11). */
export class LogTails {
  readonly #options: TailsOptions;
  readonly #followed = new Map<string, Followed>();
  readonly #channels = new Map<string, Channel>();
  #stopPoll: (() => void) | null = null;

  constructor(options: TailsOptions) {
    this.#options = options;
  }

  /** Resolves when everything that is committed from now on will reach whoever attaches. Each call needs one `release`. */
  async follow(log: string): Promise<{ readonly tail: LogTail; readonly release: () => void }> {
    const followed = this.#followed.get(log) ?? this.#begin(log);
    followed.users += 1;
    let released = false;
    const release = (): void => {
      if (released) return;
      released = true;
      followed.users -= 1;
      if (followed.users === 0) this.#end(log, followed);
    };
    try {
      return { tail: await followed.tail, release };
    } catch (error) {
      release();
      throw error;
    }
  }

  /** How many logs are followed. */
  get size(): number {
    return this.#followed.size;
  }

  close(): void {
    this.#stopPoll?.();
    this.#stopPoll = null;
    for (const [log, followed] of this.#followed) this.#end(log, followed);
  }

  #begin(log: string): Followed {
    const channel = this.#channelOf(log);
    channel.logs.add(log);
    const followed: Followed = {
      // Listening first: what is committed after the head was read is announced, or found by the next poll.
      tail: channel.stop.then(() => this.#options.start(log)),
      ready: null,
      users: 0,
    };
    followed.tail.then(
      (tail) => {
        followed.ready = tail;
        return tail.wake();
      },
      () => {},
    );
    this.#followed.set(log, followed);
    this.#stopPoll ??= this.#schedulePoll();
    return followed;
  }

  #end(log: string, followed: Followed): void {
    if (this.#followed.get(log) === followed) this.#followed.delete(log);
    else return;
    const name = wakeChannel(log);
    const channel = this.#channels.get(name);
    channel?.logs.delete(log);
    if (channel === undefined || channel.logs.size > 0) return;
    this.#channels.delete(name);
    channel.stop.then(
      (stop) => {
        stop();
        return null;
      },
      () => null,
    );
  }

  #channelOf(log: string): Channel {
    const name = wakeChannel(log);
    let channel = this.#channels.get(name);
    if (channel === undefined) {
      const created: Channel = {
        stop: this.#options.database.listen(name, (hint) => {
          this.#woken(created, hint);
        }),
        logs: new Set(),
        asking: false,
        again: false,
      };
      channel = created;
      this.#channels.set(name, channel);
    }
    return channel;
  }

  #woken(channel: Channel, hint: Hint): void {
    if (hint === 'reconnected') for (const tail of this.#tailsOf(channel.logs)) void tail.wakeAndVerify();
    else void this.#ask(channel);
  }

  async #ask(channel: Channel): Promise<void> {
    if (channel.asking) {
      channel.again = true;
      return;
    }
    channel.asking = true;
    do {
      channel.again = false;
      await this.#wakeChanged(this.#tailsOf(channel.logs));
    } while (channel.again);
    channel.asking = false;
  }

  /** Wakes and does not wait: a log that is being written to without end must not keep the others from being asked. */
  async #wakeChanged(tails: readonly LogTail[]): Promise<void> {
    if (tails.length <= FEW) {
      for (const tail of tails) void tail.wake();
      return;
    }
    for (let index = 0; index < tails.length; index += MAX_HEADS) {
      const some = tails.slice(index, index + MAX_HEADS);
      try {
        const heads = await this.#options.heads(some.map(({ log }) => log));
        for (const tail of some) if ((heads.get(tail.log) ?? 0) !== tail.position) void tail.wake();
      } catch (error) {
        this.#options.report(error);
      }
    }
  }

  #tailsOf(logs: Iterable<string>): readonly LogTail[] {
    return Array.from(logs, (log) => this.#followed.get(log)?.ready ?? null).filter((tail) => tail !== null);
  }

  /** A wake-up may have been lost: nothing depends on one (S5, S11). */
  #schedulePoll(): () => void {
    return this.#options.timers.start(() => {
      void this.#wakeChanged(this.#tailsOf(this.#followed.keys())).then(() => {
        if (this.#stopPoll !== null) this.#stopPoll = this.#followed.size > 0 ? this.#schedulePoll() : null;
        return null;
      });
    }, this.#options.pollMs);
  }
}
