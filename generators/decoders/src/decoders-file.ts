import type { GeneratedFile, NamedSchema, Representation } from '@tidemark/model';
import { checkUnit } from './check-unit.ts';
import { Constants } from './constants.ts';
import { header } from './header.ts';
import { block, call, group, hardLine, ifBroken, indent, join, type Layout, line, lines, print } from './layout.ts';
import { measureUnit } from './measure-unit.ts';
import { camel, quote, typeAlias } from './names.ts';
import { makePlan, type Plan } from './plan.ts';
import { unitContext } from './unit-context.ts';

/**
 * `src/decoders.ts`: `decodeX`, `tryDecodeX` and `isX` for each named schema (C3.1), `encodeXBinary` and `decodeXBinary` for each
 * with a binary layout (R4.6). It imports `@tidemark/codec/generated` and `./types.ts`, and nothing happens when it is loaded.
 */
export function emitDecoders(representation: Representation): GeneratedFile[] {
  const plan = makePlan(representation);
  const constants = new Constants();
  const sections = plan.units.map(({ schema, units }) => {
    const functions = units.flatMap((unit) => {
      const context = unitContext(unit, plan, constants);
      return [...measureUnit(context), ...checkUnit(context)];
    });
    return [
      ...publicFunctions(schema),
      decoderConstant(schema, plan),
      ...binaryLayout(schema),
      ...constants.takeDeclarations(),
      ...functions,
    ];
  });
  const head = lines([header(representation), ...imports(representation)]);
  return [{ path: 'src/decoders.ts', text: `${print(join([hardLine, hardLine], [head, ...sections.flat()]))}\n` }];
}

function imports(representation: Representation): readonly Layout[] {
  const codec = "import * as codec from '@tidemark/codec/generated';";
  const names = representation.schemas.map(({ name }) => (typeAlias(name) === name ? name : `${name} as ${typeAlias(name)}`)).toSorted();
  if (names.length === 0) return [codec];
  return [codec, group('import type {', indent(line, join([',', line], names)), ifBroken(','), line, "} from './types.ts';")];
}

/** Name of the constant that ties the functions of a schema together. */
function decoderName(schema: NamedSchema): string {
  return `${camel(schema.name)}Decoder`;
}

function decoderConstant(schema: NamedSchema, plan: Plan): Layout {
  const { name } = schema;
  const { deep, levels } = plan.depth(schema.node);
  const parts = [`levels: ${deep ? 0 : levels}`, `measure: measure${name}`, `check: check${name}`];
  const value = group('{', indent(line, join([',', line], parts)), ifBroken(','), line, '}');
  return [`const ${decoderName(schema)}: codec.Decoder<${typeAlias(name)}> = `, value, ';'];
}

function publicFunctions(schema: NamedSchema): readonly Layout[] {
  const { name } = schema;
  const type = typeAlias(name);
  const decoder = decoderName(schema);
  const input = ['input: codec.Input', 'options?: codec.DecodeOptions'];
  return [
    lines([
      `/** Decodes \`${name}\` from JSON text, JSON bytes or a parsed value. Throws \`DecodeError\`. */`,
      block([signature(`decode${name}`, input), `: ${type}`], [`return codec.decode(${decoder}, input, options);`]),
    ]),
    lines([
      `/** Decodes \`${name}\` as \`decode${name}\` does, and returns the error instead of throwing it. */`,
      block([signature(`tryDecode${name}`, input), `: codec.Result<${type}>`], [`return codec.tryDecode(${decoder}, input, options);`]),
    ]),
    lines([
      `/** Whether a parsed value is \`${name}\`. */`,
      block([signature(`is${name}`, ['value: unknown']), `: value is ${type}`], [`return codec.matches(${decoder}, value);`]),
    ]),
    ...(schema.binary === undefined ? [] : binaryFunctions(schema, type, schema.binary.size)),
  ];
}

function signature(name: string, parameters: readonly string[]): Layout {
  return call(`export function ${name}`, parameters);
}

function binaryFunctions(schema: NamedSchema, type: string, size: number): readonly Layout[] {
  const { name } = schema;
  const names = `${decoderName(schema)}, ${camel(name)}Layout`;
  return [
    lines([
      `/** The binary form of \`${name}\`, ${size} bytes. Throws \`DecodeError\` for a value that is none. */`,
      block([signature(`encode${name}Binary`, [`value: ${type}`]), ': Uint8Array'], [`return codec.encodeBinary(${names}, value);`]),
    ]),
    lines([
      `/** Decodes the binary form of \`${name}\`, exactly ${size} bytes. Throws \`DecodeError\`. */`,
      block([signature(`decode${name}Binary`, ['bytes: Uint8Array']), `: ${type}`], [`return codec.decodeBinary(${names}, bytes);`]),
    ]),
  ];
}

function binaryLayout(schema: NamedSchema): readonly Layout[] {
  if (schema.binary === undefined) return [];
  const fields = schema.binary.fields.map((field) => {
    const parts = [`name: ${quote(field.name)}`, `offset: ${field.offset}`, `type: '${field.type}'`];
    if (field.type === 'bytes') parts.push(`size: ${field.size}`, `text: '${field.text ?? 'base64url'}'`);
    if (field.type === 'u64') parts.push(`json: '${field.json ?? 'uint64'}'`);
    if (field.values !== undefined) parts.push(`values: [${field.values.join(', ')}]`);
    return [group('{', indent(line, join([',', line], parts)), ifBroken(','), line, '}'), ','];
  });
  const list = ['[', indent(fields.map((field) => [hardLine, field])), hardLine, ']'];
  return [
    [block(`const ${camel(schema.name)}Layout: codec.BinaryLayout =`, [`size: ${schema.binary.size},`, ['fields: ', list, ',']]), ';'],
  ];
}
