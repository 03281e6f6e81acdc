import { closeSync, openSync, writeSync } from 'node:fs';
import type { ConformOptions } from '../conform.ts';
import { PLATFORM } from '../platform.ts';
import { SCENARIO } from '../scenario/strict-replay.ts';
import { SUITE_VERSION } from '../suite-version.ts';
import { TraceRecorder } from '../traces/recorder.ts';
import type { CliArguments } from './arguments.ts';

export interface TraceFile {
  readonly options: Pick<ConformOptions, 'tap' | 'cause'>;
  /** Writes the footer: a trace without it is truncated. */
  readonly finish: () => void;
}

/** Writes a run down as it happens. @throws Error when the file cannot be written */
export function openTraceFile(file: string, { url, token, secondToken }: CliArguments): TraceFile {
  const descriptor = openSync(file, 'w');
  const suite = `@tidemark/conformance ${SUITE_VERSION}`;
  const recorder = new TraceRecorder({
    header: { vantage: 'client', peer: suite, implementation: `the host at ${new URL(url).host}`, suite, scenario: SCENARIO, seed: null },
    credentials: { first: token, ...(secondToken === null ? {} : { second: secondToken }) },
    digestKey: PLATFORM.randomHex(32),
    now: PLATFORM.now,
    sink: (line) => void writeSync(descriptor, line),
  });
  return {
    options: { tap: recorder, cause: (cause) => recorder.cause(cause) },
    finish() {
      recorder.finish();
      closeSync(descriptor);
    },
  };
}
