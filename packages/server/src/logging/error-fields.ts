/** What a log line may say of an error (P3.1). */
export interface ErrorFields {
  readonly type: string;
  readonly code?: string;
  readonly message?: string;
  readonly stack?: readonly string[];
  readonly system?: string;
  readonly cause?: ErrorFields;
}

/** Errors whose messages are made from closed tables and hold no value of anybody's. */
const OWN: ReadonlySet<string> = new Set(['ConfigError', 'DatabaseError', 'GatewayError', 'HostEventsError', 'LogError', 'StartError']);
const MAX_CAUSES = 5;
const MAX_FRAMES = 10;

/**
 * An error as fields: names, codes and places, and messages only of errors whose messages are our own. A driver's or parser's message may quote what it was
 * given, so it is never said.
 */
export function errorFields(error: unknown, depth = 0): ErrorFields {
  if (!(error instanceof Error)) return { type: typeof error };
  const { name, stack, cause } = error;
  const { code } = error as { readonly code?: unknown };
  return {
    type: wordOf(name) ?? 'Error',
    ...(typeof code === 'string' && wordOf(code) !== undefined ? { code } : {}),
    ...(OWN.has(name) ? { message: error.message } : {}),
    ...systemOf(error as NodeJS.ErrnoException & { readonly address?: unknown; readonly port?: unknown }),
    ...(depth === 0 && stack !== undefined ? { stack: framesOf(stack) } : {}),
    ...(cause === undefined || depth === MAX_CAUSES ? {} : { cause: errorFields(cause, depth + 1) }),
  };
}

/** A name or code; anything else might be text of somebody's. */
function wordOf(text: string): string | undefined {
  return /^[A-Za-z0-9_.-]{1,60}$/.test(text) ? text : undefined;
}

function systemOf({ syscall, address, port }: { readonly syscall?: unknown; readonly address?: unknown; readonly port?: unknown }): {
  readonly system?: string;
} {
  if (typeof syscall !== 'string' || !/^[a-z]{1,20}$/.test(syscall)) return {};
  const peer = typeof address === 'string' && typeof port === 'number' ? ` ${address}:${port}` : '';
  return { system: syscall + peer };
}

/** The frames without the message, which comes first and may have several lines. */
function framesOf(stack: string): readonly string[] {
  return stack
    .split('\n')
    .filter((line) => /^ {4}at /.test(line))
    .slice(0, MAX_FRAMES)
    .map((line) => line.trim());
}
