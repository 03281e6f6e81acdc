export type { GeneratedFile } from './generated-file.ts';
export type * from './representation.ts';
