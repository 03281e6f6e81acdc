import { resolve } from 'node:path';
import { configurationOf } from './configuration.ts';
import { startBoard } from './server.ts';
import { StartError } from './start-error.ts';

try {
  const { database, port, log } = configurationOf(process.env);
  const board = await startBoard({ database: resolve(database), host: '127.0.0.1', port, log });
  process.stdout.write(`\nBoard is at ${board.url}\nCtrl-C ends it.\n`);
  endOnSignals(() => board.close());
} catch (error) {
  if (!(error instanceof StartError)) throw error;
  process.stderr.write(`\nBoard cannot start: ${error.message}\n`);
  process.exitCode = 1;
}

function endOnSignals(close: () => Promise<void>): void {
  let closing = false;
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.on(signal, () => {
      if (closing) process.exit(130);
      closing = true;
      close().then(
        () => process.exit(0),
        (error: unknown) => {
          process.stderr.write(`${String(error)}\n`);
          process.exit(1);
        },
      );
    });
  }
}
