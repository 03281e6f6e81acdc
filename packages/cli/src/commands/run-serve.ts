import { once } from 'node:events';
import { resolve } from 'node:path';
import { ConfigError, createLogger, readConfig, serve, type ServerConfig, standardError, StartError } from '@tidemark/server';
import { type Arguments, EXIT, type Exit, type Surroundings, UsageError } from '../command.ts';

/** Time for what is still open after everything was closed, before the process is ended whatever holds it. */
const LINGER_MS = 500;

export async function runServe(args: Arguments, surroundings: Surroundings): Promise<Exit> {
  const file = args.values.get('config');
  if (file === undefined) throw new UsageError('serve needs --config FILE.');
  try {
    const config = await readConfig(resolve(surroundings.cwd, file), surroundings.environment);
    if (!args.flags.has('check')) return await serveUntilAborted(config, surroundings);
    surroundings.out(args.flags.has('json') ? JSON.stringify({ ok: true }) : `${file}: valid`);
    return EXIT.ok;
  } catch (error) {
    if (!(error instanceof ConfigError) && !(error instanceof StartError)) throw error;
    report(args, error, surroundings);
    return error instanceof ConfigError ? EXIT.usage : EXIT.findings;
  }
}

function report(args: Arguments, error: ConfigError | StartError, { out, err }: Surroundings): void {
  if (!args.flags.has('json')) err(error.message);
  else out(JSON.stringify({ ok: false, code: error.code, ...(error instanceof ConfigError ? { problems: error.problems } : {}) }));
}

async function serveUntilAborted(config: ServerConfig, { out, signal }: Surroundings): Promise<Exit> {
  const destination = standardError();
  const logger = createLogger(config.logLevel, destination);
  try {
    const server = await serve(config, { logger });
    out(JSON.stringify({ event: 'listening', url: server.url, admin: server.admin }));
    logger.info({ address: server.url, adminAddress: server.admin }, 'listening');
    if (!signal.aborted) await once(signal, 'abort');
    logger.info({}, 'shutting down');
    const complete = await server.close();
    if (complete) logger.info({}, 'stopped');
    else logger.error({}, 'not everything could be closed in time');
    leave(complete ? EXIT.ok : EXIT.findings);
    return complete ? EXIT.ok : EXIT.findings;
  } finally {
    destination.flushSync();
  }
}

/** A handle that was forgotten must not keep a server that has closed. */
function leave(exit: Exit): void {
  setTimeout(() => process.exit(exit), LINGER_MS).unref();
}
