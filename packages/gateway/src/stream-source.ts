import { attachDirectly, type DirectSource } from './broadcast.ts';
import type { StreamSession } from './stream-session.ts';

/**
 * Moves what a handler produces into its stream until either ends. Pulls no faster than the stream takes; a direct source pushes. An iterator that returns a
 * direct source goes on with that: a backlog is pulled, and what comes after it is pushed.
 * `failed` gets what the source threw: the caller logs it, and the stream has ended with its terminal.
 */
export async function pump(source: AsyncIterable<object>, session: StreamSession, failed: (error: unknown) => void): Promise<void> {
  try {
    const direct = isDirect(source) ? source : await pullFrom(source, session);
    if (direct === null) return;
    pushFrom(direct, session, failed);
  } catch (error) {
    fail(error, session, failed);
  }
}

function isDirect(source: object): source is DirectSource {
  return attachDirectly in source;
}

function pushFrom(source: DirectSource, session: StreamSession, failed: (error: unknown) => void): void {
  const detach = source[attachDirectly]((item) => {
    try {
      return session.send(item);
    } catch (error) {
      // Thrown into the publisher, this would reach the other streams.
      fail(error, session, failed);
      return false;
    }
  });
  session.onStopped(detach);
}

async function pullFrom(source: AsyncIterable<object>, session: StreamSession): Promise<DirectSource | null> {
  const iterator = source[Symbol.asyncIterator]();
  let asking = false;
  session.onStopped(() => {
    // A generator in the middle of a step finishes that first; one that waits for ever must watch `context.signal`.
    if (asking) iterator.return?.().then(ignore, ignore);
  });
  for (;;) {
    // Strictly one step after the other: order is the stream's promise.
    await session.ready();
    if (!session.open) break;
    asking = true;
    const step = await iterator.next();
    asking = false;
    if (step.done === true) {
      const rest: unknown = step.value;
      if (typeof rest === 'object' && rest !== null && isDirect(rest)) return rest;
      session.finish();
      return null;
    }
    if (!session.send(step.value)) break;
  }
  await iterator.return?.();
  return null;
}

/** After the end of a stream its source usually throws what its abort signal said: nobody is told. */
function fail(error: unknown, session: StreamSession, failed: (error: unknown) => void): void {
  if (!session.open) return;
  failed(error);
  session.endFor('failed');
}

function ignore(): void {}
