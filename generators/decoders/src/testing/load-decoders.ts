import * as codec from '@tidemark/codec/generated';
import type { Input, Result } from '@tidemark/codec/generated';
import type { DecodeOptions } from '@tidemark/codec';
import type { NamedSchema, Representation } from '@tidemark/model';
import { compileFunction } from 'node:vm';
import ts from 'typescript';
import { emitDecoders } from '../decoders-file.ts';

/** The functions of one named schema. */
export interface LoadedDecoder {
  readonly decode: (input: Input, options?: DecodeOptions) => unknown;
  readonly tryDecode: (input: Input, options?: DecodeOptions) => Result<unknown>;
  readonly is: (value: unknown) => boolean;
}

/** A representation with nothing but schemas. */
export function representationOf(schemas: readonly NamedSchema[], rest: Partial<Representation> = {}): Representation {
  return {
    id: 'sample',
    version: '1.0.0',
    major: 1,
    title: 'Sample',
    summary: 'A sample.',
    license: { name: 'MIT', identifier: 'MIT' },
    servers: [],
    schemas,
    errors: [],
    security: [],
    limits: [],
    tags: [],
    operations: [],
    streams: [],
    sockets: [],
    ...rest,
  };
}

/** Emits, transpiles and runs `decoders.ts` against the codec's source. `alter` edits the emitted text first. */
export function loadModule(representation: Representation, alter: (text: string) => string = (text) => text): Record<string, unknown> {
  const text = alter(
    emitDecoders(representation)
      .map((file) => file.text)
      .join('\n'),
  );
  const { outputText } = ts.transpileModule(text, { compilerOptions: { module: ts.ModuleKind.CommonJS, target: ts.ScriptTarget.ES2022 } });
  const exports: Record<string, unknown> = {};
  compileFunction(outputText, ['exports', 'require'])(exports, () => codec);
  return exports;
}

export function loadDecoder(representation: Representation, name: string, alter?: (text: string) => string): LoadedDecoder {
  const module = loadModule(representation, alter);
  return { decode: module[`decode${name}`], tryDecode: module[`tryDecode${name}`], is: module[`is${name}`] } as LoadedDecoder;
}

/** Takes the proof out, so that the slow path answers alone: a measure that is no number proves nothing. */
export function withoutProof(text: string): string {
  return text.replaceAll(/(codec\.tryDecode<\w+>\()(measure\w+)/g, '$1(value, levels) => ($2(value, levels) < 0 ? -1 : NaN)');
}
