import { compareSchemas, compareTexts, compareUnjudged, report, type Tools } from '../comparison.ts';
import type { Scope } from '../collector.ts';
import { entriesOf, jsonEqual, locateMember, type Located, memberOf, own, stringAt } from '../json.ts';
import { pathParameters } from '../openapi/endpoints.ts';
import { effectiveSchema, type Property } from '../schema/effective-schema.ts';
import { partition } from '../shared/sets.ts';
import type { Channel } from './channels.ts';

const scope: Scope = { where: 'websocket', direction: 'request' };

const protocolHeader = 'sec-websocket-protocol';

function propertiesOf(channel: Channel, part: 'query' | 'headers'): Map<string, Property> {
  const schema = locateMember(channel.at, 'bindings', 'ws', part);
  const properties = schema ? [...effectiveSchema(schema).properties] : [];
  return new Map(properties.map(([name, property]) => [part === 'headers' ? name.toLowerCase() : name, property]));
}

function subprotocolOf(channel: Channel): string | undefined {
  const header = propertiesOf(channel, 'headers').get(protocolHeader);
  return stringAt(channel.facts?.value, 'subprotocol') ?? stringAt(header?.schema.value, 'const');
}

/** The opening handshake: what a client must send to get a socket. */
export function compareUpgrade(tools: Tools, old: Channel, next: Channel): void {
  const both = { old: old.at, next: next.at };
  const [before, after] = [subprotocolOf(old), subprotocolOf(next)];
  if (before !== after)
    report(tools, 'subprotocol-changed', { ...scope, direction: 'both' }, both, `"${before ?? ''}" became "${after ?? ''}"`);
  for (const part of ['query', 'headers'] as const) compareFields(tools, part, old, next);
  comparePathParameters(tools, old, next);
  const bindings = [old, next].map((channel) => without(own(channel.at.value, 'bindings'), ['ws']));
  const method = [old, next].map((channel) => own(locateMember(channel.at, 'bindings', 'ws')?.value, 'method'));
  if (!jsonEqual(bindings[0], bindings[1]) || !jsonEqual(method[0], method[1])) compareUnjudged(tools, both, scope, ['bindings']);
}

function without(value: unknown, names: readonly string[]): unknown {
  return typeof value === 'object' && value !== null
    ? Object.fromEntries(Object.entries(value).filter(([name]) => !names.includes(name)))
    : {};
}

function compareFields(tools: Tools, part: 'query' | 'headers', old: Channel, next: Channel): void {
  const declared = (channel: Channel): Map<string, Property> =>
    new Map([...propertiesOf(channel, part)].filter(([name]) => name !== protocolHeader));
  const { removed, added, kept } = partition(declared(old), declared(next));
  for (const [name, { schema, required }] of removed)
    report(
      tools,
      required ? 'parameter-removed-required' : 'parameter-removed-optional',
      scope,
      { old: schema, next: next.at },
      `"${name}" was removed`,
    );
  for (const [name, { schema, required }] of added)
    report(
      tools,
      required ? 'parameter-added-required' : 'parameter-added-optional',
      scope,
      { old: old.at, next: schema },
      `"${name}" was added`,
    );
  for (const [name, before, after] of kept) {
    if (before.required !== after.required)
      report(
        tools,
        after.required ? 'parameter-became-required' : 'parameter-became-optional',
        scope,
        { old: before.schema, next: after.schema },
        `"${name}" became ${after.required ? 'required' : 'optional'}`,
      );
    tools.schemas.compare(before.schema, after.schema, scope);
  }
}

/** AsyncAPI parameters have no schema; ours carry one beside (`x-schema`). Paired by their place in the address. */
function comparePathParameters(tools: Tools, old: Channel, next: Channel): void {
  const [names, nextNames] = [pathParameters(old.address), pathParameters(next.address)];
  const [before, after] = [entriesOf(old.at, 'parameters'), entriesOf(next.at, 'parameters')];
  for (const [index, name] of names.entries()) {
    const other = nextNames[index];
    const both = parameterSides(before.get(name), after.get(other ?? ''));
    if (other === undefined || !both) continue;
    if (name !== other) report(tools, 'parameter-renamed', scope, both, `"${name}" became "${other}"`);
    compareSchemas(tools, memberOf(both.old, 'x-schema'), memberOf(both.next, 'x-schema'), both, scope);
    // An enum in the parameter repeats the schema's, where there is one; without it, it is the whole rule.
    if (!memberOf(both.old, 'x-schema')) tools.schemas.compare(both.old, both.next, scope);
    else compareTexts(tools, both, scope, ['description', 'examples']);
  }
}

function parameterSides(
  old: Located | undefined,
  next: Located | undefined,
): { readonly old: Located; readonly next: Located } | undefined {
  return old && next ? { old, next } : undefined;
}
