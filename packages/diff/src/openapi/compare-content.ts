import { compareSchemas, compareTexts, compareUnjudged, report, type Tools } from '../comparison.ts';
import type { Scope } from '../collector.ts';
import { entriesOf, type Located, memberOf, own } from '../json.ts';
import { partition } from '../shared/sets.ts';
import { compareItems } from './compare-items.ts';

/** The `content` maps of two versions of a body, parameter or response. */
export function compareContent(tools: Tools, old: Located, next: Located, scope: Scope): void {
  const { removed, added, kept } = partition(entriesOf(old, 'content'), entriesOf(next, 'content'));
  for (const [name, mediaType] of removed) report(tools, 'media-type-removed', scope, { old: mediaType, next }, `"${name}" was removed`);
  for (const [name, mediaType] of added) report(tools, 'media-type-added', scope, { old, next: mediaType }, `"${name}" was added`);
  for (const [name, before, after] of kept) {
    const both = { old: before, next: after };
    compareSchemas(tools, memberOf(before, 'schema'), memberOf(after, 'schema'), both, scope);
    if (own(before.value, 'itemSchema') !== undefined || own(after.value, 'itemSchema') !== undefined)
      compareItems(tools, name, both, scope);
    compareTexts(tools, both, scope, ['example', 'examples']);
    compareUnjudged(tools, both, scope, ['encoding', 'prefixEncoding', 'itemEncoding']);
  }
}
