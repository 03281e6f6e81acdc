import ts from 'typescript';
import type { Check, Finding } from '../finding.ts';
import { isTest, sourceFiles } from '../repository.ts';
import type { Repository } from '../repository.ts';
import { lineOf } from '../syntax.ts';

export const ERRORS_DOCUMENT = 'docs/errors.md';

const HEADER = `# Error codes

Written by \`pnpm docs:errors\` from the tables in the source; do not edit. Every error that crosses a package boundary carries one of these
codes. Codes are stable: a released one keeps its meaning. Registered errors of a contract are not listed here: its descriptions list them.
`;

interface Row {
  readonly code: string;
  readonly meaning: string;
  readonly fix: string;
  readonly line: number;
}

interface Table {
  readonly path: string;
  readonly name: string;
  readonly line: number;
  readonly rows: readonly Row[];
}

/** Habit of the anchors: a code without documentation fails, and documentation of a code that is gone fails as well. */
export const errorTables: Check = {
  name: 'error-tables',
  summary: `error tables have meaning and fix in every row, and ${ERRORS_DOCUMENT} says the same, both ways`,
  run(repository) {
    const tables = errorTablesOf(repository);
    const written = repository.has(ERRORS_DOCUMENT) ? repository.read(ERRORS_DOCUMENT) : '';
    return [...tables.flatMap(checkRows), ...checkDocument(tables, written)];
  },
};

/** An exported constant whose every member is an object with a text `fix` and a text `why` or `meaning`. Order: path, then source order. */
export function errorTablesOf(repository: Repository): Table[] {
  const files = sourceFiles(repository).filter((path) => !isTest(path) && /^(?:packages|generators)\//.test(path));
  return files.flatMap((path) => {
    if (repository.packageOf(path)?.generated === true) return [];
    const source = repository.syntax(path);
    return source.statements.flatMap((statement) => (ts.isVariableStatement(statement) ? tablesIn(source, path, statement) : []));
  });
}

/** The whole document; the same tables give the same bytes. */
export function renderErrorsDocument(tables: readonly Table[]): string {
  const sections = tables.map((table) => {
    const rows = table.rows.map((row) => `| \`${row.code}\` | ${cell(row.meaning)} | ${cell(row.fix)} |`);
    return `\n## \`${table.name}\` in \`${table.path}\`\n\n| Code | Why | Fix |\n| --- | --- | --- |\n${rows.join('\n')}\n`;
  });
  return HEADER + sections.join('');
}

function tablesIn(source: ts.SourceFile, path: string, statement: ts.VariableStatement): Table[] {
  if (statement.modifiers?.some((modifier) => modifier.kind === ts.SyntaxKind.ExportKeyword) !== true) return [];
  return statement.declarationList.declarations.flatMap((declaration) => {
    const object = unwrap(declaration.initializer);
    if (object === undefined || object.properties.length === 0) return [];
    const rows = object.properties.map((property) => rowOf(source, property));
    return rows.every((row) => row !== undefined)
      ? [{ path, name: declaration.name.getText(source), line: lineOf(source, declaration), rows }]
      : [];
  });
}

function unwrap(expression: ts.Expression | undefined): ts.ObjectLiteralExpression | undefined {
  let inner = expression;
  while (inner !== undefined && !ts.isObjectLiteralExpression(inner)) {
    if (ts.isAsExpression(inner) || ts.isSatisfiesExpression(inner)) inner = inner.expression;
    else if (ts.isCallExpression(inner) && inner.expression.getText() === 'Object.freeze') inner = inner.arguments[0];
    else return undefined;
  }
  return inner;
}

function rowOf(source: ts.SourceFile, property: ts.ObjectLiteralElementLike): Row | undefined {
  if (!ts.isPropertyAssignment(property) || !ts.isObjectLiteralExpression(property.initializer)) return undefined;
  const texts = new Map<string, string>();
  for (const member of property.initializer.properties) {
    if (ts.isPropertyAssignment(member)) texts.set(member.name.getText(source), textOf(member.initializer));
  }
  const meaning = texts.get('why') ?? texts.get('meaning');
  const fix = texts.get('fix');
  if (meaning === undefined || fix === undefined) return undefined;
  const code = ts.isStringLiteral(property.name) ? property.name.text : property.name.getText(source);
  return { code, meaning, fix, line: lineOf(source, property) };
}

function textOf(node: ts.Expression): string {
  if (ts.isStringLiteralLike(node)) return node.text;
  if (ts.isBinaryExpression(node)) return textOf(node.left) + textOf(node.right);
  return node.getText();
}

function checkRows(table: Table): Finding[] {
  return table.rows
    .filter((row) => row.meaning.trim() === '' || row.fix.trim() === '')
    .map((row) => ({
      path: table.path,
      line: row.line,
      message: `${table.name} says nothing about ${row.code}`,
      fix: 'give it a meaning and a fix',
    }));
}

function checkDocument(tables: readonly Table[], written: string): Finding[] {
  if (written === renderErrorsDocument(tables)) return [];
  const documented = new Set([...written.matchAll(/^\| `([^`]+)` \|/gm)].map((match) => match[1] ?? ''));
  const codes = new Map(tables.flatMap((table) => table.rows.map((row) => [row.code, table] as const)));
  const fix = 'run `pnpm docs:errors` and commit the result';
  const missing = [...codes]
    .filter(([code]) => !documented.has(code))
    .map(([code, table]) => ({
      path: table.path,
      line: table.line,
      message: `${code} of ${table.name} is not in ${ERRORS_DOCUMENT}`,
      fix,
    }));
  const gone = [...documented]
    .filter((code) => !codes.has(code))
    .map((code) => ({ path: ERRORS_DOCUMENT, message: `${code} is documented, but no table has it`, fix }));
  const differs = { path: ERRORS_DOCUMENT, message: 'the document does not say what the tables say', fix };
  return missing.length + gone.length > 0 ? [...missing, ...gone] : [differs];
}

function cell(text: string): string {
  return text.replaceAll('|', '\\|').replaceAll('\n', ' ');
}
