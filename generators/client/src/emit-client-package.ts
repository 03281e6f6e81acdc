import type { GeneratedFile, Representation } from '@tidemark/model';
import { emitClient } from './client-file.ts';
import { emitDescriptor } from './descriptor-file.ts';
import { emitEndpoints } from './endpoints-file.ts';
import { emitErrors } from './errors-file.ts';
import { emitIndex } from './index-file.ts';
import type { ClientInputs } from './inputs.ts';
import { emitManifest } from './manifest.ts';
import { chooseNames } from './names.ts';
import { emitReadme } from './readme.ts';

/**
 * The client package of a contract, but for `src/types.ts` and `src/decoders.ts`, which `generators/decoders` emits (C4.1, C4.2).
 * Generated code is data and types; what happens at run time is in `@tidemark/transport`.
 *
 * @throws ClientError `name-collision`, `reserved-name`, `unknown-reference`
 */
export function emitClientPackage(representation: Representation, inputs: ClientInputs): GeneratedFile[] {
  const names = chooseNames(representation);
  return [
    ...emitManifest(representation, inputs),
    emitReadme(representation, inputs, names),
    emitErrors(representation, inputs, names),
    emitEndpoints(representation, inputs, names),
    emitDescriptor(representation, inputs, names),
    emitClient(representation, inputs, names),
    emitIndex(representation, inputs, names),
  ];
}
