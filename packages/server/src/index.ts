export { CONFIG_ERRORS, ConfigError, type ConfigErrorCode, type ConfigProblem } from './config/config-error.ts';
export { readConfig } from './config/read-config.ts';
export type { Credentials, HostEventsConfig, JwtConfig, ListenConfig, ServerConfig } from './config/server-config.ts';
export { createLogger, standardError } from './logging/create-logger.ts';
export { serve, type ServeOptions, type Server } from './serve.ts';
export { START_ERRORS, StartError, type StartErrorCode } from './start-error.ts';
