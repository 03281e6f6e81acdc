import type { Node, Representation } from '@tidemark/model';
import type { LiteralObject } from './literal.ts';
import { resolveNode } from './resolve.ts';

/** A parameter's or response header's node as the gateway reads it: references resolved, documentation left out. */
export function parameterLiteral(representation: Representation, reference: Node): LiteralObject {
  const node = resolveNode(representation, reference);
  switch (node.kind) {
    case 'string': {
      const { minLength, maxLength, maxBytes, pattern, scalar, decodedBytes } = node;
      return { kind: node.kind, minLength, maxLength, maxBytes, pattern, scalar, decodedBytes: decodedBytes && { ...decodedBytes } };
    }
    case 'number': {
      const { integer, minimum, maximum, exclusiveMinimum, exclusiveMaximum, multipleOf } = node;
      return { kind: node.kind, integer, minimum, maximum, exclusiveMinimum, exclusiveMaximum, multipleOf };
    }
    case 'literal':
      return { kind: node.kind, values: node.values };
    case 'array': {
      const { items, minItems, maxItems, uniqueItems } = node;
      return {
        kind: node.kind,
        items: parameterLiteral(representation, items === false ? { kind: 'never' } : items),
        minItems,
        maxItems,
        uniqueItems,
      };
    }
    case 'boolean':
      return { kind: node.kind };
    default:
      // The contract's definition admits no other node outside a body.
      throw new TypeError(`a ${node.kind} node cannot travel as text`);
  }
}
