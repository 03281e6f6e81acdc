import { type Both, compareSchemas, report, type Tools } from '../comparison.ts';
import type { Scope } from '../collector.ts';
import { arrayAt, elementsOf, isObject, jsonEqual, type Located, memberOf, own } from '../json.ts';
import { type EffectiveSchema, effectiveSchema, type Property } from '../schema/effective-schema.ts';
import { partition } from '../shared/sets.ts';

export type EventId = 'never' | 'optional' | 'always';

interface EventBranch {
  readonly at: Located;
  readonly content: Located | undefined;
  readonly id: EventId;
}

/** The branches of an SSE item by event: those of `oneOf`, or of `allOf` where there is one event only (OpenAPI 3.2 section 4.14.4). */
function branchesOf(item: Located): Map<string, EventBranch> {
  const whole = effectiveSchema(item);
  const branches = new Map<string, EventBranch>();
  for (const at of [...elementsOf(whole.at, 'oneOf'), ...elementsOf(whole.at, 'anyOf'), ...elementsOf(whole.at, 'allOf')]) {
    const event = own(own(own(at.value, 'properties'), 'event'), 'const');
    if (typeof event !== 'string') continue;
    branches.set(event, { at, content: memberOf(at, 'properties', 'data', 'contentSchema'), id: idOf(at, whole.at) });
  }
  return branches;
}

function idOf(branch: Located, item: Located): EventId {
  const declared = own(own(branch.value, 'properties'), 'id') ?? own(own(item.value, 'properties'), 'id');
  if (declared === undefined || declared === false || (isObject(declared) && isObject(declared.not))) return 'never';
  return [...arrayAt(branch.value, 'required'), ...arrayAt(item.value, 'required')].includes('id') ? 'always' : 'optional';
}

const idRank: Readonly<Record<EventId, number>> = { never: 0, optional: 1, always: 2 };

/** Two versions of an item schema. SSE items with a branch per event are compared event by event; any other as one schema. */
export function compareItems(tools: Tools, mediaType: string, both: Both, scope: Scope): void {
  const [old, next] = [memberOf(both.old, 'itemSchema'), memberOf(both.next, 'itemSchema')];
  const branches = old && next && mediaType === 'text/event-stream' ? [branchesOf(old), branchesOf(next)] : [];
  const [before, after] = branches;
  if (!old || !next || !before || !after || before.size === 0 || after.size === 0) {
    compareSchemas(tools, old, next, both, scope);
    return;
  }
  const { removed, added, kept } = partition(before, after);
  for (const [event, branch] of removed) report(tools, 'event-removed', scope, { old: branch.at, next }, `"${event}" is no longer sent`);
  for (const [event, branch] of added) report(tools, 'event-added', scope, { old, next: branch.at }, `"${event}" may be sent`);
  for (const [event, left, right] of kept) compareEvent(tools, event, left, right, scope);
  compareFrame(tools, { old, next }, scope);
}

function compareEvent(tools: Tools, event: string, old: EventBranch, next: EventBranch, scope: Scope): void {
  const both = { old: old.at, next: next.at };
  if (old.id !== next.id)
    report(
      tools,
      idRank[next.id] > idRank[old.id] ? 'event-id-gained' : 'event-id-lost',
      scope,
      both,
      `the id of "${event}": ${old.id} to ${next.id}`,
    );
  compareSchemas(tools, old.content, next.content, both, scope);
  const texts = ['title', 'description'].filter((name) => !jsonEqual(own(old.at.value, name), own(next.at.value, name)));
  if (texts.length > 0) report(tools, 'documentation-changed', scope, both, `${texts.join(', ')} of "${event}" changed`);
}

/** Fields that belong to the branches and to `x-limits`. */
const perEvent = new Set(['event', 'data', 'id']);

function sharedFields(item: EffectiveSchema): Map<string, Property> {
  return new Map([...item.properties].filter(([name]) => !perEvent.has(name)));
}

/** What all items share: fields beside the branches, and whether there may be more of them. */
function compareFrame(tools: Tools, both: Both, scope: Scope): void {
  const [old, next] = [effectiveSchema(both.old), effectiveSchema(both.next)];
  if (old.closed !== next.closed)
    report(
      tools,
      next.closed ? 'object-closed' : 'object-opened',
      scope,
      both,
      next.closed ? 'undeclared fields are refused now' : 'undeclared fields are accepted now',
    );
  const { removed, added, kept } = partition(sharedFields(old), sharedFields(next));
  for (const [name, { schema, required }] of removed)
    report(
      tools,
      required ? 'field-removed-required' : 'field-removed-optional',
      scope,
      { old: schema, next: next.at },
      `"${name}" was removed`,
    );
  for (const [name, { schema, required }] of added)
    report(tools, required ? 'field-added-required' : 'field-added-optional', scope, { old: old.at, next: schema }, `"${name}" was added`);
  for (const [, left, right] of kept) tools.schemas.compare(left.schema, right.schema, scope);
}
