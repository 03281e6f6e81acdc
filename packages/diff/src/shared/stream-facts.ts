import { type Both, report, type Tools } from '../comparison.ts';
import type { Scope } from '../collector.ts';
import { isObject, jsonEqual, memberOf, objectAt, own, stringAt } from '../json.ts';

/** What OpenAPI has no field for: resume, terminals, version and tag of a stream (`x-tidemark-stream`). */
export function compareStreamFacts(tools: Tools, both: Both, scope: Scope): void {
  const [old, next] = [memberOf(both.old, 'x-tidemark-stream'), memberOf(both.next, 'x-tidemark-stream')];
  if (!old || !next) return;
  const facts = { old, next };
  compareResume(tools, facts, scope);
  compareVersion(tools, facts, scope);
  const [before, after] = [objectAt(old.value, 'events'), objectAt(next.value, 'events')];
  for (const tag of Object.keys(before))
    if (Object.hasOwn(after, tag)) compareTerminal(tools, facts, scope, tag, own(before[tag], 'terminal'), own(after[tag], 'terminal'));
}

/** The reason why there is no version is text. */
function carried(version: unknown): unknown {
  return isObject(version) && Object.hasOwn(version, 'none') ? null : version;
}

function afterwards(terminal: unknown): string {
  return typeof terminal === 'string' ? terminal : 'go on';
}

/** Version and tag, of streams and sockets alike. */
export function compareVersion(tools: Tools, facts: Both, scope: Scope): void {
  const [old, next] = [facts.old, facts.next].map((side) => own(side.value, 'version'));
  if (!jsonEqual(carried(old), carried(next)))
    report(tools, 'version-changed', { ...scope, direction: 'both' }, facts, `${JSON.stringify(old)} became ${JSON.stringify(next)}`);
  const [oldTag, nextTag] = [stringAt(facts.old.value, 'tag'), stringAt(facts.next.value, 'tag')];
  if (oldTag !== nextTag)
    report(tools, 'tag-property-changed', { ...scope, direction: 'response' }, facts, `"${oldTag ?? ''}" became "${nextTag ?? ''}"`);
}

export function compareTerminal(tools: Tools, both: Both, scope: Scope, tag: string, old: unknown, next: unknown): void {
  if (jsonEqual(old, next)) return;
  report(
    tools,
    'terminal-changed',
    { ...scope, direction: 'response' },
    both,
    `after "${tag}": ${afterwards(old)} became ${afterwards(next)}`,
  );
}

function compareResume(tools: Tools, facts: Both, scope: Scope): void {
  const [old, next] = [memberOf(facts.old, 'resume'), memberOf(facts.next, 'resume')];
  const to = { ...scope, direction: 'both' } as const;
  if (!old && !next) return;
  if (!old) report(tools, 'resume-added', to, { old: facts.old, next }, 'the stream can be resumed');
  else if (!next) report(tools, 'resume-removed', to, { old, next: facts.next }, 'the stream can no longer be resumed');
  else {
    const carriers = ['header', 'bodyField'].filter((name) => !jsonEqual(own(old.value, name), own(next.value, name)));
    if (carriers.length > 0) report(tools, 'resume-changed', to, { old, next }, `${carriers.join(', ')} changed`);
    if (!jsonEqual(own(old.value, 'option'), own(next.value, 'option')))
      report(
        tools,
        'resume-renamed',
        to,
        { old, next },
        `"${String(own(old.value, 'option'))}" became "${String(own(next.value, 'option'))}"`,
      );
  }
}
