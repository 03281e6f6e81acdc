/** What an emitter is told beside the representation. */
export interface ServerInputs {
  /** npm scope of the pair, with `@`; absent: none. */
  readonly scope?: string;
  /** Version of the packages of Tidemark that the generated one depends on, and of this generator. */
  readonly runtimeVersion: string;
  /** The package lives in a pnpm workspace beside its dependencies, which it then names as `workspace:*`; it is compiled there. */
  readonly workspace?: boolean;
  /** SHA-256 of each description's canonical JSON. */
  readonly digests: { readonly openapi?: string; readonly asyncapi?: string };
  readonly documents: { readonly openapi?: object; readonly asyncapi?: object };
  /** The published YAML forms, byte for byte; absent: only JSON is served. */
  readonly yaml?: { readonly openapi?: string; readonly asyncapi?: string };
}
