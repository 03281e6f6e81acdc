export { goldenOrphans, goldenRepresentations, goldenTexts } from './golden.ts';
export { schemaCompiler } from './validators.ts';
export { type ValueArbitrary, valueArbitraries } from './value-arbitrary.ts';
