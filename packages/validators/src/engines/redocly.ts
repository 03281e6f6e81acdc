import type * as RedoclyCore from '@redocly/openapi-core';
import type { Finding } from '../finding.ts';
import { isKnownFalsePositive } from './known-false-positives.ts';
import type { Description, Preset } from './engine.ts';

type Redocly = typeof RedoclyCore;

/**
 * For descriptions that others wrote: Redocly's `spec` preset plus the rules that find faults, without those of taste
 * (licence, summaries, 4xx responses, unused components), which `recommended-strict` turns into errors.
 */
const standardRules = {
  'no-duplicated-enum-values': 'warn',
  'no-enum-type-mismatch': 'error',
  'no-illogical-composition-keywords': 'warn',
  'no-invalid-media-type-examples': { severity: 'error', allowAdditionalProperties: true },
  'no-invalid-parameter-examples': 'error',
  'no-invalid-schema-examples': 'error',
  'no-schema-type-mismatch': 'error',
  'no-unresolved-refs': 'error',
  'no-undefined-server-variable': 'error',
  'path-parameters-defined': 'error',
  'security-scopes-defined': 'error',
  'spec-ref-siblings': 'error',
  // References are resolved wherever they stand; whether the place allows one is for the official schemas to say.
  'spec-strict-refs': 'off',
} as const;

const configs = new Map<Preset, Promise<RedoclyCore.Config>>();

/** Built in memory: no `redocly.yaml` and no ignore file is looked up. */
function configFor(redocly: Redocly, preset: Preset): Promise<RedoclyCore.Config> {
  const known = configs.get(preset);
  if (known) return known;
  const created = redocly.createConfig(
    preset === 'strict' ? { extends: ['recommended-strict'] } : { extends: ['spec'], rules: standardRules },
  );
  configs.set(preset, created);
  return created;
}

/**
 * Redocly's own types, with two mistakes of 2.64.0 put right, which would report valid 3.2 documents (each has a test that it is still there):
 * `components.mediaTypes` maps to Media Type Objects (section 4.7), not to maps of them; a response needs no description (section 4.16).
 */
function typesFor(redocly: Redocly, description: Description): Record<string, RedoclyCore.NodeType> {
  const types = redocly.getTypes(redocly.detectSpec(description.document));
  const { NamedMediaTypes: named, Response: response } = types;
  if (description.kind.minor !== '3.2' || !named || !response) return types;
  return { ...types, NamedMediaTypes: { ...named, additionalProperties: () => 'MediaType' }, Response: { ...response, required: [] } };
}

/** `@redocly/openapi-core` with a resolver that reads nothing. */
export async function validateWithRedocly(description: Description): Promise<readonly Finding[]> {
  const redocly = await import('@redocly/openapi-core');
  class NoResolver extends redocly.BaseResolver {
    override loadExternalRef(reference: string): Promise<never> {
      return Promise.reject(new redocly.ResolveError(new Error(`"${reference}" is outside this document`)));
    }
  }
  const problems = await redocly.lintDocument({
    document: { source: new redocly.Source('/description.json', ''), parsed: description.document },
    config: await configFor(redocly, description.preset),
    customTypes: typesFor(redocly, description),
    externalRefResolver: new NoResolver(),
  });
  return problems
    .filter((problem) => !problem.ignored && !isKnownFalsePositive(problem.ruleId, pointerOf(problem), description))
    .map(findingOf);
}

function pointerOf(problem: RedoclyCore.NormalizedProblem): string {
  const pointer = (problem.location[0]?.pointer ?? '#/').slice(1);
  return pointer === '/' ? '' : pointer;
}

function findingOf(problem: RedoclyCore.NormalizedProblem): Finding {
  const suggestion = problem.suggest[0];
  return {
    validator: 'redocly',
    rule: problem.ruleId,
    severity: problem.severity === 'warn' ? 'warning' : 'error',
    pointer: pointerOf(problem),
    message: problem.message,
    ...(suggestion === undefined ? {} : { fix: `Did you mean: ${suggestion}` }),
  };
}
