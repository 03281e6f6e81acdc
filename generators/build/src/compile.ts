import type { GeneratedFile } from '@tidemark/model';

/**
 * `dist/*.js` and `dist/*.d.ts` beside the TypeScript of a generated package. Generated code states the type of every
 * export, so each file is compiled alone, without a type-check and without looking at any other.
 */
export async function compile(files: readonly GeneratedFile[]): Promise<readonly GeneratedFile[]> {
  const sources = files.filter((file) => file.path.startsWith('src/') && file.path.endsWith('.ts'));
  if (sources.length === 0) return [];
  const { default: ts } = await import('typescript');
  const compilerOptions = {
    target: ts.ScriptTarget.ES2022,
    module: ts.ModuleKind.ESNext,
    verbatimModuleSyntax: true,
    isolatedDeclarations: true,
    declaration: true,
    rewriteRelativeImportExtensions: true,
    newLine: ts.NewLineKind.LineFeed,
  };
  return sources.flatMap((file) => {
    const base = file.path.replace(/^src\//, 'dist/').replace(/\.ts$/, '');
    return [
      { path: `${base}.js`, text: ts.transpileModule(file.text, { compilerOptions, fileName: file.path }).outputText },
      { path: `${base}.d.ts`, text: relativeToJs(ts.transpileDeclaration(file.text, { compilerOptions, fileName: file.path }).outputText) },
    ];
  });
}

/** `transpileDeclaration` keeps `.ts` in relative specifiers; consumers resolve `.js` to the declaration beside it. */
function relativeToJs(text: string): string {
  return text.replaceAll(/(from\s+['"]\.{1,2}\/[^'"]*)\.ts(['"])/g, '$1.js$2');
}
