import { StartError } from './start-error.ts';

export interface Configuration {
  readonly database: string;
  readonly port: number;
  readonly log: boolean;
}

export const DEFAULT_PORT = 4_400;
const DEFAULT_DATABASE = '.tidemark/board.sqlite';

/**
 * What the environment says; an empty variable counts as absent.
 * @throws {StartError} `port-invalid`.
 */
export function configurationOf(environment: Readonly<Record<string, string | undefined>>): Configuration {
  return {
    database: environment['TIDEMARK_BOARD_DATABASE'] || DEFAULT_DATABASE,
    port: portOf(environment['PORT'] || String(DEFAULT_PORT)),
    log: environment['TIDEMARK_BOARD_LOG'] === '1',
  };
}

function portOf(text: string): number {
  const port = Number(text);
  if (/^[0-9]{1,5}$/.test(text) && port <= 65_535) return port;
  throw new StartError(
    'port-invalid',
    `PORT is ${JSON.stringify(text.slice(0, 40))}, and a port is a whole number from 0 (any free one) to 65535. Fix: PORT=${DEFAULT_PORT} npm start, or leave PORT out.`,
  );
}
