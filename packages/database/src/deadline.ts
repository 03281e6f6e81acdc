import { DatabaseError } from './database-error.ts';
import { startTimer } from './platform.ts';

/** Settles as the work does, or rejects with `timeout`. The work itself goes on: whoever called sees to it that it does nothing more. */
export function withinTime<T>(work: Promise<T>, milliseconds: number): Promise<T> {
  return new Promise((resolve, reject) => {
    const stop = startTimer(() => {
      reject(new DatabaseError('timeout', `a transaction of more than ${milliseconds} ms`));
    }, milliseconds);
    work.then(resolve, reject).finally(stop);
  });
}
