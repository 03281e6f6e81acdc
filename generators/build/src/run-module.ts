import { randomUUID } from 'node:crypto';
import * as nodeModule from 'node:module';
import { pathToFileURL } from 'node:url';

/**
 * Modules that this process has loaded already: the contract gets the same ones, under any loader. To load TypeBox's 679 files a second time
 * through the loader of TypeScript took two thirds of a build in which nothing had changed. TypeScript sources are left to that loader.
 */
const SHARED = `data:text/javascript,${encodeURIComponent(`
export function resolve(specifier, context, nextResolve) {
  // Node keeps one context for all hooks and writes into it what each passes on.
  const { parentURL } = context;
  const at = parentURL === undefined ? -1 : parentURL.indexOf('?tsx-namespace=');
  if (at < 0 || !/^(?:typebox|@tidemark\\/contract)(?:\\/|$)/.test(specifier)) return nextResolve(specifier, context);
  const found = nextResolve(specifier, { ...context, parentURL: parentURL.slice(0, at) });
  const unlessTypeScript = (result) =>
    /\\.[cm]?ts$/.test(result.url) ? nextResolve(specifier, { ...context, parentURL }) : result;
  return found instanceof Promise ? found.then(unlessTypeScript) : unlessTypeScript(found);
}
`)}`;

/** Node 22.15 and later: hooks in the thread itself. */
type RegisterHooks = (hooks: object) => void;

async function shareModules(): Promise<void> {
  const { registerHooks } = nodeModule as unknown as { readonly registerHooks?: RegisterHooks };
  if (registerHooks === undefined) nodeModule.register(SHARED);
  else registerHooks((await import(SHARED)) as object);
}

/** Runs a TypeScript or JavaScript module. An ES module and the files that it refers to are loaded afresh at each call, but for what is shared. */
export async function runModule(file: string): Promise<Readonly<Record<string, unknown>>> {
  const [esm, cjs] = await Promise.all([import('tsx/esm/api'), import('tsx/cjs/api')]);
  const mapped = process.sourceMapsEnabled;
  const namespace = randomUUID();
  cjs.register({ namespace });
  const scoped = esm.register({ namespace, tsconfig: false });
  try {
    // Hooks run in the reverse order of their registration, so this one sees a specifier before the loader does.
    await shareModules();
    return (await scoped.import(pathToFileURL(file).href, import.meta.url)) as Readonly<Record<string, unknown>>;
  } finally {
    // The loader turns source maps on for the whole process, and every function that a validator compiles is then searched for one.
    process.setSourceMapsEnabled(mapped);
  }
}
