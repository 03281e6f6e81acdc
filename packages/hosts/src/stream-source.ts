import { attachDirectly, type DirectSource } from '@tidemark/gateway';
import type { LiveEvents, OpenedStream } from '@tidemark/host-events';
import { preparedOf } from './prepared.ts';

/**
 * An opened stream as the gateway takes it: pulled to the end of the backlog, pushed from there on. What the stream holds is given back when the gateway
 * stops asking, also before it has asked once: an iterator by hand, because a generator that was never started runs nothing at `return`.
 */
export function streamSource(opened: OpenedStream): AsyncIterable<object> {
  return {
    [Symbol.asyncIterator]: () => ({
      async next(): Promise<IteratorResult<object, DirectSource>> {
        try {
          const step = await opened.events.next();
          return step.done === true
            ? { done: true, value: directSource(opened, step.value) }
            : { done: false, value: preparedOf(step.value) };
        } catch (error) {
          opened.close();
          throw error;
        }
      },
      async return(): Promise<IteratorResult<object, undefined>> {
        opened.close();
        return { done: true, value: undefined };
      },
    }),
  };
}

function directSource(opened: OpenedStream, live: LiveEvents): DirectSource {
  return {
    [attachDirectly](sink) {
      live.attach((event) => sink(preparedOf(event)));
      return opened.close;
    },
  };
}
