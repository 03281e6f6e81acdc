import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Finding } from '../finding.ts';
import { baseDescription, mutations } from '../fixtures.fixture.ts';
import { applyPatch } from '../json-patch.fixture.ts';
import { isObject, type JsonObject, objectAt, pointerTo, valueAt } from '../json.ts';
import { validateWithAsyncApiParser } from './asyncapi-parser.ts';
import type { Description } from './engine.ts';
import { splitChannels } from './split-channels.ts';

/** Every channel is split, message by message. */
const FINEST = { above: 0, perPart: 1 };
const NEVER = { above: Number.POSITIVE_INFINITY, perPart: 1 };

const ref = (target: string): object => ({ $ref: target });
const messages = (...names: string[]): object =>
  Object.fromEntries(names.map((name) => [name, { payload: { type: 'string', title: name } }]));
const document = (operations: object, more: object = {}): JsonObject => ({
  asyncapi: '3.0.0',
  info: { title: 'A', version: '1' },
  channels: {
    live: { address: '/live', messages: messages('a', 'b', 'c') },
    'live-part-1': { address: '/other', messages: messages('d') },
  },
  operations,
  ...more,
});
const send = (channel: string, ...names: string[]): object => ({
  action: 'send',
  channel: ref(`#/channels/${channel}`),
  messages: names.map((name) => ref(`#/channels/${channel}/messages/${name}`)),
});

function partsIn(split: ReturnType<typeof splitChannels>): unknown {
  return Object.entries(objectAt(split?.document, 'channels')).map(([name, channel]) => [
    name,
    ...Object.keys(objectAt(channel, 'messages')),
  ]);
}

test('[F11] a large channel becomes parts under names that nothing has, and each operation refers to the part of its messages', () => {
  const split = splitChannels(document({ x: send('live', 'a'), y: send('live', 'c'), z: send('live-part-1', 'd') }), {
    above: 2,
    perPart: 1,
  });
  expect(partsIn(split)).toEqual([
    ['live', 'a'],
    ['live-part-2', 'b'],
    ['live-part-3', 'c'],
    ['live-part-1', 'd'],
  ]);
  expect(split?.document.operations).toEqual({ x: send('live', 'a'), y: send('live-part-3', 'c'), z: send('live-part-1', 'd') });
  expect([...(split?.channelOf ?? [])]).toEqual([
    ['live', 'live'],
    ['live-part-2', 'live'],
    ['live-part-3', 'live'],
  ]);
});

test('[F11] messages that one operation or reply names stay together, through others if need be', () => {
  const reply = {
    action: 'receive',
    channel: ref('#/channels/live-part-1'),
    reply: { channel: ref('#/channels/live'), messages: [ref('#/channels/live/messages/c')] },
  };
  const joined = splitChannels(document({ x: send('live', 'c', 'a'), y: reply }), { above: 2, perPart: 1 });
  expect(partsIn(joined)).toEqual([
    ['live', 'a', 'c'],
    ['live-part-2', 'b'],
    ['live-part-1', 'd'],
  ]);
});

const shown: readonly (readonly [string, object])[] = [
  ['the channel, from elsewhere than an operation', { components: { schemas: { A: ref('#/channels/live') } } }],
  ['the channel, from another channel', { channels: { live: { messages: messages('a', 'b', 'c') }, alias: ref('#/channels/live') } }],
  ['all of its messages', { components: { schemas: { A: ref('#/channels/live/messages') } } }],
  ['all channels', { components: { schemas: { A: ref('#/channels') } } }],
  ['the whole document', { components: { schemas: { A: ref('#') } } }],
  ['a message through an operation', { components: { schemas: { A: ref('#/operations/x/channel/messages/a') } } }],
  ['the channel in another spelling', { components: { messages: { A: ref('#/channels/l%69ve/messages/a') } } }],
  ['no place that has a pointer', { components: { schemas: { A: ref('#anchor') } } }],
];

test.each(shown)('[F11] nothing is split where something refers to %s', (_, more) => {
  expect(splitChannels(document({ x: send('live', 'a') }, more), FINEST)).toBeUndefined();
});

async function parse(input: object, size: typeof FINEST): Promise<readonly Finding[]> {
  const description = { kind: { family: 'asyncapi', version: '3.0.0', minor: '3.0' }, document: input, preset: 'strict' } as Description;
  return validateWithAsyncApiParser(description, size);
}

const THROUGH_OPERATION = /^\/operations\/[^/]+(?:\/reply)?\/channel\/messages\//;

/**
 * What is found, each once. The whole tells a message's fault once more for every operation of its channel, with a pointer that leads through the
 * operation; the parts for the operations of the message only. It is the same fault.
 */
function told(findings: readonly Finding[]): readonly string[] {
  return [
    ...new Set(
      findings.map(
        ({ rule, pointer, message }) => `${rule} ${pointer.replace(THROUGH_OPERATION, '/channels/orders/messages/')} ${message}`,
      ),
    ),
  ].toSorted();
}

const base = baseDescription('asyncapi-3.0-ws');

test('[F11] the description that faults are made in is split', () => {
  expect(splitChannels(base as JsonObject, FINEST)?.channelOf.size).toBe(3);
});

test.each(mutations().filter((mutation) => mutation.base === 'asyncapi-3.0-ws'))(
  '[C5.1, F11] @asyncapi/parser finds in the parts what it finds in the whole: $id',
  async ({ patch, expected }) => {
    const input = applyPatch(base, patch) as object;
    // That the whole has no finding is pinned in mutations.test.ts.
    const whole = expected['asyncapi-parser']?.length === 0 ? [] : await parse(input, NEVER);
    expect(told(await parse(input, FINEST))).toEqual(told(whole));
  },
);

function pointersOf(value: unknown, at = ''): string[] {
  const entries = Array.isArray(value) ? [...value.entries()] : isObject(value) ? Object.entries(value) : [];
  return [at, ...entries.flatMap(([name, member]) => pointersOf(member, pointerTo(at, name)))];
}

function rules(findings: readonly Finding[]): readonly string[] {
  return [...new Set(findings.map(({ rule }) => rule))].toSorted();
}

test('[C5.1, F11] the same whatever is put wherever', async () => {
  const pointers = pointersOf(base).filter((pointer) => /^\/(channels|operations)\/./.test(pointer));
  const references = fc.constantFrom(...pointers).map((pointer) => ref(`#${pointer}`));
  const values = fc.oneof(
    references,
    fc.jsonValue({ maxDepth: 2 }),
    fc.constantFrom(...pointers).map((pointer) => valueAt(base, pointer)),
  );
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...pointers), values, async (path, value) => {
      const input = applyPatch(base, [{ op: 'replace', path, value }]) as object;
      expect(rules(await parse(input, FINEST))).toEqual(rules(await parse(input, NEVER)));
    }),
    { numRuns: 8 },
  );
});
