import { parentPort } from 'node:worker_threads';
import { validateDescription } from '@tidemark/validators';

/** The thread behind `Judge`: a text in, its findings out. Says first that it is ready, so that loading costs no document its time. */
/** A thread's port has no origin to name. */
const post = (message: unknown): void => {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, not a window
  parentPort?.postMessage(message);
};

parentPort?.on('message', (text: string) => {
  void validateDescription(text).then(post);
});
post('ready');
