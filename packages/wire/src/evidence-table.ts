import { existsSync, readFileSync, writeFileSync } from 'node:fs';

/**
 * Compares a table with the one between `<!-- table -->` and `<!-- end -->` of a page in docs/evidence; with RECORD=true it writes it there. Test support, exported nowhere.
 *
 * @returns the stored table, which the test compares with the measured one
 */
export function storedTable(page: string, table: string): string {
  const file = new URL(`../../../docs/evidence/${page}`, import.meta.url);
  const text = existsSync(file) ? readFileSync(file, 'utf8') : '<!-- table -->\n<!-- end -->\n';
  const pattern = /(<!-- table -->\n)([\s\S]*?)(<!-- end -->)/;
  if (process.env['RECORD'] === 'true') {
    writeFileSync(
      file,
      text.replace(pattern, (_, begin: string, __: string, end: string) => begin + table + end),
    );
    return table;
  }
  return pattern.exec(text)?.[2] ?? '';
}
