import type { Representation } from '@tidemark/model';
import { validateDescription } from '@tidemark/validators';
import { BuildError } from './build-error.ts';
import { compile } from './compile.ts';
import type { BuildConfig } from './config.ts';
import { emit, type Emission } from './emit.ts';
import { type OutputFile, placeOutput } from './output.ts';
import { VERSION } from './version.ts';

/** emit -> compile -> validate. Loaded only when something has to be generated: the validators are heavy. */
export async function generate(
  config: BuildConfig,
  representation: Representation,
  progress: (stage: string) => void,
): Promise<readonly OutputFile[]> {
  progress('emit');
  const emission = emit(representation, {
    ...(config.scope === undefined ? {} : { scope: config.scope }),
    workspace: config.workspace,
    version: VERSION,
  });
  progress('compile');
  const compiled = config.workspace
    ? { client: [], server: [] }
    : { client: await compile(emission.client), server: await compile(emission.server) };
  progress('validate');
  await validate(config, emission);
  return placeOutput(config, emission, compiled);
}

async function validate(config: BuildConfig, emission: Emission): Promise<void> {
  const documents = emission.descriptions.filter(({ path }) => path.endsWith('.json'));
  for (const { path, text } of documents) {
    const findings = await validateDescription(text, { preset: 'strict' });
    if (findings.length === 0) continue;
    throw new BuildError(
      'invalid-description',
      findings.map((finding) => ({
        file: config.contract,
        path: `${path}#${finding.pointer}`,
        reason: `[${finding.validator} ${finding.rule}] ${finding.message}`,
        ...(finding.fix === undefined ? {} : { fix: finding.fix }),
      })),
    );
  }
}
