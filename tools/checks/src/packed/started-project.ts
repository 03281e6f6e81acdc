import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Consumer, Resolution } from './consumer.ts';
import type { Packed } from './pack.ts';
import { npm, problemsOf, runCommand } from './run-command.ts';
import type { Ran } from './run-command.ts';
import { checkPublint, checkTypes } from './tarball.ts';
import { takeTarballs } from './take-tarballs.ts';
import type { Tally } from './tally.ts';

const NAME = 'tide-notes';
const GENERATED = [`${NAME}-client`, `${NAME}-client/decoders`, `${NAME}-client/types`, `${NAME}-server`];

/** Runs a command of the project, and says whether it ended with the expected status. */
type Step = (what: string, ran: Ran, expected?: number) => boolean;

/**
 * C5.3: `tidemark init` of the packed command line, in a folder outside the workspace, followed to the letter. Nothing of what it wrote is
 * changed but where `@tidemark/*` comes from. Then C2.4: a contract that changes without a build is found, and a build mends it.
 *
 * @param folder of the project's parent; the project's name becomes the contract's id
 */
export async function checkStartedProject(tally: Tally, consumer: Consumer, packed: readonly Packed[], folder: string, tsc: string) {
  const step: Step = (what, ran, expected = 0) => {
    const fine = ran.status === expected;
    tally.record(`tidemark init: ${what}`, fine ? [] : [`it ended with ${ran.status}, not ${expected}`, ran.output]);
    return fine;
  };
  mkdirSync(folder, { recursive: true });
  const dir = join(folder, NAME);
  const bin = join(consumer.dir, 'node_modules/@tidemark/cli/bin/tidemark.js');
  if (!step('writes a project', runCommand(process.execPath, [bin, 'init', dir], folder))) return;
  takeTarballs(dir, packed);
  const started =
    step('npm install', runCommand(npm, ['install', '--no-audit', '--no-fund', '--loglevel=error'], dir)) &&
    step('npm run build', runCommand(npm, ['run', 'build'], dir)) &&
    step('npm test', runCommand(npm, ['test'], dir, { timeoutMs: TEST_MS })) &&
    step('tidemark build --check', runCommand(npm, ['run', 'check'], dir));
  if (!started) return;
  await checkGeneratedPair(tally, dir, folder, tsc);
  checkChangedContract(tally, step, dir);
}

/** Two tests over loopback sockets; one that hangs is ended after this long. */
const TEST_MS = 120_000;

/** The pair as `tidemark build` leaves it outside a workspace: compiled file by file, never by a project's own compiler. */
async function checkGeneratedPair(tally: Tally, dir: string, folder: string, tsc: string): Promise<void> {
  for (const part of ['client', 'server']) {
    const name = `${NAME}-${part}`;
    const ran = runCommand(
      npm,
      ['pack', '--ignore-scripts', '--loglevel=error', `--pack-destination=${folder}`],
      join(dir, 'generated', part),
    );
    tally.record(`${name}: packs`, problemsOf(ran));
    const tarball = readdirSync(folder).find((file) => file.startsWith(name) && file.endsWith('.tgz'));
    if (!ran.ok || tarball === undefined) continue;
    const one = { name, tarball: join(folder, tarball) };
    tally.record(`${name}: publint`, await checkPublint(one));
    tally.record(`${name}: types (attw, esm-only)`, await checkTypes(one));
  }
  for (const resolution of ['node16', 'bundler'] as const) {
    const everything = typeCheckEntries(dir, GENERATED, tsc, resolution, ['node']);
    tally.record(`${NAME}: the generated pair, its declarations included, type-checks under ${resolution}`, problemsOf(everything));
    const client = typeCheckEntries(dir, GENERATED.slice(0, -1), tsc, resolution, []);
    tally.record(`${NAME}: the generated client type-checks under ${resolution}, DOM only`, problemsOf(client));
  }
}

function typeCheckEntries(dir: string, specifiers: readonly string[], tsc: string, resolution: Resolution, types: readonly string[]): Ran {
  const lines = specifiers.map(
    (specifier, index) => `import * as entry${index} from '${specifier}';\nexport const used${index}: object = entry${index};`,
  );
  writeFileSync(join(dir, 'entries.ts'), `${lines.join('\n')}\n`);
  const compilerOptions = {
    strict: true,
    noEmit: true,
    target: 'es2022',
    module: resolution === 'bundler' ? 'esnext' : 'node16',
    moduleResolution: resolution,
    exactOptionalPropertyTypes: true,
    lib: ['ES2022', 'DOM', 'DOM.Iterable', 'DOM.AsyncIterable'],
    types,
    skipLibCheck: false,
  };
  writeFileSync(join(dir, 'entries.json'), JSON.stringify({ compilerOptions, files: ['entries.ts'] }));
  return runCommand(process.execPath, [tsc, '-p', 'entries.json'], dir);
}

const BEFORE = 'at: Timestamp() }';
const AFTER = "at: Timestamp(), pinned: Type.Optional(Type.Boolean({ description: 'Kept on top.' })) }";

function checkChangedContract(tally: Tally, step: Step, dir: string): void {
  const contract = join(dir, 'src/contract.ts');
  const text = readFileSync(contract, 'utf8');
  if (!text.includes(BEFORE)) return tally.record('tidemark init: the contract can be changed', [`it has no ${BEFORE}`]);
  writeFileSync(contract, text.replace(BEFORE, AFTER));
  const types = join(dir, 'generated/client/src/types.ts');
  const drift = runCommand(npm, ['run', '--silent', 'check'], dir);
  step('a field that was not built is found', drift, 1);
  const shown = /^\+ +readonly pinned\?: boolean;$/m.test(drift.output) && !readFileSync(types, 'utf8').includes('pinned');
  tally.record('tidemark init: the diff shows it, and nothing is written', shown ? [] : [drift.output]);
  step('tidemark build mends it', runCommand(npm, ['run', 'build'], dir));
  const after = readFileSync(types, 'utf8').includes('pinned');
  tally.record('tidemark init: the new field is in the types', after ? [] : [`${types} lacks it`]);
  step('tidemark build --check is content again', runCommand(npm, ['run', 'check'], dir));
  step('npm test passes with the new field', runCommand(npm, ['test'], dir, { timeoutMs: TEST_MS }));
}
