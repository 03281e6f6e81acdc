import type { IncomingMessage, ServerResponse } from 'node:http';

const waiting = new WeakSet<IncomingMessage>();

/** The client sends its body only when it is told to, or has waited long enough (RFC 9110 section 10.1.1). */
export function expectContinue(request: IncomingMessage): void {
  waiting.add(request);
}

/** Whether the client waits to be told to send its body. */
export function awaitsContinue(request: IncomingMessage): boolean {
  return waiting.has(request);
}

/** Tells a client that waits to send its body; to be called by who is about to read it, once it is known to be wanted. */
export function continueBody(request: IncomingMessage, response: ServerResponse): void {
  if (waiting.delete(request)) response.writeContinue();
}
