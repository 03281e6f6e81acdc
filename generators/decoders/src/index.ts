export { emitDecoders } from './decoders-file.ts';
export { emitTypes } from './types-file.ts';
