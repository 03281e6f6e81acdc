import type { LiteralNode, ObjectNode, StringNode } from '@tidemark/model';
import { fill, group, indent, join, type Layout, line, ifBroken, softLine } from './layout.ts';
import { camel, NameScope, quote } from './names.ts';

/** The module-level data of `decoders.ts`: patterns, enumerations and field sets, each made once and only if it is used. */
export class Constants {
  readonly #scope = new NameScope();
  readonly #names = new Map<string, string>();
  readonly #declarations: Layout[] = [];

  /** What has been declared since the last call. */
  takeDeclarations(): readonly Layout[] {
    return this.#declarations.splice(0);
  }

  /** The pattern of a string, `u` flag. Equal patterns are compiled once. */
  pattern(node: StringNode, hint: string): string {
    const literal = `${new RegExp(node.pattern ?? '', 'u')}`;
    return this.#declare(`pattern ${literal}`, `${camel(hint)}Pattern`, (name) => group(`const ${name} =`, indent(line, literal), ';'));
  }

  /** The values of an enumeration. */
  values(node: LiteralNode, hint: string): string {
    const list = arrayLiteral(node.values);
    const type = node.values.map((value) => literalText(value));
    return this.#declare(`values ${type.join(' ')}`, `${camel(hint)}Values`, (name) => group(`const ${name} = `, list, ' as const;'));
  }

  /** The declared names of a closed object, in the author's order. */
  fieldNames(node: ObjectNode, hint: string): string {
    return this.#declare(`fields of ${hint}`, `${camel(hint)}Fields`, (name) =>
      group(`const ${name}: readonly string[] = `, arrayLiteral(node.properties.map((property) => property.name)), ';'),
    );
  }

  /** The declared names of an open object. */
  fieldSet(node: ObjectNode, hint: string): string {
    const names = node.properties.map((property) => quote(property.name));
    const set = group('new Set([', indent(softLine, join([',', line], names)), ifBroken(','), softLine, '])');
    return this.#declare(`fields of ${hint}`, `${camel(hint)}Fields`, (name) => [
      `const ${name}: ReadonlySet<string> = /* @__PURE__ */ `,
      set,
      ';',
    ]);
  }

  /** Any other constant, once for each key. */
  other(key: string, wish: string, text: (name: string) => Layout): string {
    return this.#declare(key, wish, text);
  }

  #declare(key: string, wish: string, text: (name: string) => Layout): string {
    const known = this.#names.get(key);
    if (known !== undefined) return known;
    const name = this.#scope.take(wish);
    this.#names.set(key, name);
    this.#declarations.push(text(name));
    return name;
  }
}

export function literalText(value: string | number | boolean | null): string {
  if (typeof value === 'string') return quote(value);
  return Object.is(value, -0) ? '-0' : String(value);
}

function arrayLiteral(values: LiteralNode['values']): Layout {
  const texts = values.map(literalText);
  const items = values.every((value) => typeof value === 'number') ? fill(texts) : join([',', line], texts);
  return group('[', indent(softLine, items), ifBroken(','), softLine, ']');
}
