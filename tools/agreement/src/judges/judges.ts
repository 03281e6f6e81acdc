import { parsed } from '@tidemark/codec';
import { loadModule, type LoadedDecoder } from '@tidemark/decoders/testing';
import { componentPointer } from '@tidemark/schema';
import type { Case } from '../corpus.ts';
import { printing, type Subject } from '../subjects.ts';
import { ajvCompiler } from './ajv-judge.ts';
import { hyperjumpValidators } from './hyperjump-judge.ts';

/** What everybody says about one case. */
export interface Verdicts {
  /** The decoder's code for the text, or undefined where it accepts. */
  readonly decoder: string | undefined;
  /** The decoder's code for the text as bytes; for a value that somebody else parsed; and whether `isX` holds. */
  readonly bytes: string | undefined;
  readonly parsed: string | undefined;
  readonly is: boolean;
  readonly openapi: boolean;
  readonly asyncapi: boolean;
}

export interface Judges {
  readonly judge: (one: Case) => Verdicts;
  /** The second 2020-12 implementation. */
  readonly second: (one: Case) => boolean;
}

/** The emitted decoders, and validators compiled from both printings of a subject. */
export async function judgesOf(subject: Subject): Promise<Judges> {
  const module = loadModule(subject.representation);
  const modern = printing(subject, '2020-12').schemas;
  const compileModern = ajvCompiler('2020-12', modern);
  const compileOld = ajvCompiler('draft-07', printing(subject, 'draft-07').schemas);
  const second = await hyperjumpValidators(modern);
  const bySchema = new Map(
    subject.schemas.map(({ name }) => {
      const decoder = { tryDecode: module[`tryDecode${name}`], is: module[`is${name}`] } as Pick<LoadedDecoder, 'tryDecode' | 'is'>;
      const reference = { $ref: componentPointer(name) };
      return [name, { decoder, openapi: compileModern(reference), asyncapi: compileOld(reference) }] as const;
    }),
  );
  return {
    judge: ({ schema, text }) => {
      const found = bySchema.get(schema);
      if (found === undefined) throw new Error(`no judges for ${schema}`);
      const { decoder, openapi, asyncapi } = found;
      const value: unknown = JSON.parse(text);
      const code = (input: Parameters<typeof decoder.tryDecode>[0]): string | undefined => {
        const result = decoder.tryDecode(input);
        return result.ok ? undefined : result.error.code;
      };
      return {
        decoder: code(text),
        // Half a surrogate pair has no bytes: in UTF-8 the text would be another one.
        bytes: code(text.isWellFormed() ? Buffer.from(text) : text),
        parsed: code(parsed(value)),
        is: decoder.is(value),
        openapi: openapi(value),
        asyncapi: asyncapi(value),
      };
    },
    second: ({ schema, text }) => second.get(schema)?.(JSON.parse(text)) ?? false,
  };
}
