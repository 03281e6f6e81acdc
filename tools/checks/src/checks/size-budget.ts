import ts from 'typescript';
import type { Check, Finding } from '../finding.ts';
import { GENERATED_HEADER, isTest, sourceFiles } from '../repository.ts';
import type { Repository } from '../repository.ts';
import { lineOf, visit } from '../syntax.ts';

export const FILE_LINES = 300;
export const FUNCTION_LINES = 50;
/** Gateway files that know fastify or ws are adapters, and adapters stay thin. */
export const ADAPTER_LINES = 200;

const EXCEPTIONS = 'tools/checks/exceptions.json';

interface Exception {
  readonly path: string;
  /** Absent: the file itself. */
  readonly function?: string;
  readonly reason: string;
}

interface Oversize {
  readonly path: string;
  readonly function?: string;
  readonly line: number;
  readonly lines: number;
  readonly limit: number;
}

/** Budgets from the measured anchors; generated files keep the function budget, tests have none. */
export const sizeBudget: Check = {
  name: 'size-budget',
  summary: `files have at most ${FILE_LINES} lines and functions ${FUNCTION_LINES}; exceptions carry a reason, and stale ones fail`,
  run(repository) {
    const exceptions = readExceptions(repository);
    const oversize = sourceFiles(repository)
      .filter((path) => !isTest(path))
      .flatMap((path) => [...oversizeFile(repository, path), ...oversizeFunctions(repository, path)]);
    const excused = new Set<Exception>();
    const findings = oversize.flatMap((found) => {
      const exception = exceptions.find((row) => row.path === found.path && row.function === found.function);
      if (exception === undefined) return [describe(found)];
      excused.add(exception);
      return [];
    });
    return [...findings, ...exceptions.flatMap((row) => badException(row, excused.has(row)))];
  },
};

function readExceptions(repository: Repository): readonly Exception[] {
  if (!repository.has(EXCEPTIONS)) return [];
  return (JSON.parse(repository.read(EXCEPTIONS)) as { readonly size?: readonly Exception[] }).size ?? [];
}

function oversizeFile(repository: Repository, path: string): Oversize[] {
  const text = repository.read(path);
  if (text.startsWith(GENERATED_HEADER)) return [];
  const lines = text.split('\n').length - (text.endsWith('\n') ? 1 : 0);
  const adapter = path.startsWith('packages/gateway/') && /from '(?:fastify|ws)'/.test(text);
  const limit = adapter ? ADAPTER_LINES : FILE_LINES;
  return lines > limit ? [{ path, line: 1, lines, limit }] : [];
}

function oversizeFunctions(repository: Repository, path: string): Oversize[] {
  const source = repository.syntax(path);
  const found: Oversize[] = [];
  visit(source, (node) => {
    if (!ts.isFunctionLike(node) || !('body' in node) || node.body === undefined || !ts.isBlock(node.body)) return;
    const line = lineOf(source, node);
    const lines = source.getLineAndCharacterOfPosition(node.getEnd()).line + 2 - line;
    if (lines > FUNCTION_LINES) found.push({ path, function: nameOf(node), line, lines, limit: FUNCTION_LINES });
  });
  return found;
}

function nameOf(node: ts.SignatureDeclaration): string {
  if (node.name !== undefined) return node.name.getText();
  if (ts.isConstructorDeclaration(node)) return 'constructor';
  const { parent } = node;
  return ts.isVariableDeclaration(parent) || ts.isPropertyAssignment(parent) ? parent.name.getText() : 'anonymous';
}

function describe(found: Oversize): Finding {
  const what = found.function === undefined ? 'the file' : `function ${found.function}`;
  return {
    path: found.path,
    line: found.line,
    message: `${what} has ${found.lines} lines, the budget is ${found.limit}`,
    fix: `split it along its purposes, or add it to ${EXCEPTIONS} with the reason why it is better whole`,
  };
}

function badException(row: Exception, used: boolean): Finding[] {
  const subject = row.function === undefined ? row.path : `${row.path} (${row.function})`;
  if (typeof row.reason !== 'string' || row.reason.length < 10) {
    return [{ path: EXCEPTIONS, message: `the exception for ${subject} gives no reason`, fix: 'say why it is better whole' }];
  }
  return used ? [] : [{ path: EXCEPTIONS, message: `the exception for ${subject} excuses nothing any more`, fix: 'remove it' }];
}
