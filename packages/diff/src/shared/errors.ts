import { type Both, report, type Tools } from '../comparison.ts';
import type { Scope } from '../collector.ts';
import { jsonEqual, memberOf, objectAt, own } from '../json.ts';

/** The error registry of both descriptions (`x-tidemark-errors` of the root): what a code means, wherever it is answered. */
export function compareErrorRegistry(tools: Tools, root: Both): void {
  const before = objectAt(root.old.value, 'x-tidemark-errors');
  const after = objectAt(root.next.value, 'x-tidemark-errors');
  const scope: Scope = { where: 'shared', direction: 'response' };
  for (const code of Object.keys(before)) {
    if (!Object.hasOwn(after, code)) continue;
    const sides = { old: memberOf(root.old, 'x-tidemark-errors', code), next: memberOf(root.next, 'x-tidemark-errors', code) };
    const [old, next] = [before[code], after[code]];
    if (!jsonEqual(own(old, 'status'), own(next, 'status')))
      report(tools, 'error-status-changed', scope, sides, `"${code}" ${String(own(old, 'status'))} to ${String(own(next, 'status'))}`);
    if (!jsonEqual(own(old, 'retriable'), own(next, 'retriable'))) {
      report(
        tools,
        own(next, 'retriable') === true ? 'error-became-retriable' : 'error-became-final',
        scope,
        sides,
        `"${code}" is ${own(next, 'retriable') === true ? '' : 'not '}worth a retry now`,
      );
    }
    const texts = ['description', 'message', 'statusSource'].filter((name) => !jsonEqual(own(old, name), own(next, name)));
    if (texts.length > 0)
      report(tools, 'documentation-changed', { ...scope, direction: 'both' }, sides, `${texts.join(', ')} of "${code}" changed`);
  }
}

/** The error codes that one endpoint may answer. */
export function compareErrorCodes(tools: Tools, both: Both, scope: Scope, old: ReadonlySet<string>, next: ReadonlySet<string>): void {
  const to = { ...scope, direction: 'response' } as const;
  for (const code of old) if (!next.has(code)) report(tools, 'error-removed', to, both, `"${code}" is no longer answered`);
  for (const code of next) if (!old.has(code)) report(tools, 'error-added', to, both, `"${code}" may be answered`);
}
