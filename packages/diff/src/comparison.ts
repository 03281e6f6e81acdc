import type { Direction } from './change.ts';
import type { Collector, Report, Scope } from './collector.ts';
import { jsonEqual, type Located, own } from './json.ts';
import type { RuleId } from './rules.ts';
import type { SchemaComparison } from './schema/compare-schema.ts';

/** What every comparison of a description gets. */
export interface Tools {
  readonly collector: Collector;
  readonly schemas: SchemaComparison;
}

/** The two versions of one part that both descriptions have. */
export interface Both {
  readonly old: Located;
  readonly next: Located;
}

export function towards(scope: Scope, direction: Direction): Scope {
  return { where: scope.where, direction };
}

export function report(tools: Tools, rule: RuleId, scope: Scope, sides: Pick<Report, 'old' | 'next'>, message: string): void {
  tools.collector.add({ rule, ...scope, ...sides, message });
}

/** One change for all of the members that only describe. */
export function compareTexts(tools: Tools, both: Both, scope: Scope, names: readonly string[]): void {
  const changed = names.filter((name) => !jsonEqual(own(both.old.value, name), own(both.next.value, name)));
  if (changed.length > 0) report(tools, 'documentation-changed', { ...scope, direction: 'both' }, both, `${changed.join(', ')} changed`);
}

/** Members that the rules do not judge: any difference is one for a person. */
export function compareUnjudged(tools: Tools, both: Both, scope: Scope, names: readonly string[]): void {
  const changed = names.filter((name) => !jsonEqual(own(both.old.value, name), own(both.next.value, name)));
  if (changed.length > 0) report(tools, 'not-modelled-changed', { ...scope, direction: 'both' }, both, `${changed.join(', ')} changed`);
}

/** A schema that one of the versions may lack: then anything was, or is, accepted. */
export function compareSchemas(tools: Tools, old: Located | undefined, next: Located | undefined, both: Both, scope: Scope): void {
  if (old && next) tools.schemas.compare(old, next, scope);
  else if (old ?? next)
    report(
      tools,
      old ? 'constraint-removed' : 'constraint-added',
      scope,
      { old: old ?? both.old, next: next ?? both.next },
      `the schema was ${old ? 'removed' : 'added'}`,
    );
}
