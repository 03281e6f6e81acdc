import { asyncapiDocument } from '@tidemark/asyncapi';
import { canonicalJson, sha256Hex } from '@tidemark/canonical';
import { emitClientPackage } from '@tidemark/client-generator';
import { emitDecoders, emitTypes } from '@tidemark/decoders';
import type { GeneratedFile, Representation } from '@tidemark/model';
import { openapiDocument } from '@tidemark/openapi';
import { descriptionTexts } from '@tidemark/schema';
import { emitServerPackage } from '@tidemark/server-generator';

/** Everything that one contract becomes, as text. Pure: the same representation gives the same bytes everywhere. */
export interface Emission {
  readonly descriptions: readonly GeneratedFile[];
  readonly client: readonly GeneratedFile[];
  readonly server: readonly GeneratedFile[];
  /** SHA-256 of the canonical JSON of each description (C2.3), `sha256:` and hexadecimal. */
  readonly digests: { readonly openapi?: string; readonly asyncapi?: string };
}

export interface EmissionOptions {
  readonly scope?: string;
  readonly workspace: boolean;
  /** Version of the generator and of the run time that the packages depend on. */
  readonly version: string;
}

export function emit(representation: Representation, options: EmissionOptions): Emission {
  const documents = documentsOf(representation);
  const digests = Object.fromEntries(
    Object.entries(documents).map(([name, document]) => [name, `sha256:${sha256Hex(canonicalJson(document))}`]),
  );
  const texts = Object.entries(documents).map(([name, document]) => ({ name, ...descriptionTexts(document) }));
  const inputs = {
    ...(options.scope === undefined ? {} : { scope: options.scope }),
    workspace: options.workspace,
    documents,
    digests,
    yaml: Object.fromEntries(texts.map(({ name, yaml }) => [name, yaml])),
    runtimeVersion: options.version,
  };
  return {
    descriptions: texts.flatMap(({ name, json, yaml }) => [
      { path: `${name}.json`, text: json },
      { path: `${name}.yaml`, text: yaml },
    ]),
    client: sorted([...emitTypes(representation), ...emitDecoders(representation), ...emitClientPackage(representation, inputs)]),
    server: sorted(emitServerPackage(representation, inputs)),
    digests,
  };
}

/** The descriptions that a contract has: OpenAPI for operations and streams, AsyncAPI for sockets (C2.5). */
export interface Documents {
  readonly openapi?: object;
  readonly asyncapi?: object;
}

export function documentsOf(representation: Representation): Documents {
  return { ...present('openapi', openapiDocument(representation)), ...present('asyncapi', asyncapiDocument(representation)) };
}

function present<K extends string, T>(key: K, value: T | undefined): { readonly [P in K]?: T } {
  return (value === undefined ? {} : { [key]: value }) as { readonly [P in K]?: T };
}

function sorted(files: readonly GeneratedFile[]): readonly GeneratedFile[] {
  return files.toSorted((left, right) => (left.path < right.path ? -1 : 1));
}
