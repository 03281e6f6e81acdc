import { httpRules } from './rules/http-rules.ts';
import { schemaRules } from './rules/schema-rules.ts';
import { sharedRules } from './rules/shared-rules.ts';
import { streamRules } from './rules/stream-rules.ts';

export type { DiffRule, Effect, Effects } from './rules/rule.ts';

/** Every rule of `tidemark diff`, documented in docs/diff-rules.md, which is tested against this table both ways. */
export const rules = { ...schemaRules, ...httpRules, ...streamRules, ...sharedRules };

export type RuleId = keyof typeof rules;
