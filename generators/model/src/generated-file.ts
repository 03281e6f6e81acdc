/** One file that an emitter fills: pure text, written by `generators/build` alone. */
export interface GeneratedFile {
  /** Relative to the package or folder that the emitter fills, with `/`. */
  readonly path: string;
  readonly text: string;
}
