import { readFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { digestOf } from '../digest.ts';
import { readTrace } from '../traces/read-trace.ts';
import { TraceFault } from '../traces/trace-fault.ts';
import { convicts, type Finding } from './finding.ts';
import { verifyTrace, type TraceVerdict } from './verify-trace.ts';

export const VERIFY_USAGE = `usage: tidemark-conform verify [--json] [--strict] [--canary TEXT]... TRACE...

Judges recorded traces by their bytes, against the published description.
  --json     one JSON object for each trace, a line each
  --strict   convict on rules of Tidemark's own, too
  --canary   a planted secret that must not stand in the trace (repeatable)
Exit status: 0 nothing wrong, 1 something is, 2 no trace or wrong usage, 3 nothing wrong in a trace that is truncated or has nothing to judge
`;

/** Where a command writes. */
export interface CommandOutput {
  out(text: string): void;
  error(text: string): void;
}

interface Options {
  readonly json: boolean;
  readonly strict: boolean;
  readonly canaries: readonly string[];
  readonly files: readonly string[];
}

/** `tidemark-conform verify`. Resolves with the exit status: the worst of all traces, 2 before 1 before 3 before 0. */
export async function verifyCommand(args: readonly string[], output: CommandOutput): Promise<number> {
  const options = optionsOf(args);
  if (typeof options === 'string') {
    output.error(`${options}\n${VERIFY_USAGE}`);
    return 2;
  }
  const statuses = await Promise.all(options.files.map((file) => verifyFile(file, options)));
  for (const { text } of statuses.filter(({ status }) => status !== 2)) output.out(text);
  for (const { text } of statuses.filter(({ status }) => status === 2)) output.error(text);
  return [2, 1, 3].find((status) => statuses.some((each) => each.status === status)) ?? 0;
}

function optionsOf(args: readonly string[]): Options | string {
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: { json: { type: 'boolean' }, strict: { type: 'boolean' }, canary: { type: 'string', multiple: true } },
    });
    if (positionals.length === 0) return 'verify: name at least one trace';
    return { json: values.json ?? false, strict: values.strict ?? false, canaries: values.canary ?? [], files: positionals };
  } catch (error) {
    return `verify: ${error instanceof Error ? error.message : String(error)}`;
  }
}

async function verifyFile(file: string, options: Options): Promise<{ status: number; text: string }> {
  try {
    const bytes = await readFile(file);
    const trace = readTrace(bytes);
    const verdict = verifyTrace(trace, options.canaries);
    const status = statusOf(verdict, options.strict);
    const text = options.json
      ? `${JSON.stringify({ trace: file, digest: digestOf(bytes), status, ...verdict })}\n`
      : describe(file, verdict, options.strict);
    return { status, text };
  } catch (error) {
    if (!(error instanceof TraceFault) && !isSystemError(error)) throw error;
    return { status: 2, text: `${file}: ${error.message}\n` };
  }
}

function isSystemError(error: unknown): error is NodeJS.ErrnoException {
  return error instanceof Error && 'code' in error && 'syscall' in error;
}

function statusOf({ findings, complete, judged }: TraceVerdict, strict: boolean): number {
  if (findings.some((finding) => convicts(finding, strict))) return 1;
  return complete && judged.answers > 0 ? 0 : 3;
}

function describe(file: string, { findings, judged, complete }: TraceVerdict, strict: boolean): string {
  const count = findings.filter((finding) => convicts(finding, strict)).length;
  const verdict = count > 0 ? `${count} wrong` : complete && judged.answers > 0 ? 'nothing wrong' : 'undecided';
  const lines = [
    `${file}: ${verdict} in ${judged.answers} answers, ${judged.streams} streams, ${judged.messages} messages, ${judged.emissions} emissions`,
    ...findings.map((finding) => describeFinding(finding, strict)),
  ];
  if (!complete) lines.push('  the trace has no footer: it is truncated, and says nothing about what is missing');
  if (judged.answers === 0) lines.push('  there was nothing to judge');
  return `${lines.join('\n')}\n`;
}

function describeFinding(finding: Finding, strict: boolean): string {
  const { requirement, what, record, connection, offset } = finding;
  const where = [
    `record ${record}`,
    ...(connection === null ? [] : [`connection ${connection}`]),
    ...(offset === null ? [] : [`byte ${offset}`]),
  ];
  return `  ${convicts(finding, strict) ? 'wrong' : 'noted'}  ${requirement}  ${where.join(', ')}: ${what}`;
}
