import { startTimer } from '../platform.ts';
import type { WakeListeners } from '../wake-listeners.ts';
import type { Driver, ListeningClient } from './driver.ts';

const FIRST_DELAY_MS = 100;
const LAST_DELAY_MS = 5_000;
/** A dead connection may never say so (a host that vanished): it is asked. */
const WATCHDOG_MS = 10_000;

/**
 * The one connection of a process that hears notifications (S5). Lost, it comes back by itself, and everybody is woken, because something may have been missed.
 *
 * States: nobody asked -> connecting -> listening -> (lost) waiting -> connecting; closed from each.
 */
export class Listener {
  readonly #driver: Driver;
  readonly #listeners: WakeListeners;
  readonly #report: (error: Error) => void;
  readonly #start: typeof startTimer;
  /** Channels that are listened on, or will be with the next connection. */
  readonly #wanted = new Set<string>();
  /** On the present connection: what its LISTEN resolves with. */
  #listening = new Map<string, Promise<unknown>>();
  #client: ListeningClient | null = null;
  #connecting: Promise<void> | null = null;
  #stopTimer: () => void = () => {};
  #delayMs = FIRST_DELAY_MS;
  #closed = false;

  constructor(driver: Driver, listeners: WakeListeners, report: (error: Error) => void, start = startTimer) {
    this.#driver = driver;
    this.#listeners = listeners;
    this.#report = report;
    this.#start = start;
  }

  /** Resolves when notifications of the channel arrive, or when there is no connection: then the next one begins with a wake-up of everybody. */
  async listen(channel: string): Promise<void> {
    this.#wanted.add(channel);
    if (this.#client === null) await this.#connectOnce();
    else await this.#listenOn(this.#client, channel);
  }

  close(): void {
    this.#closed = true;
    this.#stopTimer();
    this.#client?.end();
  }

  #connectOnce(): Promise<void> {
    if (this.#connecting === null) {
      // The attempt that was planned is this one.
      this.#stopTimer();
      this.#connecting = this.#connect();
    }
    return this.#connecting;
  }

  async #connect(): Promise<void> {
    let client: ListeningClient;
    try {
      client = await this.#driver.connectListener();
    } catch (error) {
      this.#fail(error as Error);
      return;
    }
    this.#listening = new Map();
    this.#client = client;
    this.#connecting = null;
    client.onNotification((channel) => {
      this.#listeners.wake([channel], 'committed');
    });
    client.onEnd((cause) => {
      this.#lost(client, cause);
    });
    if (this.#closed) client.end();
    // Whoever asks from now on sends its own.
    await Promise.all(Array.from(this.#wanted, (channel) => this.#listenOn(client, channel)));
    if (this.#client !== client) return;
    this.#watch(client);
    // After LISTEN, not before: what was committed in between is found now.
    this.#listeners.wakeAll('reconnected');
  }

  async #listenOn(client: ListeningClient, channel: string): Promise<void> {
    let listening = this.#listening.get(channel);
    if (listening === undefined) {
      listening = client.query(`LISTEN ${channel}`);
      this.#listening.set(channel, listening);
    }
    try {
      await listening;
    } catch {
      // Its end is told once, by `onEnd`.
      client.end();
    }
  }

  #lost(client: ListeningClient, cause: Error): void {
    if (this.#client !== client) return;
    this.#client = null;
    this.#fail(cause);
  }

  #fail(error: Error): void {
    this.#connecting = null;
    this.#stopTimer();
    if (this.#closed) return;
    this.#report(error);
    this.#stopTimer = this.#start(() => void this.#connectOnce(), this.#delayMs);
    // Until a connection has lasted: a server that ends each one at once is not to be asked ten times a second.
    this.#delayMs = Math.min(this.#delayMs * 2, LAST_DELAY_MS);
  }

  #watch(client: ListeningClient): void {
    this.#stopTimer = this.#start(() => {
      client.query('SELECT 1').then(
        () => {
          if (this.#client !== client) return null;
          this.#delayMs = FIRST_DELAY_MS;
          this.#watch(client);
          return null;
        },
        () => {
          client.end();
        },
      );
    }, WATCHDOG_MS);
  }
}
