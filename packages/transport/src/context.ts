import { defaultBackOff } from './back-off.ts';
import type { BackOffPolicy } from './back-off.ts';
import type { ServiceDescriptor } from './descriptor.ts';
import type { ClientOptions, Timers, WakeUps } from './options.ts';
import { TransportError } from './transport-error.ts';
import { pageWakeUps } from './wake-ups.ts';

/** Options with their defaults, and the service they are for: what every method of one client shares. */
export interface ClientContext {
  readonly service: ServiceDescriptor;
  /** Without a trailing slash. */
  readonly baseUrl: string;
  readonly fetch: typeof globalThis.fetch;
  readonly options: ClientOptions;
  readonly random: () => number;
  readonly now: () => number;
  readonly timers: Timers;
  readonly wakeUps: WakeUps;
  readonly backOff: BackOffPolicy;
  readonly timeoutMs: number;
  readonly maxAttempts: number;
  readonly maxResponseBytes: number;
}

/** Half a minute is what load balancers commonly allow an answer. */
const defaultTimeoutMs = 30_000;
const defaultMaxAttempts = 3;
const defaultMaxResponseBytes = 1024 * 1024;

/** The largest delay of `setTimeout`; more fires at once. */
export const maxTimerMs = 2 ** 31 - 1;

const platformTimers: Timers = {
  setTimeout: (callback, milliseconds) => globalThis.setTimeout(callback, milliseconds),
  clearTimeout: (handle) => globalThis.clearTimeout(handle as number),
};

/** @throws TransportError `invalid-options` */
export function createContext(service: ServiceDescriptor, options: ClientOptions): ClientContext {
  return {
    service,
    baseUrl: checkBaseUrl(options.baseUrl),
    // Looked up at the call: browsers refuse a detached `fetch`, and a test or polyfill may replace it later.
    fetch: options.fetch ?? ((input, init) => globalThis.fetch(input, init)),
    options,
    random: options.random ?? Math.random,
    now: options.now ?? Date.now,
    timers: options.timers ?? platformTimers,
    wakeUps: options.wakeUps ?? pageWakeUps,
    backOff: checkBackOff({ ...defaultBackOff, ...options.backOff }),
    timeoutMs: checkCount('timeoutMs', options.timeoutMs ?? defaultTimeoutMs, maxTimerMs),
    maxAttempts: checkCount('maxAttempts', options.maxAttempts ?? defaultMaxAttempts),
    maxResponseBytes: checkCount('maxResponseBytes', options.maxResponseBytes ?? defaultMaxResponseBytes),
  };
}

function checkBaseUrl(input: string | URL): string {
  const url = URL.canParse(input) ? new URL(input) : undefined;
  if (url === undefined || (url.protocol !== 'https:' && url.protocol !== 'http:')) {
    throw new TransportError('invalid-options', 'baseUrl is not an absolute http or https URL');
  }
  // A credential in a URL ends in logs (P5.1), and a query or fragment has no place under a path.
  if (url.username !== '' || url.password !== '' || url.search !== '' || url.hash !== '') {
    throw new TransportError('invalid-options', 'baseUrl has credentials, a query or a fragment');
  }
  return url.href.replace(/\/+$/, '');
}

function checkBackOff(policy: BackOffPolicy): BackOffPolicy {
  for (const [name, milliseconds] of Object.entries(policy)) checkCount(`backOff.${name}`, milliseconds, maxTimerMs / 4);
  return policy;
}

/** @throws TransportError `invalid-options` unless `value` is a whole number from 1 to `largest` */
export function checkCount(name: string, value: number, largest = Number.MAX_SAFE_INTEGER): number {
  if (Number.isSafeInteger(value) && value >= 1 && value <= largest) return value;
  throw new TransportError('invalid-options', `${name} is not a whole number from 1 to ${Math.floor(largest)}`);
}
