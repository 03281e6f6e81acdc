import { ContractError, type ContractIssueCode, IssueList, sampleValue, type TSchema, type Path } from '@tidemark/contract';
import { AnyPayload, type Delivery, HostTestPayload } from './envelope.ts';

/** One of the application's event types. */
export interface HostEventType {
  readonly delivery: Delivery;
  /** An object type; absent: any JSON object within the bounds (H5.3). */
  readonly payload?: TSchema;
  readonly description?: string;
  /** An example of the payload; absent: one is made up, which fails where a pattern cannot be met. */
  readonly example?: unknown;
}

/** A type as the contract lists it. */
export interface EventEntry {
  readonly type: string;
  readonly delivery: Delivery;
  readonly payload: TSchema;
  readonly description: string;
  readonly example: unknown;
  /** PascalCase, the base of the names of its schemas. */
  readonly name: string;
  readonly isTest: boolean;
}

/** Events that only the test trigger emits (H3.2). */
export const TEST_TYPES = {
  durable: 'host-test.durable-triggered',
  ephemeral: 'host-test.ephemeral-triggered',
} as const satisfies Record<Delivery, string>;

/** Two kebab-case segments joined by a dot, `org.noun-verbed` (H1.1); at most 100 characters, so that names of schemas stay short. */
const TYPE = /^(?=.{1,100}$)[a-z][a-z0-9]*(?:-[a-z0-9]+)*\.[a-z][a-z0-9]*(?:-[a-z0-9]+)*$/;

/**
 * The application's types in their order, then those of the trigger.
 *
 * @throws {ContractError} with paths into the options: a name that is no event type, is reserved, or is no name of its own.
 */
export function eventEntries(
  types: Readonly<Record<string, HostEventType>>,
  testClasses: readonly Delivery[],
  schemas: Readonly<Record<string, TSchema>> = {},
): readonly EventEntry[] {
  const issues = new IssueList();
  const add = (code: ContractIssueCode, path: Path, reason: string): void => issues.add(code, path, reason);
  if (typeof types !== 'object' || types === null) add('malformed-definition', ['types'], 'It is not an object.');
  const entries = Object.entries(types ?? {}).map(([type, entry]) => entryOf(type, entry, schemas, add));
  const names = new Map<string, string>();
  for (const { type, name } of entries) {
    const other = names.get(name);
    if (other !== undefined) add('duplicate-name', ['types', type], `${other} gives the same name ${name} to its schemas.`);
    names.set(name, type);
  }
  const all = [...entries, ...testClasses.map(testEntry)];
  if (all.length === 0) add('empty', ['types'], 'A host has at least one event type.');
  if (issues.issues.length > 0) throw new ContractError('host-events', issues.issues);
  return all;
}

function entryOf(
  type: string,
  entry: HostEventType,
  schemas: Readonly<Record<string, TSchema>>,
  add: (code: ContractIssueCode, path: Path, reason: string) => void,
): EventEntry {
  const path: Path = ['types', type];
  if (!TYPE.test(type)) add('malformed-name', path, `${type} is not two kebab-case segments joined by a dot.`);
  else if (type.startsWith('host-test.')) add('malformed-name', path, 'host-test. is reserved for the test trigger.');
  if (typeof entry !== 'object' || entry === null) add('malformed-definition', path, 'It is not an object.');
  const { delivery, payload = AnyPayload, description, example } = entry ?? {};
  if (delivery !== 'durable' && delivery !== 'ephemeral')
    add('malformed-definition', [...path, 'delivery'], 'It is not "durable" or "ephemeral".');
  if (typeof payload !== 'object' || payload === null || (payload as { type?: unknown }).type !== 'object')
    add('malformed-definition', [...path, 'payload'], 'It is not an object type.');
  return {
    type,
    delivery,
    payload,
    description: description ?? `${type}, ${delivery}.`,
    example: example === undefined ? sampleValue(payload, schemas) : example,
    name: pascalCase(type),
    isTest: false,
  };
}

function testEntry(delivery: Delivery): EventEntry {
  const type = TEST_TYPES[delivery];
  return {
    type,
    delivery,
    payload: HostTestPayload,
    description: `The ${delivery} event that the test trigger emits; nothing else does.`,
    example: {},
    name: pascalCase(type),
    isTest: true,
  };
}

function pascalCase(type: string): string {
  return type
    .split(/[.-]/)
    .map((word) => word.slice(0, 1).toUpperCase() + word.slice(1))
    .join('');
}
