import type { Representation, StringNode } from '@tidemark/model';
import { resolve } from './type-text.ts';

/** Values as the run time fills them in: `r1`, `r2` and so on, up to the largest safe integer. */
const samples = Array.from({ length: 16 }, (_, digits) => `r${'1234567890123456'.slice(0, digits + 1)}`);

/**
 * What the client may fill into a request's correlation property: text or a counting number, where the property's type admits every value that the run time makes;
 * undefined where the caller has to choose one.
 */
export function correlationFill(representation: Representation, schema: string, property: string): 'text' | 'number' | undefined {
  const message = resolve(representation, { kind: 'ref', name: schema });
  const found = message.kind === 'object' ? message.properties.find(({ name }) => name === property) : undefined;
  if (found === undefined) return undefined;
  const node = resolve(representation, found.node);
  if (node.kind === 'number')
    return node.multipleOf === undefined && (node.minimum ?? 0) <= 1 && (node.maximum ?? Number.MAX_SAFE_INTEGER) >= 2 ** 31
      ? 'number'
      : undefined;
  return node.kind === 'string' && (node.scalar === undefined || node.scalar === 'Utf8') && admitsSamples(node) ? 'text' : undefined;
}

function admitsSamples(node: StringNode): boolean {
  const longest = samples.at(-1)?.length ?? 0;
  const fits = (node.minLength ?? 0) <= 2 && (node.maxLength ?? longest) >= longest && (node.maxBytes ?? longest) >= longest;
  if (!fits || node.pattern === undefined) return fits;
  const pattern = new RegExp(node.pattern, 'u');
  return samples.every((sample) => pattern.test(sample));
}
