export type { Behaviour } from './behaviour.ts';
export type { Defect } from './defect.ts';
export { ALL_DEFECTS, NULL_DEFECT } from './defects.ts';
export { MisbehavingHost, type MisbehavingHostOptions } from './misbehaving-host.ts';
