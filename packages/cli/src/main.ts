import { run } from './run.ts';

const abort = new AbortController();
const SIGNALS = ['SIGINT', 'SIGTERM'] as const;
const stop = (): void => {
  // The next one, whichever it is, ends the process at once.
  for (const signal of SIGNALS) process.off(signal, stop);
  abort.abort();
};
let trapped = false;
// A reader that left (`tidemark diff … | head`) is no fault of the command.
process.stdout.on('error', () => process.exit(0));

process.exitCode = await run(process.argv.slice(2), {
  cwd: process.cwd(),
  out: (line) => process.stdout.write(`${line}\n`),
  err: (line) => process.stderr.write(`${line}\n`),
  interactive: process.stderr.isTTY,
  /** Signals are trapped for those who ask: any other command ends at the first one, whatever it waits for. */
  get signal() {
    if (!trapped) for (const signal of SIGNALS) process.on(signal, stop);
    trapped = true;
    return abort.signal;
  },
  environment: process.env,
});
