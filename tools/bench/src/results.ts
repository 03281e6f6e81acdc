import { readFileSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';

const PAGE = new URL('../RESULTS.md', import.meta.url);

/** What was measured on: cores and Node, nothing that names the machine. */
export function machine(): string {
  return `${availableParallelism()} cores, Node ${process.versions.node}`;
}

/** The page with the part between `<!-- name -->` and `<!-- end -->` replaced. */
export function withSection(page: string, name: string, text: string): string {
  const begin = `<!-- ${name} -->\n`;
  const from = page.indexOf(begin) + begin.length;
  const to = page.indexOf('<!-- end -->', from);
  if (from < begin.length || to < 0) throw new Error(`RESULTS.md has no section ${name}`);
  return `${page.slice(0, from)}\n${text.trim()}\n\n${page.slice(to)}`;
}

/** Rewrites one section of RESULTS.md. */
export function record(name: string, text: string): void {
  writeFileSync(PAGE, withSection(readFileSync(PAGE, 'utf8'), name, text));
}

type Cell = string | number;

export function table(head: readonly Cell[], rows: readonly (readonly Cell[])[]): string {
  return [head, head.map((_, i) => (i === 0 ? '---' : '--:')), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}

/** `1.38 (1.35-1.44)`: median with the least and the most. */
export function ratioText({ median, least, most }: { readonly median: number; readonly least: number; readonly most: number }): string {
  return `${median.toFixed(2)} (${least.toFixed(2)}-${most.toFixed(2)})`;
}

/** Median, least and most of a list. */
export function spread(values: readonly number[]): { readonly median: number; readonly least: number; readonly most: number } {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length >> 1;
  const median = sorted.length % 2 === 1 ? (sorted[middle] ?? 0) : ((sorted[middle - 1] ?? 0) + (sorted[middle] ?? 0)) / 2;
  return { median, least: sorted[0] ?? 0, most: sorted.at(-1) ?? 0 };
}
