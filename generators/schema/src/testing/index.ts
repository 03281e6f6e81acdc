export { goldenOrphans, goldenRepresentations, goldenTexts } from './golden.ts';
export { schemaCompiler } from './validators.ts';
