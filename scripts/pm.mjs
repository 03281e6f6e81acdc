// Behind `npm start`, `npm test` and `npm run build`: brings the pinned pnpm through npx, installs from the lock, builds what
// changed, then runs the tests or the demo service. It has no dependency, because it runs before anything is installed, and its
// syntax is ES2019, so that an old Node prints the message below instead of a SyntaxError.
//
// Usage: node scripts/pm.mjs start|test|soak|build|generate|check|packages|pack [arguments for the command behind it]
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const manifest = JSON.parse(readFileSync(root + 'package.json', 'utf8'));
const parent = process.ppid;
const mode = process.argv[2];
const rest = process.argv.slice(3);

/** For each mode, what turbo builds first, and what runs then. `check` must not rewrite the generated files that it is about to judge. */
const modes = {
  start: { tasks: 'build', command: ['tools/board/dist/main.js'] },
  test: { tasks: 'build', command: ['node_modules/vitest/vitest.mjs', 'run'] },
  soak: { tasks: 'build', command: ['node_modules/vitest/vitest.mjs', 'run'], env: { SOAK: '1' } },
  build: { tasks: 'build' },
  generate: { tasks: 'generate' },
  check: { tasks: 'build --filter=@tidemark/build...', command: ['scripts/check.mjs'] },
  packages: { tasks: 'build', command: ['tools/checks/dist/packed/main.js'] },
  pack: { tasks: 'build', command: ['tools/checks/dist/packed/pack-into.js'] },
};

function fail(message) {
  process.stderr.write(message + '\n');
  process.exit(1);
}

/** Compares the running Node with `engines.node`, which has the form `>=MAJOR.MINOR`. */
function requireNode() {
  const wanted = manifest.engines.node.replace('>=', '');
  const have = process.versions.node.split('.').map(Number);
  const need = wanted.split('.').map(Number);
  if (have[0] > need[0] || (have[0] === need[0] && have[1] >= need[1])) return;
  fail(
    `Tidemark needs Node.js ${wanted} or later; this is ${process.versions.node} (${process.execPath}).\n` +
      'Install a current Node.js from https://nodejs.org and run the same command again.',
  );
}

/** Installs and builds. One npx call, so that `turbo` finds pnpm on PATH (called without it, turbo cannot read the workspace). */
function prepare(tasks, env) {
  const pnpm = manifest.packageManager.split('+')[0];
  const steps = 'pnpm install --frozen-lockfile --reporter=append-only && pnpm exec turbo run ' + tasks + ' --output-logs=errors-only';
  const result = spawnSync(`npx --yes --package=${pnpm} -c "${steps}"`, { cwd: root, stdio: 'inherit', env, shell: true });
  // Ctrl-C during the build, or the npm that started us is gone: there is nobody to run anything for.
  if (result.signal !== null || result.status === 130 || process.ppid !== parent) process.exit(130);
  if (result.status === 0) return;
  fail(
    '\nInstalling or building failed; the reason stands above. The usual ones:\n' +
      '  - no network on the first run: pnpm and the dependencies come from the npm registry;\n' +
      '  - ERR_PNPM_OUTDATED_LOCKFILE: a package.json changed without the lock; run `npx --yes --package=' +
      pnpm +
      ' -c "pnpm install --no-frozen-lockfile"` and commit pnpm-lock.yaml;\n' +
      '  - better-sqlite3 found no prebuilt binary: install python3, make and g++ so that it can be compiled;\n' +
      '  - a contract was refused: the message names its file, the path within it and the fix.',
  );
}

/** Runs the command in the foreground, and never outlives the terminal, the shell or the npm that started it. */
function run(args, env) {
  if (!existsSync(root + args[0]))
    fail(`${args[0]} is missing, although the build passed. Remove the .turbo folder and run the command again.`);
  const child = spawn(process.execPath, [...args, ...rest], { cwd: root, stdio: 'inherit', env });
  let stopping = false;
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
    process.on(signal, () => {
      stopping = true;
      // On a terminal, Ctrl-C has already reached the child, which shares our process group; a second one would cut its drain short.
      if (signal !== 'SIGINT' || !process.stdin.isTTY) child.kill(signal);
    });
  }
  // npm's shell does not forward SIGTERM; notice that it died.
  if (process.platform !== 'win32') {
    setInterval(() => {
      if (process.ppid !== parent) child.kill('SIGTERM');
    }, 500).unref();
  }
  child.on('error', (error) => fail(`${args[0]} could not be started: ${error.message}`));
  child.on('exit', (code) => process.exit(code === null ? (stopping && mode === 'start' ? 0 : 1) : code));
}

if (!Object.prototype.hasOwnProperty.call(modes, mode)) fail(`Usage: node scripts/pm.mjs ${Object.keys(modes).join('|')} [arguments]`);
requireNode();
const env = Object.assign({}, process.env, { TURBO_TELEMETRY_DISABLED: '1', DO_NOT_TRACK: '1' }, modes[mode].env);
prepare(modes[mode].tasks, env);
if (modes[mode].command !== undefined) run(modes[mode].command, env);
