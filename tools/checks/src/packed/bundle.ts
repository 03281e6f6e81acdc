import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { build } from 'esbuild';
import type { Consumer } from './consumer.ts';
import type { Packed } from './pack.ts';

/** F13's goal for the orders client with its decoders, in bytes, minified and gzipped; what is over it fails. 19,968 were measured from source. */
export const ORDERS_CLIENT_LIMIT = 20_000;

export interface Bundle {
  readonly minified: number;
  readonly gzip: number;
}

/** Everything that the entries export, used: the most that an application can pull in. */
export function bundleEverything(consumer: Consumer, packed: Packed): Promise<Bundle> {
  const source = consumer
    .entriesOf(packed)
    .map((entry, index) => `import * as entry${index} from ${JSON.stringify(entry)};\nglobalThis.used${index} = entry${index};`);
  return bundle(consumer, source.join('\n'));
}

/** What an application pulls in that makes the client: all its methods, with the decoders that they need (F13). */
export function bundleClient(consumer: Consumer, packed: Packed, factory: string): Promise<Bundle> {
  return bundle(consumer, `import { ${factory} } from ${JSON.stringify(packed.name)};\nglobalThis.client = ${factory};`);
}

async function bundle(consumer: Consumer, source: string): Promise<Bundle> {
  const file = join(consumer.dir, 'bundle-entry.js');
  writeFileSync(file, `${source}\n`);
  const result = await build({
    entryPoints: [file],
    bundle: true,
    write: false,
    minify: true,
    format: 'esm',
    platform: 'browser',
    target: 'es2022',
    logLevel: 'silent',
  });
  const bytes = result.outputFiles[0]?.contents ?? new Uint8Array();
  return { minified: bytes.byteLength, gzip: gzipSync(bytes, { level: 9 }).byteLength };
}
