export { emitClientPackage } from './emit-client-package.ts';
export { ClientError, clientErrors, type ClientErrorCode } from './client-error.ts';
export type { ClientInputs } from './inputs.ts';
