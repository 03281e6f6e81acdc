import { readFileSync } from 'node:fs';

const manifest = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as { readonly version: string };

/** The kit is versioned on its own (K9). */
export const SUITE_VERSION = manifest.version;
