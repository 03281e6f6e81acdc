export { loadDecoder, type LoadedDecoder, loadModule } from './load-decoders.ts';
