/** Columns, as the project's formatter is configured. What is emitted is what it would leave (C4.4). */
export const WIDTH = 140;

/** A docstring, on one line where it fits. Empty paragraphs are left out. */
export function docComment(paragraphs: readonly (string | undefined)[], pad = ''): string {
  const rows = paragraphs
    .filter((paragraph): paragraph is string => paragraph !== undefined && paragraph !== '')
    .flatMap((paragraph) => paragraph.replaceAll('*/', '*\\/').split(/\r\n|[\n\r\u2028\u2029]/))
    .map((row) => row.trimEnd());
  const [only] = rows;
  if (only === undefined) return '';
  if (rows.length === 1 && pad.length + only.length + 7 <= WIDTH) return `${pad}/** ${only} */\n`;
  const lines = rows.flatMap((row) => wrap(row, WIDTH - pad.length - 3));
  return `${pad}/**\n${lines.map((line) => `${pad} * ${line}`.trimEnd()).join('\n')}\n${pad} */\n`;
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

/** `head(parameters): result;` of an interface; one parameter a line where they do not fit. */
export function methodSignature(wish: string, parameters: readonly string[], result: string, pad: string): string {
  // Without quotes it would be a construct signature.
  const name = wish === 'new' ? "'new'" : wish;
  const flat = `${pad}${name}(${parameters.join(', ')}): ${result};`;
  if (flat.length <= WIDTH) return `${flat}\n`;
  return `${pad}${name}(\n${parameters.map((parameter) => `${pad}  ${parameter},\n`).join('')}${pad}): ${result};\n`;
}

/** `export function name(parameters): result {`; one parameter a line where they do not fit. */
export function functionHead(name: string, parameters: readonly string[], result: string): string {
  const flat = `export function ${name}(${parameters.join(', ')}): ${result} {`;
  if (flat.length <= WIDTH) return `${flat}\n`;
  return `export function ${name}(\n${parameters.map((parameter) => `  ${parameter},\n`).join('')}): ${result} {\n`;
}

/** `export type name = a | b;`; one member a line where they do not fit, or where one takes several lines. */
export function typeAlias(name: string, members: readonly string[]): string {
  const flat = `export type ${name} = ${members.join(' | ')};`;
  if (flat.length <= WIDTH && !flat.includes('\n')) return `${flat}\n`;
  if (members.length === 1) return `${flat}\n`;
  return `export type ${name} =\n${members.map((member) => `  | ${member.replaceAll('\n', '\n    ')}`).join('\n')};\n`;
}

/** `import { a, b } from 'module';`; one name a line where they do not fit. */
export function namedLine(keyword: string, names: readonly string[], module: string): string {
  const flat = `${keyword} { ${names.join(', ')} } from ${module};`;
  if (flat.length <= WIDTH) return `${flat}\n`;
  return `${keyword} {\n${names.map((name) => `  ${name},\n`).join('')}} from ${module};\n`;
}
