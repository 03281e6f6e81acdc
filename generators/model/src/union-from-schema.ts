import {
  dereference,
  flattenUnion,
  isEndless,
  isLiteral,
  type JsonSchema,
  jsonTypes,
  literalOf,
  literalValues,
  type Path,
  tagOf,
  wholeUnion,
} from '@tidemark/contract';
import { ModelError } from './model-error.ts';
import type { LiteralNode, Node, ObjectNode, RefNode, TaggedNode } from './representation.ts';
import type { SchemaScope } from './schema-scope.ts';

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
  if (isEndless(schema, scope.definitions)) throw new ModelError('ambiguous-union', path, 'The union contains itself.');
  const members = flattenUnion(schema, scope.definitions).map((written) => ({ written, meant: dereference(written, scope.definitions) }));
  const literals = members.filter((member) => isLiteral(member.meant));
  const objects = members.filter((member) => !isLiteral(member.meant) && jsonTypes(member.meant).includes('object'));
  const others = members.filter((member) => !literals.includes(member) && !objects.includes(member));
  requireDisjoint([literals, objects, ...others.map((member) => [member])], path);
  const branches: Node[] = [];
  if (literals.length > 0) branches.push(mergeLiterals(literals, path, scope));
  if (objects.length === 1) branches.push(...objects.flatMap((member) => branchesOf(member, path, scope)));
  if (objects.length > 1) branches.push(namedUnionOf(schema, objects, scope) ?? tagged(objects, path, scope));
  branches.push(...others.flatMap((member) => branchesOf(member, path, scope)));
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

/** A member that accepts several JSON types stands for as many branches. */
function branchesOf(member: Member, path: Path, scope: SchemaScope): readonly Node[] {
  const node =
    jsonTypes(member.meant).length > 1 ? scope.convertShape(member.meant, path, scope) : scope.convert(member.written, path, scope);
  return node.kind === 'choice' ? node.branches : [node];
}

/** Where one member of the union is a named union of exactly these objects, its name stands for them (`Payment | null`). */
function namedUnionOf(schema: JsonSchema, objects: readonly Member[], scope: SchemaScope): RefNode | undefined {
  const written = objects.map((member) => member.written);
  const whole = wholeUnion(schema, written, scope.definitions);
  if (whole === undefined || (whole.$ref === undefined && scope.nameOf(whole) === undefined)) return undefined;
  const node = scope.convert(whole, [], scope);
  return node.kind === 'ref' ? node : undefined;
}

function mergeLiterals(literals: readonly Member[], path: Path, scope: SchemaScope): LiteralNode | RefNode {
  const [only] = literals;
  const all = literals.flatMap((member) => literalValues(member.meant));
  const twice = all.find((value, index) => all.indexOf(value) !== index);
  if (twice !== undefined && literals.length > 1)
    throw new ModelError('ambiguous-union', path, `More than one member accepts ${JSON.stringify(twice)}.`);
  if (literals.length === 1 && only !== undefined) {
    const node = scope.convert(only.written, path, scope);
    if (node.kind === 'literal' || node.kind === 'ref') return node;
  }
  const values = literals.flatMap((member) => {
    const node = scope.convertShape(member.meant, path, scope);
    return node.kind === 'literal' ? node.values : [];
  });
  return { kind: 'literal', values };
}

function tagged(objects: readonly Member[], path: Path, scope: SchemaScope): TaggedNode {
  if (objects.some((member) => jsonTypes(member.meant).length > 1))
    throw new ModelError('ambiguous-union', path, 'A member accepts other JSON types beside an object.');
  const tag = tagOf(objects.map((member) => member.meant));
  if (tag === undefined) throw new ModelError('ambiguous-union', path, 'Object members have no single literal tag.');
  return {
    kind: 'tagged',
    tag,
    members: objects.map((member, index) => ({
      value: literalOf(member.meant, tag) ?? '',
      node: scope.convert(member.written, [...path, 'anyOf', index], scope) as RefNode | ObjectNode,
    })),
  };
}
