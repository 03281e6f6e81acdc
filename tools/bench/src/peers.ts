import { execFileSync } from 'node:child_process';
import { mkdtempSync, realpathSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Peers that are measured and are no part of the workspace, exact versions. */
const PEERS = {
  // The last complete set that runs on Node 20.
  typespec: {
    '@typespec/compiler': '1.9.0',
    '@typespec/http': '1.9.0',
    '@typespec/openapi': '1.9.0',
    '@typespec/json-schema': '1.9.0',
    '@typespec/openapi3': '1.9.0',
    '@typespec/versioning': '0.79.0',
    '@typespec/events': '0.79.0',
    '@typespec/sse': '0.79.0',
    '@typespec/streams': '0.79.0',
  },
  clients: {
    '@trpc/client': '11.25.2',
    '@trpc/server': '11.25.2',
    centrifuge: '5.8.0',
    '@hey-api/openapi-ts': '0.99.0',
    typescript: '5.9.3',
  },
} as const;

/** Installs peers into a temporary folder, without their scripts, and returns it. The caller removes it. */
export function installPeers(name: keyof typeof PEERS): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), `tidemark-peers-${name}-`)));
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ private: true, type: 'module', dependencies: PEERS[name] }));
  execFileSync('npm', ['install', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error', '--legacy-peer-deps'], {
    cwd: folder,
    stdio: 'inherit',
  });
  return folder;
}
