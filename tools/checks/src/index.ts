export { ALL_CHECKS } from './all-checks.ts';
export { formatFindings, sortFindings } from './finding.ts';
export type { Check, Finding } from './finding.ts';
export { diskRepository, memoryRepository } from './repository.ts';
export type { Manifest, Package, Repository } from './repository.ts';
