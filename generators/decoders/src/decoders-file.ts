import type { GeneratedFile, NamedSchema, Representation } from '@tidemark/model';
import { Constants } from './constants.ts';
import { header } from './header.ts';
import { block, call, group, hardLine, ifBroken, indent, join, type Layout, line, lines, print } from './layout.ts';
import { measureUnit } from './measure-unit.ts';
import { camel, quote, typeAlias } from './names.ts';
import { makePlan } from './plan.ts';

/**
 * `src/decoders.ts`: `decodeX`, `tryDecodeX` and `isX` for each named schema (C3.1), `encodeXBinary` and `decodeXBinary` for each
 * with a binary layout (R4.6). It imports `@tidemark/codec/generated` and `./types.ts`, and nothing happens when it is loaded.
 */
export function emitDecoders(representation: Representation): GeneratedFile[] {
  const plan = makePlan(representation);
  const constants = new Constants();
  const sections = plan.units.map(({ schema, units }) => {
    const functions = units.flatMap((unit) => measureUnit({ unit, plan, constants }));
    return [...publicFunctions(schema), ...binaryLayout(schema), ...constants.takeDeclarations(), ...functions];
  });
  const head = lines([header(representation), ...imports(representation)]);
  return [{ path: 'src/decoders.ts', text: `${print(join([hardLine, hardLine], [head, ...sections.flat()]))}\n` }];
}

function imports(representation: Representation): readonly Layout[] {
  const codec = "import * as codec from '@tidemark/codec/generated';";
  const names = representation.schemas.map(({ name }) => (typeAlias(name) === name ? name : `${name} as ${typeAlias(name)}`)).toSorted();
  if (names.length === 0) return [];
  return [codec, group('import type {', indent(line, join([',', line], names)), ifBroken(','), line, "} from './types.ts';")];
}

function publicFunctions(schema: NamedSchema): readonly Layout[] {
  const { name } = schema;
  const type = typeAlias(name);
  const measure = `measure${name}`;
  const input = ['input: codec.Input', 'options?: codec.DecodeOptions'];
  return [
    lines([
      `/** Decodes \`${name}\` from JSON text, JSON bytes or a parsed value. Throws \`DecodeError\`. */`,
      block([signature(`decode${name}`, input), `: ${type}`], [`return codec.decode<${type}>(${measure}, input, options);`]),
    ]),
    lines([
      `/** Decodes \`${name}\` as \`decode${name}\` does, and returns the error instead of throwing it. */`,
      block(
        [signature(`tryDecode${name}`, input), `: codec.Result<${type}>`],
        [`return codec.tryDecode<${type}>(${measure}, input, options);`],
      ),
    ]),
    lines([
      `/** Whether a parsed value is \`${name}\`. */`,
      block([signature(`is${name}`, ['value: unknown']), `: value is ${type}`], [`return codec.matches<${type}>(${measure}, value);`]),
    ]),
    ...(schema.binary === undefined ? [] : binaryFunctions(schema, type, schema.binary.size)),
  ];
}

function signature(name: string, parameters: readonly string[]): Layout {
  return call(`export function ${name}`, parameters);
}

function binaryFunctions(schema: NamedSchema, type: string, size: number): readonly Layout[] {
  const { name } = schema;
  const names = `measure${name}, ${camel(name)}Layout`;
  return [
    lines([
      `/** The binary form of \`${name}\`, ${size} bytes. Throws \`DecodeError\` for a value that is none. */`,
      block(
        [signature(`encode${name}Binary`, [`value: ${type}`]), ': Uint8Array'],
        [`return codec.encodeBinary<${type}>(${names}, value);`],
      ),
    ]),
    lines([
      `/** Decodes the binary form of \`${name}\`, exactly ${size} bytes. Throws \`DecodeError\`. */`,
      block(
        [signature(`decode${name}Binary`, ['bytes: Uint8Array']), `: ${type}`],
        [`return codec.decodeBinary<${type}>(${names}, bytes);`],
      ),
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
