import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type ChildCost, runNode } from './child.ts';
import { installPeers } from './peers.ts';
import { spread, table } from './results.ts';
import { typespecContract } from './typespec-contract.ts';

const CLI = fileURLToPath(new URL('../../../packages/cli/bin/tidemark.js', import.meta.url));
/** Inside this package, so that the projects find `@tidemark/contract`. */
const PROJECTS = fileURLToPath(new URL('../node_modules/.cache/generation/', import.meta.url));
const CONTRACT = fileURLToPath(new URL('generation-contract.ts', import.meta.url));

const LARGE = 1000;

export interface GenerationOptions {
  readonly sizes: readonly number[];
  readonly rounds: number;
  /** Rounds of the sizes from 1,000 on, which take minutes. */
  readonly largeRounds: number;
  readonly peers: boolean;
}

type Kind = 'HTTP + SSE' | 'HTTP + SSE + WebSocket' | 'nothing changed' | 'TypeSpec';

/** Seconds of CPU by kind of run and number of message types. */
type Seconds = ReadonlyMap<Kind, ReadonlyMap<number, readonly number[]>>;

/** F11: `tidemark build` as a process, from contract to validated packages, by the number of message types, beside `tsp compile` of an equal contract. */
export function generationBench({ sizes, rounds, largeRounds, peers }: GenerationOptions): string {
  if (!existsSync(CLI.replace('bin/tidemark.js', 'dist/main.js'))) return 'Not run: packages/cli is not built.';
  const typespec = peers ? installPeers('typespec') : undefined;
  const seconds = new Map<Kind, Map<number, number[]>>();
  const add = (kind: Kind, size: number, cost: ChildCost): void => {
    if (cost.status !== 0) throw new Error(`${kind} of ${size} message types failed:\n${cost.stderr.slice(-2000)}`);
    const bySize = seconds.get(kind) ?? new Map<number, number[]>();
    seconds.set(kind, bySize.set(size, [...(bySize.get(size) ?? []), cost.cpuMs / 1000]));
  };
  try {
    for (let round = 0; round < rounds; round++) {
      for (const size of sizes.filter((candidate) => candidate < LARGE || round < largeRounds)) {
        const folder = project(size, false);
        add('HTTP + SSE', size, runNode([CLI, 'build'], folder));
        add('nothing changed', size, runNode([CLI, 'build'], folder));
        add('HTTP + SSE + WebSocket', size, runNode([CLI, 'build'], project(size, true)));
        if (typespec !== undefined) add('TypeSpec', size, runTypespec(typespec, size));
      }
    }
  } finally {
    rmSync(PROJECTS, { recursive: true, force: true });
    if (typespec !== undefined) rmSync(typespec, { recursive: true, force: true });
  }
  const repeated = `Rounds: ${rounds}${sizes.some((size) => size >= LARGE) ? `; from ${LARGE} types on ${largeRounds}` : ''}.`;
  const note = `\n\n${repeated}${peers ? '' : ' TypeSpec was not run (`--peers` installs it).'}`;
  return `${generationTable(seconds, sizes)}${note}`;
}

/** A project as `tidemark init` leaves it, without output. */
function project(size: number, socket: boolean): string {
  const folder = join(PROJECTS, `${size}${socket ? '-socket' : ''}`);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  // Without this the contract is CommonJS to Node, and all of TypeBox is transformed with it.
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ private: true, type: 'module' }));
  const options = JSON.stringify({ messages: size, socket });
  writeFileSync(
    join(folder, 'contract.ts'),
    `import { generationContract } from ${JSON.stringify(CONTRACT)};\nexport const contract = generationContract(${options});\n`,
  );
  writeFileSync(join(folder, 'tidemark.config.json'), JSON.stringify({ contract: 'contract.ts', scope: '@bench' }));
  return folder;
}

const TSP_CONFIG = `emit: ["@typespec/openapi3"]
options:
  "@typespec/openapi3":
    openapi-versions: ["3.2.0"]
`;

function runTypespec(folder: string, size: number): ChildCost {
  writeFileSync(join(folder, 'main.tsp'), typespecContract(size));
  const tsp = join(folder, 'node_modules/@typespec/compiler/cmd/tsp.js');
  writeFileSync(join(folder, 'tspconfig.yaml'), TSP_CONFIG);
  return runNode([tsp, 'compile', 'main.tsp'], folder);
}

/** Median CPU seconds with their spread, and the growth from the second largest size to the largest. */
export function generationTable(seconds: Seconds, sizes: readonly number[]): string {
  const [before = 1, last = 1] = sizes.slice(-2);
  const rows = [...seconds].map(([kind, bySize]) => {
    const costs = sizes.map((size) => spread(bySize.get(size) ?? []));
    const cells = costs.map(({ median, least, most }) => `${median.toFixed(2)} (${least.toFixed(2)}-${most.toFixed(2)})`);
    const [from, to] = costs.slice(-2).map(({ median }) => median);
    return [kind, ...cells, ((to ?? 0) / (from ?? 1)).toFixed(1)];
  });
  return table(['CPU seconds of the process', ...sizes.map((size) => `${size} types`), `growth ${last} / ${before}`], rows);
}
