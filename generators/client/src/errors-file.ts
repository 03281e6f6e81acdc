import type { ErrorRow, GeneratedFile, Representation } from '@tidemark/model';
import type { ClientInputs } from './inputs.ts';
import type { Names } from './names.ts';
import { docComment, header, namesStatement, quote, unionAlias } from './text.ts';
import { Imports, MODULES } from './type-text.ts';

/** `src/errors.ts`: a class for each registered error. */
export function emitErrors(representation: Representation, inputs: ClientInputs, names: Names): GeneratedFile {
  const imports = new Imports();
  const classes = representation.errors.map((row) => errorClass(row, names, imports));
  const all = representation.errors.map(({ code }) => names.errorClass(code));
  const union = `/** Every error that the service answers with. */\n${unionAlias(`export type ${names.prefix}Error`, all.length === 0 ? ['never'] : all)}`;
  const types = imports.names(MODULES.types);
  const head = [
    header(representation, inputs.runtimeVersion),
    ...(all.length === 0 ? [] : [`import { ServiceError } from '${MODULES.transport}';`]),
    ...(types.length === 0 ? [] : [namesStatement('import type', types, MODULES.types)]),
  ].join('\n');
  return { path: 'src/errors.ts', text: `${[head, ...classes, union].join('\n\n')}\n` };
}

/** TypeScript type of an error's details, which an answer may leave out. */
function detailsType(row: ErrorRow, imports: Imports): string {
  return row.details === null ? 'undefined' : `${imports.use(MODULES.types, row.details.name)} | undefined`;
}

function errorClass(row: ErrorRow, names: Names, imports: Imports): string {
  const name = names.errorClass(row.code);
  const status = `HTTP ${row.status}, ${row.retriable ? 'retriable' : 'not retriable'}.`;
  const base = `ServiceError<${quote(row.code)}, ${detailsType(row, imports)}>`;
  return `${docComment([row.description, status])}export class ${name} extends ${base} {\n  override readonly name = ${quote(name)};\n}`;
}
