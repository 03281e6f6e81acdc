import type { GeneratedFile, Representation } from '@tidemark/model';
import { descriptionsFile } from './descriptions-file.ts';
import { descriptorFile } from './descriptor-file.ts';
import { indexFile, pluginFile } from './entry-files.ts';
import { errorsFile } from './errors-file.ts';
import { handlersFile } from './handlers-file.ts';
import type { ServerInputs } from './inputs.ts';
import { packageFiles } from './package-files.ts';

/**
 * The whole server package of a contract (C4.1, C4.3): data and types, no control flow. Types and decoders are the client package's.
 * Pure: the same representation gives the same bytes everywhere.
 */
export function emitServerPackage(representation: Representation, inputs: ServerInputs): readonly GeneratedFile[] {
  return [
    ...packageFiles(representation, inputs),
    descriptionsFile(representation, inputs),
    descriptorFile(representation, inputs),
    ...errorsFile(representation, inputs),
    handlersFile(representation, inputs),
    indexFile(representation, inputs),
    pluginFile(representation, inputs),
  ];
}
