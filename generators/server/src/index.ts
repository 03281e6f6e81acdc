export { emitServerPackage } from './emit-server-package.ts';
export { GATEWAY_FAULT_CODES } from './gateway-faults.ts';
export type { ServerInputs } from './inputs.ts';
