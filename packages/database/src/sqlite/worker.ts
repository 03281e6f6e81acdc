import { parentPort, receiveMessageOnPort, workerData } from 'node:worker_threads';
import { type Connection, openConnection } from './connection.ts';
import { failureOf } from './failure.ts';
import { GroupCommit } from './group-commit.ts';
import type { ThreadOptions, ThreadReply, ThreadRequest } from './protocol.ts';

const port = parentPort;
if (port === null) throw new Error('This module runs in a worker thread.');

let outgoing: ThreadReply[] = [];
const reads: Extract<ThreadRequest, { kind: 'read' }>[] = [];
let closing: number | null = null;

const connection = open(workerData as ThreadOptions);
if (connection !== null) serve(connection);

function serve(opened: Connection): void {
  const group = new GroupCommit(opened, answer, flush);
  const take = (requests: readonly ThreadRequest[]): void => {
    for (const request of requests) {
      if (request.kind === 'read') reads.push(request);
      else if (request.kind === 'close') closing = request.id;
      else group.accept(request);
    }
  };
  /** What has arrived while the group was being worked on belongs into the same flush. */
  const takeWaiting = (): boolean => {
    const waiting = port === null ? undefined : receiveMessageOnPort(port);
    if (waiting === undefined) return false;
    take(waiting.message as ThreadRequest[]);
    return true;
  };
  port?.on('message', (requests: ThreadRequest[]) => {
    take(requests);
    group.pump(takeWaiting);
    if (group.idle) {
      for (const request of reads.splice(0)) read(opened, request);
      if (closing !== null) close(opened, closing);
    }
    flush();
  });
}

function open(options: ThreadOptions): Connection | null {
  try {
    const opened = openConnection(options);
    answer({ id: 0, results: [] });
    flush();
    return opened;
  } catch (error) {
    answer({ id: 0, failure: failureOf(error) });
    flush();
    port?.close();
    return null;
  }
}

/** Several reads see one state: between BEGIN and COMMIT a connection keeps its snapshot. */
function read(opened: Connection, { id, steps }: Extract<ThreadRequest, { kind: 'read' }>): void {
  try {
    if (steps.length > 1) opened.execute({ sql: 'BEGIN', values: [] });
    try {
      answer({ id, results: steps.map((step) => opened.execute(step)) });
    } finally {
      if (opened.inTransaction) opened.execute({ sql: 'COMMIT', values: [] });
    }
  } catch (error) {
    answer({ id, failure: failureOf(error) });
  }
}

function close(opened: Connection, id: number): void {
  try {
    opened.close();
    answer({ id, results: [] });
  } catch (error) {
    answer({ id, failure: failureOf(error) });
  }
  flush();
  port?.close();
}

function answer(reply: ThreadReply): void {
  outgoing.push(reply);
}

function flush(): void {
  if (outgoing.length === 0) return;
  port?.postMessage(outgoing);
  outgoing = [];
}
