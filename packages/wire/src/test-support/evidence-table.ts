import { readFileSync, writeFileSync } from 'node:fs';

/**
 * The table between `<!-- name -->` and `<!-- end -->` of a page in docs/evidence, which a test compares with the one it has measured; with RECORD=true the measured one is written there.
 */
export function storedTable(page: string, name: string, measured: string): string {
  const file = new URL(`../../../../docs/evidence/${page}`, import.meta.url);
  const text = readFileSync(file, 'utf8');
  const begin = `<!-- ${name} -->\n`;
  const from = text.indexOf(begin) + begin.length;
  const to = text.indexOf('<!-- end -->', from);
  if (from < begin.length || to === -1) throw new Error(`docs/evidence/${page} has no table ${name}`);
  if (process.env['RECORD'] !== 'true') return text.slice(from, to);
  writeFileSync(file, text.slice(0, from) + measured + text.slice(to));
  return measured;
}
