import ts from 'typescript';
import type { Check, Finding } from '../finding.ts';
import type { Repository } from '../repository.ts';
import { dottedName, lineOf, visit } from '../syntax.ts';

const FOCUSED = new Set(['test.only', 'it.only', 'describe.only', 'suite.only', 'bench.only']);
const BARE_THROW = new Set(['toThrow', 'toThrowError']);

/** A focused test hides all others; a bare `toThrow()` passes on any mistake; a slept-for result is a guess about speed. */
export const testHygiene: Check = {
  name: 'test-hygiene',
  summary: 'no focused test, no bare toThrow(), no sleep',
  run: (repository) => repository.files.filter((path) => /\.test\.[cm]?tsx?$/.test(path)).flatMap((path) => checkFile(repository, path)),
};

function checkFile(repository: Repository, path: string): Finding[] {
  const source = repository.syntax(path);
  const findings: Finding[] = [];
  visit(source, (node) => {
    const problem = problemOf(node);
    if (problem !== undefined) findings.push({ path, line: lineOf(source, node), ...problem });
  });
  return findings;
}

function problemOf(node: ts.Node): Pick<Finding, 'message' | 'fix'> | undefined {
  if (ts.isPropertyAccessExpression(node) && FOCUSED.has(dottedName(node) ?? '')) {
    return { message: `${dottedName(node)} hides every other test`, fix: 'remove .only' };
  }
  if (!ts.isCallExpression(node)) return undefined;
  if (isBareThrow(node)) {
    return { message: 'a bare toThrow() passes on any error, a typing mistake included', fix: 'assert the code or the exact message' };
  }
  if (isSleep(node)) {
    return { message: 'a sleep guesses how fast the machine is', fix: 'inject a clock, or await the event itself' };
  }
  return undefined;
}

function isBareThrow(node: ts.CallExpression): boolean {
  if (!ts.isPropertyAccessExpression(node.expression) || node.arguments.length > 0) return false;
  const { expression, name } = node.expression;
  const negated = ts.isPropertyAccessExpression(expression) && expression.name.text === 'not';
  return BARE_THROW.has(name.text) && !negated;
}

/** `new Promise((resolve) => setTimeout(resolve, N))`, whatever the parameter is called. */
function isSleep(node: ts.CallExpression): boolean {
  if (dottedName(node.expression) !== 'setTimeout') return false;
  const callback = node.arguments[0];
  let outer: ts.Node = node.parent;
  while (!ts.isArrowFunction(outer) && !ts.isFunctionExpression(outer)) {
    if (outer.parent === undefined || ts.isSourceFile(outer.parent)) return false;
    outer = outer.parent;
  }
  const parameter = outer.parameters[0]?.name;
  const resolves =
    callback !== undefined && parameter !== undefined && ts.isIdentifier(parameter) && dottedName(callback) === parameter.text;
  return resolves && ts.isNewExpression(outer.parent) && dottedName(outer.parent.expression) === 'Promise';
}
