export { type Descriptions, diffDescriptions } from './diff-descriptions.ts';
export { breakingAt, type Change, type ChangeClass, type Direction, type Level, levels, type Where } from './change.ts';
export { type DiffRule, type Effect, type RuleId, rules } from './rules.ts';
