import type { Access, ErrorRow, Limit, Message, Representation, Stream } from '@tidemark/model';
import { type JsonObject, present } from './json-object.ts';

/** `x-limits` of a whole description: each published bound by its name. */
export function limitsExtension(limits: readonly Limit[]): JsonObject {
  return Object.fromEntries(limits.map(({ name, value, unit, description }) => [name, { value, unit, description }]));
}

/** `x-limits` of one part: what the bound is for, and which published limit sets it. */
export function limitsInForce(representation: Representation, roles: Readonly<Record<string, string>>): JsonObject {
  const entries = Object.entries(roles).map(([role, name]) => {
    const limit = findLimit(representation, name);
    return [role, present({ limit: name, value: limit?.value, unit: limit?.unit })];
  });
  return Object.fromEntries(entries);
}

/** The limit's value, where the contract publishes it. */
export function limitValue(representation: Representation, name: string): number | undefined {
  return findLimit(representation, name)?.value;
}

/** ``65536 bytes (limit `commandBytes`)``. */
export function limitText(representation: Representation, name: string): string {
  const limit = findLimit(representation, name);
  return limit === undefined ? `the limit \`${name}\`` : `${quantity(limit)} (limit \`${name}\`)`;
}

/** `x-tidemark-errors` of a whole description: the registry. */
export function errorsExtension(errors: readonly ErrorRow[]): JsonObject {
  return Object.fromEntries(
    errors.map(({ code, status, retriable, statusSource, description, message }) => [
      code,
      present({ status, retriable, statusSource, description, message }),
    ]),
  );
}

/** The errors of these codes, in registry order. */
export function errorRows(representation: Representation, codes: readonly string[]): readonly ErrorRow[] {
  const listed = new Set(codes);
  return representation.errors.filter((row) => listed.has(row.code));
}

/** `{ field, value }` or `{ none: reason }` in words. */
export function versionText(version: Stream['version']): string {
  return 'none' in version
    ? `Messages carry no version: ${version.none}`
    : `Each message carries the contract's major version as \`${version.field}: ${version.value}\`; any other is refused.`;
}

/** What a client does after each terminal message; empty where there is none. */
export function terminalLines(messages: readonly Message[]): readonly string[] {
  return messages.flatMap(({ tag, terminal }) =>
    terminal === undefined
      ? []
      : [`\`${tag}\`: ${terminal === 'final' ? 'do not reconnect' : 'reconnect, and resume where that is possible'}`],
  );
}

/** Who may call, in words. */
export function accessText(access: Access): string {
  if (access.length === 0) return 'Public: no credential is needed.';
  const alternatives = access.map(({ scheme, scopes }) =>
    scopes.length === 0 ? `\`${scheme}\`` : `\`${scheme}\` with ${scopes.map((scope) => `\`${scope}\``).join(', ')}`,
  );
  return `Needs ${alternatives.join(' or ')}.`;
}

/** Info text: summary and description, then each published limit. */
export function overviewText(representation: Representation): string {
  const limits = representation.limits.map((limit) => `\`${limit.name}\`: ${quantity(limit)}. ${limit.description}`);
  return paragraphs(representation.description, bullets('Limits:', limits));
}

/** Markdown paragraphs of the parts that are there. */
export function paragraphs(...parts: readonly (string | undefined)[]): string {
  return parts.filter((part) => part !== undefined && part !== '').join('\n\n');
}

/** A heading line and its list, or undefined for an empty list. A line break within an item would end the list. */
export function bullets(heading: string, items: readonly string[]): string | undefined {
  if (items.length === 0) return undefined;
  return [heading, '', ...items.map((item) => `- ${item.replaceAll(/\s*\n\s*/g, ' ')}`)].join('\n');
}

function findLimit(representation: Representation, name: string): Limit | undefined {
  return representation.limits.find((limit) => limit.name === name);
}

function quantity({ value, unit }: Limit): string {
  return unit === 'per-second' ? `${value} per second` : `${value} ${unit}`;
}
