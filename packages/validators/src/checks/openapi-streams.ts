import { arrayAt, own, pointerTo } from '../json.ts';
import { isJsonMediaType, sequenceKind } from '../openapi/sequences.ts';
import { type MediaTypeSite, openApiSites } from '../openapi/sites.ts';
import { followMember, type Located } from '../reference.ts';
import { alternativesOf, constantsOf, propertiesOf, tagsOf } from '../schema/constants.ts';
import type { CheckContext } from './check.ts';

/** `itemSchema` describes items of a sequence; on `application/json` nothing would ever be validated. */
export function checkItemSchemaMediaType(context: CheckContext): void {
  for (const site of openApiSites(context.document).mediaTypes) {
    if (Object.hasOwn(site.value, 'itemSchema') && sequenceKind(site.mediaType) === undefined && isJsonMediaType(site.mediaType)) {
      context.report(
        'item-schema-media-type',
        pointerTo(site.pointer, 'itemSchema'),
        `${site.mediaType} is one value, not a sequence of items`,
      );
    }
  }
}

interface Branch {
  readonly at: Located;
  readonly events: readonly unknown[] | undefined;
  /** Says nothing about the event, the data or the absence of an event. */
  readonly unconstrained: boolean;
  readonly required: boolean;
}

function branchesOf(context: CheckContext, site: MediaTypeSite): Branch[] {
  const item = followMember(context.document, site, 'itemSchema');
  if (site.mediaType !== 'text/event-stream' || !item) return [];
  const always = propertiesOf(context.document, item).get('event')?.required ?? arrayAt(item.value, 'required').includes('event');
  return arrayAt(item.value, 'oneOf').flatMap((_, index) => {
    const at = followMember(context.document, item, 'oneOf', index);
    if (!at) return [];
    const properties = propertiesOf(context.document, at);
    const event = properties.get('event');
    const events = constantsOf(event?.schema.value);
    const excluded = event?.schema.value === false || arrayAt(own(at.value, 'not'), 'required').includes('event');
    const dataIsFixed = constantsOf(properties.get('data')?.schema.value) !== undefined;
    const required = always || (event?.required ?? false) || arrayAt(at.value, 'required').includes('event');
    return [
      {
        at: { pointer: pointerTo(item.pointer, 'oneOf', index), value: at.value },
        events,
        unconstrained: events === undefined && !excluded && !dataIsFixed,
        required,
      },
    ];
  });
}

/** Branches of an SSE item must tell events apart without looking into `data` (microsoft/typespec#11747). */
export function checkEventBranches(context: CheckContext): void {
  for (const site of openApiSites(context.document).mediaTypes) {
    const branches = branchesOf(context, site);
    const firstBranch = new Map<unknown, string>();
    for (const { at, events, unconstrained, required } of branches) {
      if (branches.length > 1 && unconstrained) context.report('event-branch-unconstrained', at.pointer, 'the branch matches any event');
      if (events !== undefined && !required)
        context.report(
          'event-branch-unconstrained',
          at.pointer,
          `the branch does not require \`event\`, so an item without one matches it`,
        );
      for (const event of events ?? []) {
        const earlier = firstBranch.get(event);
        if (earlier !== undefined && !isDistinguishedByData(context, earlier, at))
          context.report('event-branch-duplicate', at.pointer, `event ${JSON.stringify(event)} is also accepted by ${earlier}`);
        firstBranch.set(event, at.pointer);
      }
    }
  }
}

/** Two branches of one event may still differ in a constant `data`. */
function isDistinguishedByData(context: CheckContext, earlier: string, later: Located): boolean {
  const constants = [{ pointer: earlier }, later].map((at) => {
    const schema = followMember(context.document, { pointer: at.pointer, value: undefined });
    return schema && constantsOf(propertiesOf(context.document, schema).get('data')?.schema.value);
  });
  const [left, right] = constants;
  return left !== undefined && right !== undefined && !left.some((value) => right.includes(value));
}

/** `event: x` must carry the message whose tag is `x`. */
export function checkEventTags(context: CheckContext): void {
  for (const site of openApiSites(context.document).mediaTypes) {
    for (const { at, events } of branchesOf(context, site)) {
      const branch = followMember(context.document, at);
      const data = branch && propertiesOf(context.document, branch).get('data');
      if (!events || !data || own(data.schema.value, 'contentSchema') === undefined) continue;
      const messages = alternativesOf(context.document, pointerTo(data.schema.pointer, 'contentSchema'));
      const tags = messages.flatMap((message) => [...tagsOf(context.document, message).values()].flat());
      for (const event of events) {
        if (typeof event === 'string' && tags.length > 0 && !tags.includes(event)) {
          context.report(
            'event-tag-mismatch',
            at.pointer,
            `event "${event}" carries a message tagged ${[...new Set(tags)].map((tag) => `"${tag}"`).join(', ')}`,
          );
        }
      }
    }
  }
}
