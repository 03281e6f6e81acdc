import { mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import ts from 'typescript';

const OPTIONS: ts.CompilerOptions = {
  strict: true,
  exactOptionalPropertyTypes: true,
  noUncheckedIndexedAccess: true,
  noEmit: true,
  target: ts.ScriptTarget.ES2022,
  module: ts.ModuleKind.ESNext,
  moduleResolution: ts.ModuleResolutionKind.Bundler,
  lib: ['lib.es2022.d.ts'],
  types: [],
};

/** What a strict TypeScript project says about sources that stand side by side: one line for each error. */
export function strictErrors(sources: Readonly<Record<string, string>>): readonly string[] {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'tidemark-strict-')));
  try {
    for (const [name, text] of Object.entries(sources)) writeFileSync(join(folder, name), text);
    const program = ts.createProgram(
      Object.keys(sources).map((name) => join(folder, name)),
      OPTIONS,
    );
    return ts
      .getPreEmitDiagnostics(program)
      .map(
        ({ file, messageText }) => `${file?.fileName.slice(folder.length + 1) ?? ''}: ${ts.flattenDiagnosticMessageText(messageText, ' ')}`,
      );
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
