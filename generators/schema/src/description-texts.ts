import { stringify } from 'yaml';
import type { JsonObject } from './json-object.ts';

/**
 * A description as JSON text and YAML text, each with one final line feed. The same document gives the same bytes everywhere.
 * The YAML has no aliases, folds no line, and quotes every plain scalar that a YAML 1.1 reader would take for a boolean,
 * a number or a date.
 */
export function descriptionTexts(document: JsonObject): { readonly json: string; readonly yaml: string } {
  return {
    json: `${JSON.stringify(document, null, 2)}\n`,
    yaml: stringify(document, {
      version: '1.2',
      compat: 'yaml-1.1',
      aliasDuplicateObjects: false,
      blockQuote: 'literal',
      lineWidth: 0,
      minContentWidth: 0,
      indent: 2,
      indentSeq: true,
      singleQuote: true,
    }),
  };
}
