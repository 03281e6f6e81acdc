import ts from 'typescript';
import type { Check, Finding } from '../finding.ts';
import { sourceFiles } from '../repository.ts';
import type { Repository } from '../repository.ts';
import { lineOf } from '../syntax.ts';

/** An entry is a reviewed list of names; a star or a default export hides what a package promises. */
export const exportsStyle: Check = {
  name: 'exports-style',
  summary: 'no `export *` and no default export',
  run: (repository) => sourceFiles(repository).flatMap((path) => checkFile(repository, path)),
};

function checkFile(repository: Repository, path: string): Finding[] {
  const source = repository.syntax(path);
  const findings: Finding[] = [];
  for (const statement of source.statements) {
    const problem = problemOf(statement);
    if (problem !== undefined) findings.push({ path, line: lineOf(source, statement), ...problem });
  }
  return findings;
}

function problemOf(statement: ts.Statement): Pick<Finding, 'message' | 'fix'> | undefined {
  if (ts.isExportDeclaration(statement) && (statement.exportClause === undefined || ts.isNamespaceExport(statement.exportClause))) {
    return { message: '`export *` makes an entry grow by accident', fix: 'list the exported names, grouped by who reads them' };
  }
  const isDefault =
    (ts.isExportAssignment(statement) && statement.isExportEquals !== true) ||
    (ts.canHaveModifiers(statement) &&
      ts.getModifiers(statement)?.some((modifier) => modifier.kind === ts.SyntaxKind.DefaultKeyword) === true);
  if (!isDefault) return undefined;
  return { message: 'a default export has no name of its own', fix: 'export it by name' };
}
