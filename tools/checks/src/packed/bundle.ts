import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { build } from 'esbuild';
import type { Consumer } from './consumer.ts';
import type { Packed } from './pack.ts';

/** F13: the orders client with its decoders. */
export const ORDERS_CLIENT_BYTES = 20_000;

export interface Bundle {
  readonly minified: number;
  readonly gzip: number;
}

/** Everything that the entries export, bundled for a browser: the most that an application can pull in. */
export async function bundleForBrowser(consumer: Consumer, packed: Packed): Promise<Bundle> {
  const source = consumer
    .entriesOf(packed)
    .map((entry, index) => `import * as entry${index} from ${JSON.stringify(entry)};\nglobalThis.used${index} = entry${index};`);
  const file = join(consumer.dir, `bundle-${packed.name.replaceAll(/[^a-z0-9]+/g, '-')}.js`);
  writeFileSync(file, `${source.join('\n')}\n`);
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
