import ts from 'typescript';
import type { Check, Finding } from '../finding.ts';
import { matchesAny } from '../layers.ts';
import { isTest, sourceFiles } from '../repository.ts';
import type { Repository } from '../repository.ts';
import { dottedName, lineOf, visit } from '../syntax.ts';

/** Packages whose behaviour a test must be able to replay: time, chance and timers are arguments. */
const PROTOCOL_PACKAGES = [
  'packages/canonical',
  'packages/codec',
  'packages/wire',
  'packages/delivery',
  'packages/query-plan',
  'packages/contract',
  'packages/transport',
  'packages/gateway',
  'packages/diff',
  'packages/database',
  'packages/log',
  'packages/host-events',
  'packages/hosts',
  'packages/client',
  'packages/*-client',
  'packages/*-server',
  'generators/*',
];

/** The one file of a package that fills in the platform's facilities where the caller gives none; elsewhere `src/platform.ts`. */
const DEFAULTS_FILES: Readonly<Record<string, string>> = {
  'packages/gateway': 'packages/gateway/src/time.ts',
  'packages/transport': 'packages/transport/src/context.ts',
};

const AMBIENT = new Set([
  'Date.now',
  'Math.random',
  'performance.now',
  'crypto.randomUUID',
  'crypto.getRandomValues',
  'setTimeout',
  'setInterval',
  'setImmediate',
  'globalThis.setTimeout',
  'globalThis.setInterval',
  'globalThis.setImmediate',
  'globalThis.performance',
  'globalThis.crypto',
]);

export const ambientFacilities: Check = {
  name: 'ambient-facilities',
  summary: 'protocol packages take clock, chance and timers by injection; one file each names the real ones',
  run: (repository) =>
    sourceFiles(repository)
      .filter((path) => {
        const folder = repository.packageOf(path)?.dir ?? '';
        return matchesAny(PROTOCOL_PACKAGES, folder) && !isTest(path) && path !== defaultsFile(folder);
      })
      .flatMap((path) => checkFile(repository, path)),
};

function defaultsFile(folder: string): string {
  return DEFAULTS_FILES[folder] ?? `${folder}/src/platform.ts`;
}

function checkFile(repository: Repository, path: string): Finding[] {
  const source = repository.syntax(path);
  const findings: Finding[] = [];
  visit(source, (node) => {
    const name = ambientName(node);
    if (name === undefined) return;
    findings.push({
      path,
      line: lineOf(source, node),
      message: `${name} makes this code impossible to replay`,
      fix: `take it as an argument; the platform's own goes into ${defaultsFile(repository.packageOf(path)?.dir ?? '')}`,
    });
  });
  return findings;
}

function ambientName(node: ts.Node): string | undefined {
  if (ts.isNewExpression(node) && (node.arguments ?? []).length === 0 && dottedName(node.expression) === 'Date') return 'new Date()';
  if (ts.isPropertyAccessExpression(node)) {
    const name = dottedName(node);
    return name !== undefined && AMBIENT.has(name) ? name : undefined;
  }
  if (!ts.isIdentifier(node) || !AMBIENT.has(node.text)) return undefined;
  return isFreeValue(node) ? node.text : undefined;
}

/** Excludes names of properties, parameters and types, and locals that were injected under the platform's name. */
function isFreeValue(node: ts.Identifier): boolean {
  const { parent } = node;
  if (ts.isCallExpression(parent) && parent.expression === node) return !isDeclaredInFile(node);
  return (
    (ts.isPropertyAssignment(parent) && parent.initializer === node) ||
    (ts.isShorthandPropertyAssignment(parent) && !isDeclaredInFile(node))
  );
}

function isDeclaredInFile(node: ts.Identifier): boolean {
  let declared = false;
  visit(node.getSourceFile(), (candidate) => {
    const named =
      ts.isParameter(candidate) ||
      ts.isVariableDeclaration(candidate) ||
      ts.isBindingElement(candidate) ||
      ts.isFunctionDeclaration(candidate);
    if (named && candidate.name !== undefined && ts.isIdentifier(candidate.name) && candidate.name.text === node.text) declared = true;
  });
  return declared;
}
