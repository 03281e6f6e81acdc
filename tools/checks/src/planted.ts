import { memoryRepository } from './repository.ts';
import type { Repository } from './repository.ts';

/** A small correct workspace; tests plant one violation in it, so that a finding can only come from what they planted. */
const CLEAN: Readonly<Record<string, string>> = {
  'package.json': manifest('tidemark', { private: true, engines: { node: '>=20.19' }, scripts: { test: 'x', build: 'x' } }),
  'packages/codec/package.json': published('@tidemark/codec'),
  'packages/codec/src/index.ts': "export { decode } from './decode.ts';\n",
  'packages/codec/src/decode.ts': 'export const decode = (text: string): unknown => JSON.parse(text);\n',
  'packages/wire/package.json': published('@tidemark/wire'),
  'packages/wire/src/index.ts': 'export const frame = 1;\n',
  'packages/gateway/package.json': published('@tidemark/gateway', { dependencies: { '@tidemark/codec': 'workspace:*', ws: '8.23.0' } }),
  'packages/gateway/src/index.ts':
    "import { decode } from '@tidemark/codec';\nimport { WebSocketServer } from 'ws';\nexport const server = [decode, WebSocketServer];\n",
  'docs/dependencies.md': '| Package | For | Over |\n| --- | --- | --- |\n| `ws` | framing | own code |\n',
};

/** `files` replace or add to the clean workspace; `undefined` removes a file. */
export function planted(files: Readonly<Record<string, string | undefined>> = {}): Repository {
  const merged: Record<string, string> = { ...CLEAN };
  for (const [path, text] of Object.entries(files)) {
    if (text === undefined) delete merged[path];
    else merged[path] = text;
  }
  return memoryRepository(merged);
}

/** A package.json as the workspace's published packages have it. */
export function published(name: string, more: Readonly<Record<string, unknown>> = {}): string {
  const built = { types: './dist/index.d.ts', default: './dist/index.js' };
  return manifest(name, {
    exports: { '.': { '@tidemark/source': './src/index.ts', ...built } },
    files: ['dist'],
    publishConfig: { access: 'public', exports: { '.': built } },
    ...more,
  });
}

function manifest(name: string, more: Readonly<Record<string, unknown>>): string {
  return JSON.stringify({ name, version: '0.1.0', license: 'MIT', type: 'module', engines: { node: '>=20.19' }, ...more });
}
