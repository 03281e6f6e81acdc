import type { Direction } from '../change.ts';
import { type Both, report, type Tools } from '../comparison.ts';
import type { Scope } from '../collector.ts';
import { isObject, jsonEqual, memberOf, objectAt, own, stringAt } from '../json.ts';

/** Who is bound by a limit: the sender of what it bounds. Other names bind both. */
const directions: Readonly<Record<string, Direction>> = {
  maxBytes: 'request',
  eventBytes: 'response',
  heartbeatMs: 'response',
  replyMs: 'response',
};

/** The `x-limits` of one part of both descriptions. `skip`: names that other parts report. */
export function compareLimits(tools: Tools, both: Both, scope: Scope, skip: ReadonlySet<string> = new Set()): void {
  const before = objectAt(both.old.value, 'x-limits');
  const after = objectAt(both.next.value, 'x-limits');
  for (const name of new Set([...Object.keys(before), ...Object.keys(after)])) {
    if (skip.has(name)) continue;
    const [old, next] = [own(before[name], 'value'), own(after[name], 'value')];
    const sides = { old: memberOf(both.old, 'x-limits', name) ?? both.old, next: memberOf(both.next, 'x-limits', name) ?? both.next };
    const to = { ...scope, direction: directions[name] ?? 'both' };
    if (typeof old !== 'number' || typeof next !== 'number' || !jsonEqual(own(before[name], 'unit'), own(after[name], 'unit'))) {
      if (!jsonEqual(before[name], after[name]))
        report(tools, 'documentation-changed', to, sides, `limit "${name}" was added, removed or is in another unit`);
    } else if (old !== next)
      report(
        tools,
        next > old ? 'limit-raised' : 'limit-lowered',
        to,
        sides,
        `"${name}" ${old} to ${next} ${stringAt(after[name], 'unit') ?? ''}`.trim(),
      );
  }
}

/** Names of published limits that some part of the document puts in force, and so reports itself. */
export function limitsInForce(document: unknown, atRoot = true): Set<string> {
  const names = new Set<string>();
  if (Array.isArray(document)) for (const item of document) for (const name of limitsInForce(item, false)) names.add(name);
  else if (isObject(document)) {
    for (const [key, member] of Object.entries(document)) {
      if (key === 'x-limits' && isObject(member)) {
        if (!atRoot) for (const limit of Object.values(member)) names.add(stringAt(limit, 'limit') ?? '');
      } else for (const name of limitsInForce(member, false)) names.add(name);
    }
  }
  return names;
}
