import { parseArgs } from 'node:util';

/** What the command line asks for. */
export interface CliArguments {
  readonly url: string;
  readonly token: string;
  readonly secondToken: string | null;
  readonly workspaceId: string | null;
  readonly json: boolean;
  readonly jsonFile: string | null;
  readonly junitFile: string | null;
  readonly htmlFile: string | null;
  readonly traceFile: string | null;
  readonly knownFailingFile: string | null;
  readonly timings: number;
  readonly handoffRounds: number;
  readonly keepAlive: boolean;
  readonly restartCommand: string | null;
  readonly removeCommand: string | null;
  readonly expireCommand: string | null;
  readonly emitType: string | null;
}

export const HELP = `tidemark-conform URL --token TOKEN [--second-token TOKEN] [options]
tidemark-conform verify [--json] [--strict] [--canary TEXT]... TRACE...
tidemark-conform record --out FOLDER [--peer NAME]... [URL]

Judges a host of any make by the scenario v2-host-event-strict-replay.

  --token TOKEN           bearer token that may read and trigger events   (or TIDEMARK_TOKEN)
  --second-token TOKEN    one of another tenant                           (or TIDEMARK_SECOND_TOKEN)
  --workspace ID          trigger the first tenant's events in this workspace
  --json                  print the report as JSON instead of text
  --json-file FILE        write it as JSON, --junit FILE as JUnit XML, --html FILE as a page
  --trace FILE            write every byte down, without credentials; \`tidemark-conform verify FILE\` judges it again
  --known-failing FILE    JSON: [{"check": "0250.c.byte-identical", "reason": "..."}]
  --handoff-rounds N      openings that race with emissions (default 3)
  --no-keep-alive         do not wait for a comment on an idle stream (its row is then blocked)
  --list                  print the rows of the registry

What only an operator can cause, never scored:
  --emit-type TYPE        durable type for the emit seam: volume and payload size
  --restart-command CMD   replaces the host's process and returns when it serves again; may print its new URL
  --remove-command CMD    removes the event $EVENT_ID
  --expire-command CMD    makes the event $EVENT_ID older than the retention bound
  --timings N             times N refusals of each cause (200 or more)

Exit: 0 conformant, 1 not conformant, 2 usage, 3 incomplete, 4 inapplicable, 70 a fault of the kit.
`;

export type CommandLine =
  | { readonly kind: 'run'; readonly given: CliArguments }
  | { readonly kind: 'help' }
  | { readonly kind: 'list' }
  /** What is wrong, and how to mend it. */
  | { readonly kind: 'wrong'; readonly problem: string };

export function parseArguments(argv: readonly string[], env: NodeJS.ProcessEnv): CommandLine {
  const parsed = parse(argv);
  if (typeof parsed === 'string') return wrong(parsed);
  const { values, positionals } = parsed;
  if (values.help === true) return { kind: 'help' };
  if (values.list === true) return { kind: 'list' };
  const [url] = positionals;
  if (url === undefined || positionals.length > 1) return wrong('give one URL: tidemark-conform http://127.0.0.1:4400 --token TOKEN');
  if (!URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol)) return wrong(`${JSON.stringify(url)} is no http or https URL`);
  const token = values.token ?? env['TIDEMARK_TOKEN'];
  if (token === undefined || token === '') return wrong('a token is missing: give --token, or set TIDEMARK_TOKEN');
  const secondToken = values['second-token'] ?? env['TIDEMARK_SECOND_TOKEN'] ?? null;
  if ([token, secondToken ?? 'x'].some((one) => !/^[!-~]+$/.test(one))) return wrong('a token has characters that no header can carry');
  const timings = countOf(values.timings, 0);
  const handoffRounds = countOf(values['handoff-rounds'], 3);
  if (timings === null || handoffRounds === null) return wrong('--timings and --handoff-rounds take a whole number up to 100000');
  const given = {
    url,
    token,
    secondToken,
    workspaceId: values.workspace ?? null,
    json: values.json === true,
    jsonFile: values['json-file'] ?? null,
    junitFile: values.junit ?? null,
    htmlFile: values.html ?? null,
    traceFile: values.trace ?? null,
    knownFailingFile: values['known-failing'] ?? null,
    timings,
    handoffRounds,
    keepAlive: values['no-keep-alive'] !== true,
    restartCommand: values['restart-command'] ?? null,
    removeCommand: values['remove-command'] ?? null,
    expireCommand: values['expire-command'] ?? null,
    emitType: values['emit-type'] ?? null,
  };
  return { kind: 'run', given };
}

function wrong(problem: string): CommandLine {
  return { kind: 'wrong', problem };
}

const text = { type: 'string' } as const;
const flag = { type: 'boolean' } as const;

function parse(argv: readonly string[]) {
  try {
    return parseArgs({
      args: [...argv],
      allowPositionals: true,
      options: {
        token: text,
        'second-token': text,
        workspace: text,
        json: flag,
        'json-file': text,
        junit: text,
        html: text,
        trace: text,
        'known-failing': text,
        timings: text,
        'handoff-rounds': text,
        'no-keep-alive': flag,
        'restart-command': text,
        'remove-command': text,
        'expire-command': text,
        'emit-type': text,
        list: flag,
        help: { ...flag, short: 'h' },
      },
    });
  } catch (error) {
    return error instanceof Error ? (error.message.split('\n')[0] ?? '') : String(error);
  }
}

function countOf(given: string | undefined, otherwise: number): number | null {
  if (given === undefined) return otherwise;
  return /^[0-9]{1,6}$/.test(given) && Number(given) <= 100_000 ? Number(given) : null;
}
