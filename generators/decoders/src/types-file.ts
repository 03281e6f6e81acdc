import type { GeneratedFile, NamedSchema, Representation } from '@tidemark/model';
import { docComment } from './doc-comment.ts';
import { header } from './header.ts';
import { hardLine, type Layout, lines, join, print, group, indent, line, ifBroken } from './layout.ts';
import { NameScope } from './names.ts';
import { objectType, type TypeContext, typeExpression } from './type-expression.ts';

/** `src/types.ts`: one exported interface or type for each named schema, under the contract's names (C4.4). */
export function emitTypes(representation: Representation): GeneratedFile[] {
  const scalars = new ScalarImports(representation.schemas.map((schema) => schema.name));
  const declarations = representation.schemas.map((schema) => declaration(schema, { scalar: (name) => scalars.use(name) }));
  const head = lines([header(representation), ...scalars.statements()]);
  const text = print(join([hardLine, hardLine], [head, ...declarations]));
  return [{ path: 'src/types.ts', text: `${text}\n` }];
}

function declaration(schema: NamedSchema, context: TypeContext): Layout {
  const { name, node } = schema;
  const head = docComment(node.doc, '');
  if (node.kind === 'object') {
    const body = objectType(node, context, '');
    return lines([...head, [`export interface ${name} `, body]]);
  }
  return lines([...head, [`export type ${name} = `, typeExpression(node, context), ';']]);
}

/** The scalars' types, imported as far as they are used, under another name where the contract has that name. */
class ScalarImports {
  readonly #scope: NameScope;
  readonly #local = new Map<string, string>();

  constructor(taken: readonly string[]) {
    this.#scope = new NameScope(taken);
  }

  use(name: string): string {
    const local = this.#local.get(name) ?? this.#scope.take(name);
    this.#local.set(name, local);
    return local;
  }

  statements(): readonly Layout[] {
    const names = [...this.#local].map(([name, local]) => (name === local ? name : `${name} as ${local}`)).toSorted();
    if (names.length === 0) return [];
    return [group('import type {', indent(line, join([',', line], names)), ifBroken(','), line, "} from '@tidemark/codec/generated';")];
  }
}
