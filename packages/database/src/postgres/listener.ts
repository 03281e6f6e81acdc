import { startTimer } from '../platform.ts';
import type { WakeListeners } from '../wake-listeners.ts';
import type { Driver, ListeningClient } from './driver.ts';

const FIRST_DELAY_MS = 100;
const LAST_DELAY_MS = 5_000;
/** A dead connection may never say so (a host that vanished): it is asked. */
const WATCHDOG_MS = 10_000;

/** The one connection of a process that hears notifications (S5). Lost, it comes back by itself, and everybody is woken, because something may have been missed. */
export class Listener {
  readonly #driver: Driver;
  readonly #listeners: WakeListeners;
  readonly #report: (error: Error) => void;
  /** Channels that are listened on, or will be with the next connection. */
  readonly #wanted = new Set<string>();
  #client: ListeningClient | null = null;
  #connecting: Promise<void> | null = null;
  #stopTimer: () => void = () => {};
  #delayMs = FIRST_DELAY_MS;
  #closed = false;

  constructor(driver: Driver, listeners: WakeListeners, report: (error: Error) => void) {
    this.#driver = driver;
    this.#listeners = listeners;
    this.#report = report;
  }

  /** Resolves when notifications of the channel arrive, or when there is no connection: then the next one begins with a wake-up of everybody. */
  async listen(channel: string): Promise<void> {
    const known = this.#wanted.has(channel);
    this.#wanted.add(channel);
    if (this.#client === null) {
      this.#connecting ??= this.#connect();
      await this.#connecting;
    } else if (!known) {
      await this.#listenOn(this.#client, [channel]);
    }
  }

  close(): void {
    this.#closed = true;
    this.#stopTimer();
    this.#client?.end();
  }

  async #connect(): Promise<void> {
    try {
      const client = await this.#driver.connectListener();
      client.onNotification((channel) => {
        this.#listeners.wake([channel], 'committed');
      });
      client.onEnd((cause) => {
        this.#lost(client, cause);
      });
      await this.#listenOn(client, [...this.#wanted]);
      if (this.#closed) {
        client.end();
        return;
      }
      this.#client = client;
      this.#delayMs = FIRST_DELAY_MS;
      this.#watch(client);
      // After LISTEN, not before: what was committed in between is found now.
      this.#listeners.wakeAll('reconnected');
    } catch (error) {
      this.#report(error as Error);
      this.#retry();
    } finally {
      this.#connecting = null;
    }
  }

  async #listenOn(client: ListeningClient, channels: readonly string[]): Promise<void> {
    try {
      for (const channel of channels) await client.query(`LISTEN ${channel}`);
    } catch (error) {
      client.end();
      throw error;
    }
  }

  #lost(client: ListeningClient, cause: Error): void {
    if (this.#client !== client) return;
    this.#client = null;
    this.#stopTimer();
    if (this.#closed) return;
    this.#report(cause);
    this.#retry();
  }

  #retry(): void {
    if (this.#closed) return;
    this.#stopTimer = startTimer(() => {
      this.#connecting ??= this.#connect();
    }, this.#delayMs);
    this.#delayMs = Math.min(this.#delayMs * 2, LAST_DELAY_MS);
  }

  #watch(client: ListeningClient): void {
    this.#stopTimer = startTimer(() => {
      client.query('SELECT 1').then(
        () => {
          if (this.#client === client) this.#watch(client);
          return null;
        },
        () => {
          client.end();
        },
      );
    }, WATCHDOG_MS);
  }
}
