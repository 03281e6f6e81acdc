import { runCli } from './run-cli.ts';

// A reader that left (`tidemark-conform ... | head`) is no fault of the command.
process.stdout.on('error', () => process.exit(0));

process.exitCode = await runCli(process.argv.slice(2), {
  out: (text) => process.stdout.write(text),
  err: (text) => process.stderr.write(text),
  env: process.env,
});
