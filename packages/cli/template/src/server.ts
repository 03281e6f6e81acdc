import { createBroadcast, createServer, withId } from '@tidemark/gateway';
import { __camel__Plugin, resyncRequired, type __Pascal__Handlers } from '__kebab__-server';
import type { NoteAdded } from '__kebab__-client';

/** Starts the service on a port of the loopback address; 0: any free one. */
export async function start(port: number) {
  const notes: NoteAdded[] = [];
  const live = createBroadcast<NoteAdded>();
  const handlers: __Pascal__Handlers = {
    addNote({ body }) {
      const note = { number: notes.length + 1, text: body.text, at: new Date().toISOString() };
      const event: NoteAdded = { type: 'note-added', v: 1, note };
      notes.push(event);
      live.publish(withId(String(note.number), event));
      return note;
    },
    watchNotes: {
      open(_request, { lastEventId, signal }) {
        const after = lastEventId === undefined ? notes.length : Number(lastEventId);
        if (!Number.isInteger(after) || after < 0 || after > notes.length) throw resyncRequired();
        const missed = notes.slice(after);
        const subscription = live.subscribe({ signal });
        return (async function* () {
          for (const event of missed) yield withId(String(event.note.number), event);
          yield* subscription;
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
