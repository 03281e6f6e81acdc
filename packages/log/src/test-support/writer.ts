// A writer as a process of its own, to be killed: `writer.ts URL NAME LOG,LOG... COUNT`. Says each acknowledgement on stdout, without a buffer that would die with it.
import { writeSync } from 'node:fs';
import { openDatabase } from '@tidemark/database';
import { openLogs } from '../logs.ts';

const [url = '', name = '', logList = '', count = '0'] = process.argv.slice(2);
const names = logList.split(',');
const database = await openDatabase(url);
const logs = await openLogs(database);
const say = (line: string): number => writeSync(1, `${line}\n`);
say('ready');

/** One after the other, so that their order is known. */
async function write(writer: number): Promise<void> {
  for (let n = 0; n < Number(count); n++) {
    const id = `${name}.${writer}.${n}`;
    const log = names[n % names.length] as string;
    const body = JSON.stringify({ id, filler: 'x'.repeat((n * 37) % 300) });
    if (n % 5 === 4 && names.length > 1) {
      // In all logs or in none.
      await database.transaction(async (tx) => {
        for (const each of names) await logs.appendIn(tx, each, [{ id, label: 'all', body }]);
      });
      say(`all ${id}`);
    } else {
      const { position } = await logs.append(log, { id, label: 'one', body });
      say(`ack ${log} ${id} ${position}`);
    }
  }
}

await Promise.all([0, 1, 2, 3].map(write));
say('done');
logs.close();
await database.close();
