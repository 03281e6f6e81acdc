import type { ErrorRow, GeneratedFile, Representation } from '@tidemark/model';
import type { ServerInputs } from './inputs.ts';
import { camel, header, packageNames, quote } from './names.ts';
import { docComment, functionHead } from './text.ts';
import { typeText } from './type-text.ts';

/** Words that cannot name a function in a strict module. */
const RESERVED = new Set(
  (
    'arguments await break case catch class const continue debugger default delete do else enum eval export extends false finally for function if ' +
    'implements import in instanceof interface let new null package private protected public return static super switch this throw true try typeof ' +
    'undefined var void while with yield'
  ).split(' '),
);

/** What the package exports, or its file of errors imports, beside the factories. */
const TAKEN: readonly string[] = ['descriptions', 'openapiJson', 'openapiYaml', 'asyncapiJson', 'asyncapiYaml', 'types'];

/** The name of a code's factory: `not_found` gives `notFound`, or with another ending where that is taken. */
export function factoryName(code: string, representation: Representation): string {
  const { descriptor, plugin } = packageNames(representation, { runtimeVersion: '', digests: {}, documents: {} });
  const isFree = (name: string): boolean => !RESERVED.has(name) && !TAKEN.includes(name) && name !== descriptor && name !== plugin;
  const name = camel(code);
  if (isFree(name)) return name;
  const others = new Set(representation.errors.map((row) => camel(row.code)));
  const wishes = [`${name}Error`, `${name}Refusal`].filter((wish) => !others.has(wish) && isFree(wish));
  return wishes[0] ?? `${name}_`;
}

/** `src/errors.ts`: one factory for each row of the registry, which a handler throws. */
export function errorsFile(representation: Representation, inputs: ServerInputs): readonly GeneratedFile[] {
  if (representation.errors.length === 0) return [];
  const rows = representation.errors.map((row) => factory(row, representation));
  const body = rows.join('\n');
  const names = packageNames(representation, inputs);
  const text = [
    `${header(representation, inputs)}\n`,
    `import { ServiceError, type ServiceErrorOptions } from '@tidemark/gateway';\n`,
    body.includes('types.') ? `import type * as types from ${quote(`${names.client}/types`)};\n` : '',
    `\n${body}`,
  ];
  return [{ path: 'src/errors.ts', text: text.join('') }];
}

function factory(row: ErrorRow, representation: Representation): string {
  const left = ['details', ...(row.message === undefined ? [] : ['message'])].map((name) => quote(name)).join(' | ');
  const base = `Omit<ServiceErrorOptions, ${left}>`;
  const options = row.details === null ? base : `${base} & { readonly details?: ${typeText(row.details)} }`;
  const doc = docComment([row.description, `Status ${row.status}, ${row.retriable ? 'retriable' : 'not retriable'}.`]);
  return [
    doc,
    functionHead(factoryName(row.code, representation), [`options: ${options} = {}`], 'ServiceError'),
    `  return new ServiceError(${quote(row.code)}, options);\n`,
    '}\n',
  ].join('');
}
