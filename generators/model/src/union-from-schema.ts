import { dereference, flattenUnion, type JsonSchema, jsonTypes, literalOf, tagCandidates } from '@tidemark/contract';
import { ModelError } from './model-error.ts';
import { convert, type Path, type SchemaScope } from './node-from-schema.ts';
import type { LiteralNode, Node, ObjectNode, RefNode, TaggedNode } from './representation.ts';

interface Member {
  /** As written: possibly a reference. */
  readonly written: JsonSchema;
  /** What it means. */
  readonly meant: JsonSchema;
}

/**
 * A union in its one normal form: literals merged, objects under their tag, and the rest told apart by JSON type.
 * @throws {ModelError} `ambiguous-union`
 */
export function unionNode(schema: JsonSchema, path: Path, scope: SchemaScope): Node {
  const members = flattenUnion(schema, scope.definitions).map((written) => ({ written, meant: dereference(written, scope.definitions) }));
  const isLiteral = (member: Member): boolean => 'const' in member.meant || member.meant.enum !== undefined;
  const isObject = (member: Member): boolean => !isLiteral(member) && jsonTypes(member.meant).includes('object');
  const literals = members.filter(isLiteral);
  const objects = members.filter(isObject);
  const others = members.filter((member) => !isLiteral(member) && !isObject(member));
  requireDisjoint([literals, objects, ...others.map((member) => [member])], path);
  const branches: Node[] = [];
  if (literals.length > 0) branches.push(mergeLiterals(literals, path, scope));
  if (objects.length > 0)
    branches.push(
      objects.length === 1 && objects[0] !== undefined ? convert(objects[0].written, path, scope) : tagged(objects, path, scope),
    );
  branches.push(...others.map((member) => convert(member.written, path, scope)));
  const [only] = branches;
  return branches.length === 1 && only !== undefined ? only : { kind: 'choice', branches };
}

function requireDisjoint(groups: readonly (readonly Member[])[], path: Path): void {
  const seen = new Set<string>();
  for (const group of groups) {
    for (const type of new Set(group.flatMap((member) => jsonTypes(member.meant)))) {
      if (seen.has(type)) throw new ModelError('ambiguous-union', path, `More than one member accepts a ${type}.`);
      seen.add(type);
    }
  }
}

function mergeLiterals(literals: readonly Member[], path: Path, scope: SchemaScope): LiteralNode | RefNode {
  const [only] = literals;
  if (literals.length === 1 && only !== undefined) {
    const node = convert(only.written, path, scope);
    if (node.kind === 'literal' || node.kind === 'ref') return node;
  }
  const values = literals.flatMap((member) => {
    const node = convert(member.meant, path, { ...scope, nameOf: () => undefined });
    return node.kind === 'literal' ? node.values : [];
  });
  return { kind: 'literal', values: [...new Set(values)] };
}

function tagged(objects: readonly Member[], path: Path, scope: SchemaScope): TaggedNode {
  const [tag, second] = tagCandidates(objects.map((member) => member.meant));
  if (tag === undefined || second !== undefined)
    throw new ModelError('ambiguous-union', path, 'Object members have no single literal tag.');
  return {
    kind: 'tagged',
    tag,
    members: objects.map((member, index) => ({
      value: literalOf(member.meant, tag) ?? '',
      node: convert(member.written, [...path, 'anyOf', index], scope) as RefNode | ObjectNode,
    })),
  };
}
