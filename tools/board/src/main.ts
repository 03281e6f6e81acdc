import { mkdirSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { startBoard } from './server.ts';

const database = resolve(process.env['TIDEMARK_BOARD_DATABASE'] ?? '.tidemark/board.sqlite');
mkdirSync(dirname(database), { recursive: true });
const board = await startBoard({
  database,
  host: '127.0.0.1',
  port: Number(process.env['PORT'] ?? 4400),
  log: process.env['TIDEMARK_BOARD_LOG'] === '1',
});
process.stdout.write(`\nBoard is at ${board.url}\nCtrl-C ends it.\n`);

let closing = false;
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.on(signal, () => {
    if (closing) process.exit(130);
    closing = true;
    board.close().then(
      () => process.exit(0),
      (error: unknown) => {
        process.stderr.write(`${String(error)}\n`);
        process.exit(1);
      },
    );
  });
}
