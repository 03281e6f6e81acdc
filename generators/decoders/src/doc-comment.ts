import type { Documentation } from '@tidemark/model';

const WIDTH = 140;

/** A docstring of the schema's own words, or nothing. `pad` is the indentation of what it documents. */
export function docComment(doc: Documentation | undefined, pad: string): readonly string[] {
  const text = [doc?.title, doc?.description].filter((part) => part !== undefined && part !== '');
  const paragraphs = text
    .flatMap((part) => (part ?? '').replaceAll('*/', '*\\/').split(/\r\n|[\n\r\u2028\u2029]/))
    .map((row) => row.trimEnd());
  if (doc?.deprecated === true) paragraphs.push('@deprecated');
  return commentLines(paragraphs, pad);
}

/** A docstring, on one line if it fits. */
export function commentLines(paragraphs: readonly string[], pad: string): readonly string[] {
  const [only] = paragraphs;
  if (only === undefined) return [];
  if (paragraphs.length === 1 && pad.length + only.length + 7 <= WIDTH) return [`/** ${only} */`];
  const rows = paragraphs.flatMap((paragraph) => wrap(paragraph, WIDTH - pad.length - 3));
  return ['/**', ...rows.map((row) => ` * ${row}`.trimEnd()), ' */'];
}

function wrap(paragraph: string, width: number): readonly string[] {
  const rows: string[] = [];
  for (const word of paragraph.split(' ')) {
    const last = rows.at(-1);
    if (last !== undefined && last.length + 1 + word.length <= width) rows[rows.length - 1] = `${last} ${word}`;
    else rows.push(word);
  }
  return rows;
}
