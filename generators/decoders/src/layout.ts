/**
 * A small pretty-printer (Wadler, "A prettier printer") with the shapes that generated code needs, so that what is
 * emitted is what the formatter would leave (C4.4).
 */
export type Layout = string | readonly Layout[] | Shape;

type Shape =
  | { readonly shape: 'line'; readonly flat: string }
  | { readonly shape: 'break' }
  | { readonly shape: 'indent'; readonly body: Layout }
  | { readonly shape: 'group'; readonly body: Layout }
  | { readonly shape: 'fill'; readonly items: readonly string[] }
  | { readonly shape: 'if-broken'; readonly broken: string };

/** Columns, as the project's formatter is configured. */
const WIDTH = 140;

/** A space, or a new line where the group does not fit. */
export const line: Layout = { shape: 'line', flat: ' ' };
/** Nothing, or a new line where the group does not fit. */
export const softLine: Layout = { shape: 'line', flat: '' };
/** Always a new line; every group around it breaks. */
export const hardLine: Layout = { shape: 'break' };

export function indent(...body: Layout[]): Layout {
  return { shape: 'indent', body };
}

/** Written on one line if it fits. */
export function group(...body: Layout[]): Layout {
  return { shape: 'group', body };
}

/** As many items on a line as fit. */
export function fill(items: readonly string[]): Layout {
  return { shape: 'fill', items };
}

/** Written only where the group around it breaks. */
export function ifBroken(broken: string): Layout {
  return { shape: 'if-broken', broken };
}

export function join(separator: Layout, parts: readonly Layout[]): Layout {
  return parts.map((part, i) => (i === 0 ? part : [separator, part]));
}

/** `head(a, b)`; one argument a line, with a trailing comma, where they do not fit. */
export function call(head: string, parts: readonly Layout[]): Layout {
  return group(head, '(', indent(softLine, join([',', line], parts)), ifBroken(','), softLine, ')');
}

/** `a ?? b ?? c`, or the same with `+`: the operands after the first are indented where they do not fit. */
export function chain(operator: string, operands: readonly Layout[]): Layout {
  if (operands.length === 1) return operands[0] ?? '';
  return group(operands[0] ?? '', indent(operands.slice(1).map((operand) => [` ${operator}`, line, operand])));
}

/** `keyword a ?? b;`; between parentheses, one operand a line, where they do not fit. */
export function chainStatement(keyword: string, operator: string, operands: readonly Layout[]): Layout {
  if (operands.length === 1) return [keyword, operands[0] ?? '', ';'];
  return group(keyword, ifBroken('('), indent(softLine, join([` ${operator}`, line], operands)), softLine, ifBroken(')'), ';');
}

/** `target a + b;`; one operand a line, from the next line on, where they do not fit. */
export function chainAssignment(target: string, operator: string, operands: readonly Layout[]): Layout {
  return group(target, indent(line, join([` ${operator}`, line], operands)), ';');
}

/** Statements or declarations, one below the other. */
export function lines(parts: readonly Layout[]): Layout {
  return join(hardLine, parts);
}

/** `head {`, the statements, `}`. */
export function block(head: Layout, body: readonly Layout[]): Layout {
  return [head, ' {', indent(body.map((part) => [hardLine, part])), hardLine, '}'];
}

/** `if (a || b) statement`; with braces, and one condition a line, as far as it does not fit. */
export function guard(conditions: readonly Layout[], statement: Layout): Layout {
  const condition = group(indent(softLine, join([' ||', line], conditions)), softLine);
  return group('if (', condition, ')', ifBroken(' {'), indent(line, statement), softLine, ifBroken('}'));
}

/** `if (condition) { } else { }`. */
export function ifElse(condition: string, yes: readonly Layout[], no: readonly Layout[]): Layout {
  return [block(`if (${condition})`, yes), ' ', block('else', no)];
}

interface Task {
  readonly indent: number;
  readonly flat: boolean;
  readonly layout: Layout;
  /** The next item of a list: one is taken at a time, since a look ahead ends after a line and the list may be the whole file. */
  readonly next: number;
}

/** Finished lines stay apart from the one being written: to look at the whole text at every line end would take quadratic time. */
interface Output {
  readonly done: string[];
  line: string;
  column: number;
}

/** The text of a layout, without trailing white space. */
export function print(layout: Layout): string {
  const out: Output = { done: [], line: '', column: 0 };
  const tasks: Task[] = [{ indent: 0, flat: false, layout, next: 0 }];
  for (let task = tasks.pop(); task !== undefined; task = tasks.pop()) step(task, tasks, out);
  return [...out.done, out.line].join('\n');
}

function step(task: Task, tasks: Task[], out: Output): void {
  const { layout, flat } = task;
  if (typeof layout === 'string') write(layout, out);
  else if (isList(layout)) pushNext(layout, task, tasks);
  else if (layout.shape === 'indent') tasks.push({ indent: task.indent + 2, flat, layout: layout.body, next: 0 });
  else if (layout.shape === 'group')
    tasks.push({ indent: task.indent, flat: fits(layout.body, flat, out.column, tasks), layout: layout.body, next: 0 });
  else if (layout.shape === 'fill') writeFill(layout.items, task.indent, out);
  else if (layout.shape === 'if-broken') write(flat ? '' : layout.broken, out);
  else if (layout.shape === 'line' && flat) write(layout.flat, out);
  else newLine(task.indent, out);
}

function pushNext(parts: readonly Layout[], { indent: columns, flat, next }: Task, tasks: Task[]): void {
  if (next + 1 < parts.length) tasks.push({ indent: columns, flat, layout: parts, next: next + 1 });
  if (next < parts.length) tasks.push({ indent: columns, flat, layout: parts[next] ?? '', next: 0 });
}

function write(text: string, out: Output): void {
  out.line += text;
  out.column += text.length;
}

function newLine(columns: number, out: Output): void {
  out.done.push(out.line.trimEnd());
  out.line = ' '.repeat(columns);
  out.column = columns;
}

function writeFill(items: readonly string[], columns: number, out: Output): void {
  items.forEach((item, i) => {
    const last = i === items.length - 1;
    if (i > 0 && out.column + 1 + item.length + 1 > WIDTH) newLine(columns, out);
    else if (i > 0) write(' ', out);
    write(last ? item : `${item},`, out);
  });
}

/** Whether a group fits on the line, together with what follows it up to the next possible line break. */
function fits(body: Layout, flat: boolean, column: number, rest: readonly Task[]): boolean {
  if (flat) return true;
  let left = WIDTH - column;
  const tasks: Task[] = [{ indent: 0, flat: true, layout: body, next: 0 }];
  let next = rest.length - 1;
  while (left >= 0) {
    const task = tasks.pop() ?? rest[next--];
    if (task === undefined) return true;
    const { layout } = task;
    if (typeof layout === 'string') left -= layout.length;
    else if (isList(layout)) pushNext(layout, task, tasks);
    else if (layout.shape === 'indent' || layout.shape === 'group')
      tasks.push({ indent: task.indent, flat: layout.shape === 'group' ? true : task.flat, layout: layout.body, next: 0 });
    else if (layout.shape === 'fill') left -= layout.items.join(', ').length;
    else if (layout.shape === 'if-broken') left -= task.flat ? 0 : layout.broken.length;
    else if (layout.shape === 'line' && task.flat) left -= layout.flat.length;
    else return layout.shape !== 'break' || !task.flat;
  }
  return false;
}

function isList(layout: Layout): layout is readonly Layout[] {
  return Array.isArray(layout);
}
