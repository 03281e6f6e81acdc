import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** What is known of a connection: the answers under way on it, in the order in which they will be sent. */
export interface Pipeline {
  answers: number;
  /** The answer that holds the connection for long. */
  holder: ServerResponse | null;
  /** One listener of the socket serves all requests on it. */
  closed: Set<() => void> | null;
}

const pipelines = new WeakMap<Socket, Pipeline>();

export function pipelineOf(socket: Socket): Pipeline {
  const known = pipelines.get(socket);
  if (known !== undefined) return known;
  const pipeline: Pipeline = { answers: 0, holder: null, closed: null };
  pipelines.set(socket, pipeline);
  // `on` where an event comes once anyway: `once` costs an idle connection three more objects (F4).
  socket.on('close', () => {
    for (const callback of pipeline.closed ?? []) callback();
  });
  return pipeline;
}

/** Whether any answer is under way: then a request to switch protocols would write into it. */
export function answersUnderWay(socket: Socket): number {
  return pipelines.get(socket)?.answers ?? 0;
}

/** To be told of every request of a server, before anything handles it. */
export function trackPipeline(request: IncomingMessage, response: ServerResponse): void {
  const pipeline = pipelineOf(request.socket);
  pipeline.answers += 1;
  response.on('close', () => {
    pipeline.answers -= 1;
    if (pipeline.holder === response) pipeline.holder = null;
  });
}
