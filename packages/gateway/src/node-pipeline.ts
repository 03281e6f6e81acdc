import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** What is known of a connection: the answers under way on it, in the order in which they will be sent. */
export interface Pipeline {
  answers: number;
  /** The answer that holds the connection for long. */
  holder: ServerResponse | null;
  /** The latest request, while its answer is under way. */
  last: { readonly request: IncomingMessage; readonly response: ServerResponse } | null;
  /** One listener of the socket serves all requests on it. */
  closed: Set<() => void> | null;
  /** Called when no more than so many answers are under way; replaces who waited before. */
  waiting: { readonly answers: number; readonly run: () => void } | null;
}

const pipelines = new WeakMap<Socket, Pipeline>();

export function pipelineOf(socket: Socket): Pipeline {
  const known = pipelines.get(socket);
  if (known !== undefined) return known;
  const pipeline: Pipeline = { answers: 0, holder: null, last: null, closed: null, waiting: null };
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

/** Runs `run` as soon as no more than `answers` are under way on a connection, now if that is so. Who waited before does no longer. */
export function whenAnswered(socket: Socket, answers: number, run: () => void): void {
  if (answersUnderWay(socket) <= answers) run();
  else pipelineOf(socket).waiting = { answers, run };
}

/** To be told of every request of a server, before anything handles it. */
export function trackPipeline(request: IncomingMessage, response: ServerResponse): void {
  const pipeline = pipelineOf(request.socket);
  pipeline.answers += 1;
  pipeline.last = { request, response };
  response.on('close', () => {
    pipeline.answers -= 1;
    if (pipeline.holder === response) pipeline.holder = null;
    if (pipeline.last?.response === response) pipeline.last = null;
    const { waiting } = pipeline;
    if (waiting === null || pipeline.answers > waiting.answers) return;
    pipeline.waiting = null;
    waiting.run();
  });
}
