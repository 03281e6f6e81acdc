/** What an emitter needs beside the representation. */
export interface ClientInputs {
  /** npm scope, with `@`; absent: none. */
  readonly scope?: string;
  /** Digests of the descriptions that the client can check against discovery. */
  readonly digests: { readonly openapi?: string; readonly asyncapi?: string };
  /** Version of the run time packages, and of the generator. */
  readonly runtimeVersion: string;
  /** The package lives in this repository's workspace: sources resolve under `@tidemark/source`, dependencies as `workspace:*`. */
  readonly workspace?: boolean;
}
