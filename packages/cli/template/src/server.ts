import { createBroadcast, createServer, type IdentifiedEvent, withId } from '@tidemark/gateway';
import { __camel__Plugin, resyncRequired, type __Pascal__Handlers } from '__kebab__-server';
import type { NoteAdded } from '__kebab__-client';

/** Starts the service on a port of the loopback address; 0: any free one. */
export async function start(port: number) {
  const notes: IdentifiedEvent<NoteAdded>[] = [];
  const live = createBroadcast<IdentifiedEvent<NoteAdded>>();
  const handlers: __Pascal__Handlers = {
    addNote({ body }) {
      const note = { number: notes.length + 1, text: body.text, at: new Date().toISOString() };
      const event = withId<NoteAdded>(String(note.number), { type: 'note-added', v: 1, note });
      notes.push(event);
      live.publish(event);
      return note;
    },
    watchNotes: {
      open(_request, { lastEventId, signal }) {
        const after = lastEventId === undefined ? notes.length : Number(lastEventId);
        if (!Number.isInteger(after) || after < 0 || after > notes.length) throw resyncRequired();
        // Both in one step: a note that is added from now on waits in the subscription.
        const missed = notes.slice(after);
        const subscription = live.subscribe({ signal });
        return (async function* () {
          yield* missed;
          // What a generator returns goes on behind it.
          return subscription;
        })();
      },
      terminal: (reason) => ({ type: 'ended', v: 1, reason: reason === 'slow-consumer' ? 'slow-consumer' : 'draining' }),
    },
  };
  const server = await createServer();
  await server.register(__camel__Plugin(handlers, {}));
  const url = await server.listen({ host: '127.0.0.1', port });
  return { url, close: () => server.close() };
}
