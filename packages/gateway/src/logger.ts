/** The part of pino's interface that the gateway uses. Fields are redacted by construction: no credential, cursor, payload or query is ever among them (P3.1). */
export interface Logger {
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
}

export const silentLogger: Logger = { info() {}, warn() {}, error() {} };
