import ts from 'typescript';

export interface Import {
  readonly specifier: string;
  /** Erased at run time: `import type`, `export type`, or a type position. */
  readonly typeOnly: boolean;
  readonly line: number;
}

/** Every module that a file names: static, re-exported, dynamic, in a type position. */
export function importsOf(source: ts.SourceFile): Import[] {
  const found: Import[] = [];
  const add = (specifier: ts.Node | undefined, typeOnly: boolean): void => {
    if (specifier !== undefined && ts.isStringLiteralLike(specifier)) {
      found.push({ specifier: specifier.text, typeOnly, line: lineOf(source, specifier) });
    }
  };
  visit(source, (node) => {
    if (ts.isImportDeclaration(node)) add(node.moduleSpecifier, node.importClause?.phaseModifier === ts.SyntaxKind.TypeKeyword);
    else if (ts.isExportDeclaration(node)) add(node.moduleSpecifier, node.isTypeOnly);
    else if (ts.isImportTypeNode(node) && ts.isLiteralTypeNode(node.argument)) add(node.argument.literal, true);
    else if (ts.isCallExpression(node) && isImportCall(node)) add(node.arguments[0], false);
  });
  return found;
}

/** Depth first, in source order. */
export function visit(node: ts.Node, enter: (node: ts.Node) => void): void {
  enter(node);
  ts.forEachChild(node, (child) => visit(child, enter));
}

export function lineOf(source: ts.SourceFile, node: ts.Node): number {
  return source.getLineAndCharacterOfPosition(node.getStart(source)).line + 1;
}

/** `Date.now` for a property access on a plain name, the bare name for an identifier, otherwise undefined. */
export function dottedName(node: ts.Node): string | undefined {
  if (ts.isIdentifier(node)) return node.text;
  if (ts.isPropertyAccessExpression(node) && ts.isIdentifier(node.expression)) return `${node.expression.text}.${node.name.text}`;
  return undefined;
}

function isImportCall(node: ts.CallExpression): boolean {
  return node.expression.kind === ts.SyntaxKind.ImportKeyword || (ts.isIdentifier(node.expression) && node.expression.text === 'require');
}
