import { Ajv2020 } from 'ajv/dist/2020.js';
import type { CheckResult } from './report.ts';

/** A check that an operator knows to fail, and why. */
export interface KnownFailing {
  readonly check: string;
  readonly reason: string;
}

export interface KnownFailingResult {
  readonly excused: readonly KnownFailing[];
  /** Entries that excuse nothing: the check passed, was not decided, or does not exist. Each fails the run (K3.1). */
  readonly stale: readonly (KnownFailing & { readonly why: string })[];
}

const SCHEMA = {
  type: 'array',
  items: {
    type: 'object',
    required: ['check', 'reason'],
    properties: { check: { type: 'string', minLength: 1 }, reason: { type: 'string', minLength: 1 } },
    additionalProperties: false,
  },
};

/** Reads the text of a list: a JSON array of `{check, reason}`. A text is what is wrong with it. */
export function parseKnownFailing(text: string): readonly KnownFailing[] | string {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return 'it is not JSON; write [{"check": "...", "reason": "..."}]';
  }
  const ajv = new Ajv2020({ logger: false });
  if (!ajv.validate(SCHEMA, value)) return `${ajv.errorsText(ajv.errors, { dataVar: 'list' })}; write [{"check": "...", "reason": "..."}]`;
  const list = value as readonly KnownFailing[];
  const twice = list.find(({ check }, index) => list.findIndex((other) => other.check === check) !== index);
  return twice === undefined ? list : `it names ${twice.check} twice; keep one reason`;
}

export function applyKnownFailing(
  checks: readonly CheckResult[],
  list: readonly KnownFailing[],
): { readonly checks: readonly CheckResult[]; readonly result: KnownFailingResult } {
  const failing = new Set(checks.filter(({ disposition }) => disposition === 'fail').map(({ id }) => id));
  const excused = list.filter(({ check }) => failing.has(check));
  const reasons = new Map(excused.map(({ check, reason }) => [check, reason]));
  const stale = list
    .filter(({ check }) => !failing.has(check))
    .map((entry) => ({ ...entry, why: whyStale(checks.find(({ id }) => id === entry.check)) }));
  return { checks: checks.map((check) => ({ ...check, excused: reasons.get(check.id) ?? null })), result: { excused, stale } };
}

function whyStale(check: CheckResult | undefined): string {
  if (check === undefined) return 'there is no such check';
  return check.disposition === 'pass' ? 'the check passes' : `the check was not decided (${check.disposition})`;
}
