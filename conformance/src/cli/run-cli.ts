import { readFileSync, writeFileSync } from 'node:fs';
import { conform } from '../conform.ts';
import { loadRegistry } from '../registry/load-registry.ts';
import { htmlReport } from '../report/html.ts';
import { junitReport } from '../report/junit.ts';
import { parseKnownFailing, type KnownFailing } from '../report/known-failing.ts';
import type { Report } from '../report/report.ts';
import { textReport } from '../report/text.ts';
import { HELP, parseArguments, type CliArguments } from './arguments.ts';
import { commandAdapters } from './command-adapters.ts';
import { openTraceFile, type TraceFile } from './trace-file.ts';
import { recordCommand } from '../traces/peers/record-command.ts';
import { verifyCommand } from '../verify/verify-command.ts';

export interface CliStreams {
  readonly out: (text: string) => void;
  readonly err: (text: string) => void;
  readonly env: NodeJS.ProcessEnv;
}

const EXIT: Readonly<Record<Report['verdict'], number>> = {
  conformant: 0,
  'known-failures': 0,
  'not-conformant': 1,
  incomplete: 3,
  inapplicable: 4,
};
const USAGE = 2;
const KIT_FAULT = 70;

/** Runs the command; resolves with its exit code. Progress goes to `err`, the report to `out`. */
export async function runCli(argv: readonly string[], { out, err, env }: CliStreams): Promise<number> {
  if (argv[0] === 'verify') return verifyCommand(argv.slice(1), { out, error: err });
  if (argv[0] === 'record') return recordCommand(argv.slice(1), { out, error: err }, env);
  const line = parseArguments(argv, env);
  if (line.kind === 'help') return printed(out, HELP);
  if (line.kind === 'list')
    return printed(
      out,
      loadRegistry()
        .rows.map(({ id, text }) => `${id}  ${text}\n`)
        .join(''),
    );
  if (line.kind === 'wrong') return refuse(err, line.problem);
  const { given } = line;
  const known = readKnownFailing(given.knownFailingFile);
  if (typeof known === 'string') return refuse(err, known);
  let trace: TraceFile | null;
  try {
    trace = given.traceFile === null ? null : openTraceFile(given.traceFile, given);
  } catch (error) {
    return refuse(err, `the trace could not be written: ${error instanceof Error ? error.message : String(error)}`);
  }
  const report = await judgeHost(given, known, trace, err);
  trace?.finish();
  out(given.json ? `${JSON.stringify(report, null, 2)}\n` : textReport(report));
  const unwritten = writeFiles(given, report);
  if (unwritten !== null) return refuse(err, unwritten);
  return report.kitFaults.length > 0 ? KIT_FAULT : EXIT[report.verdict];
}

function judgeHost(given: CliArguments, known: readonly KnownFailing[], trace: TraceFile | null, err: CliStreams['err']): Promise<Report> {
  return conform({
    url: given.url,
    token: given.token,
    ...(given.secondToken === null ? {} : { secondToken: given.secondToken }),
    ...(given.workspaceId === null ? {} : { workspaceId: given.workspaceId }),
    adapters: commandAdapters(given),
    timings: given.timings,
    handoffRounds: given.handoffRounds,
    ...(given.keepAlive ? {} : { deadlines: { keepAliveMs: 0 } }),
    knownFailing: known,
    ...trace?.options,
    progress: (step) => err(`  ${step}\n`),
  });
}

function printed(out: CliStreams['out'], text: string): number {
  out(text);
  return 0;
}

function refuse(err: CliStreams['err'], problem: string): number {
  err(`tidemark-conform: ${problem}\nSee tidemark-conform --help.\n`);
  return USAGE;
}

function readKnownFailing(file: string | null): readonly KnownFailing[] | string {
  if (file === null) return [];
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    return `the known-failing list ${file} could not be read: ${error instanceof Error ? error.message : String(error)}`;
  }
  const list = parseKnownFailing(text);
  return typeof list === 'string' ? `the known-failing list ${file}: ${list}` : list;
}

function writeFiles({ jsonFile, junitFile, htmlFile }: CliArguments, report: Report): string | null {
  try {
    if (jsonFile !== null) writeFileSync(jsonFile, `${JSON.stringify(report, null, 2)}\n`);
    if (junitFile !== null) writeFileSync(junitFile, junitReport(report));
    if (htmlFile !== null) writeFileSync(htmlFile, htmlReport(report));
    return null;
  } catch (error) {
    return `a report could not be written: ${error instanceof Error ? error.message : String(error)}`;
  }
}
