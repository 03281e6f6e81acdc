import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { PLATFORM } from '../../platform.ts';
import { SUITE_VERSION } from '../../suite-version.ts';
import { verifyTrace } from '../../verify/verify-trace.ts';
import type { CommandOutput } from '../../verify/verify-command.ts';
import { readTrace } from '../read-trace.ts';
import { MINIMAL_HOST_TOKENS, startMinimalHost } from './minimal-host.ts';
import { PeerFault, peerPrograms, type PeerProgram } from './peer-program.ts';
import { recordPeer } from './record-peer.ts';

export const RECORD_USAGE = `usage: tidemark-conform record --out FOLDER [--peer NAME]... [--implementation NAME] [URL]

Records peers of other makes against a host: FOLDER/PEER.ndjson for each of python, node, curl and chromium.
Tokens of two tenants come from TIDEMARK_TOKEN and TIDEMARK_SECOND_TOKEN. Without a URL: the minimal host in Python.
Exit status: 0 recorded and nothing wrong, 1 something in a trace is wrong, 2 wrong usage or a peer that could not be run
`;

interface Target {
  readonly url: string;
  readonly implementation: string;
  readonly firstToken: string;
  readonly secondToken: string;
}

interface Options {
  readonly out: string;
  readonly peers: readonly string[];
  readonly implementation: string;
  readonly url: string | null;
}

/** `tidemark-conform record`: one after the other, so that no peer sees another's events. Resolves with the exit status. */
export async function recordCommand(args: readonly string[], output: CommandOutput, env: NodeJS.ProcessEnv): Promise<number> {
  const options = optionsOf(args);
  const programs = peerPrograms(env).filter(({ name }) => typeof options !== 'string' && options.peers.includes(name));
  if (typeof options === 'string' || programs.length === 0) {
    output.error(`record: ${typeof options === 'string' ? options : 'there is no such peer'}\n${RECORD_USAGE}`);
    return 2;
  }
  const minimal = options.url === null ? await startMinimalHost([], env) : null;
  const target: Target = {
    url: options.url ?? minimal?.url ?? '',
    implementation: options.implementation,
    firstToken: minimal === null ? (env['TIDEMARK_TOKEN'] ?? '') : MINIMAL_HOST_TOKENS.first,
    secondToken: minimal === null ? (env['TIDEMARK_SECOND_TOKEN'] ?? '') : MINIMAL_HOST_TOKENS.second,
  };
  try {
    let status = 0;
    for (const program of programs) status = Math.max(status, await record(program, target, options.out, output));
    return status;
  } finally {
    await minimal?.stop();
  }
}

function optionsOf(args: readonly string[]): Options | string {
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: { out: { type: 'string' }, peer: { type: 'string', multiple: true }, implementation: { type: 'string' } },
    });
    const [url = null] = positionals;
    if (values.out === undefined) return 'name a folder with --out';
    if (positionals.length > 1 || (url !== null && !URL.canParse(url))) return 'give one URL, or none';
    const implementation = values.implementation ?? (url === null ? 'minimal-host' : 'unknown');
    return { out: values.out, peers: values.peer ?? ['python', 'node', 'curl', 'chromium'], implementation, url };
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

async function record(program: PeerProgram, target: Target, out: string, output: CommandOutput): Promise<number> {
  let text = '';
  try {
    const suite = `@tidemark/conformance ${SUITE_VERSION}`;
    await recordPeer({ program, ...target, suite, platform: PLATFORM, sink: (line) => (text += line) });
  } catch (error) {
    if (!(error instanceof PeerFault)) throw error;
    output.error(`${program.name}: ${error.message}\n`);
    return 2;
  }
  const file = join(out, `${program.name}.ndjson`);
  await writeFile(file, text);
  const { findings, judged } = verifyTrace(readTrace(Buffer.from(text)), [target.firstToken, target.secondToken]);
  output.out(`${file}: ${judged.messages} messages, ${findings.length} findings\n`);
  return findings.length > 0 ? 1 : 0;
}
