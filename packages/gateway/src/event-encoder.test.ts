import { describe, expect, test } from 'vitest';
import { createEventEncoder, preparedEvent, withId } from './event-encoder.ts';
import { sample } from './test-support/sample.ts';

const [watch] = sample.streams;
if (watch === undefined) throw new Error('the sample has a stream');
const encoder = createEventEncoder(watch, 40);
const text = (item: object): string => Buffer.from(encoder.encode(item).block).toString();
const json = '{"type":"tick","v":1,"n":1}';

describe('prepared events', () => {
  test('[B1.1, F7] one that was checked when it was made goes out as it is, in the bytes of one that is encoded now', () => {
    expect(text(preparedEvent('7', 'tick', json))).toBe(text(withId('7', { type: 'tick', v: 1, n: 1 })));
    expect(text(preparedEvent(null, 'note', '{"type":"note"}'))).toBe('event: note\ndata: {"type":"note"}\n\n');
    expect(encoder.encode(preparedEvent(null, 'ended', '{}')).terminal).toBe('reconnect');
  });

  test('[F2] the same object is framed once', () => {
    const item = preparedEvent('8', 'tick', json);
    expect(encoder.encode(item)).toBe(encoder.encode(item));
  });

  test.each([
    ['a tag that the stream has not', preparedEvent('1', 'other', json), 'stream watch has no event of that type'],
    ['an id where there is none', preparedEvent('1', 'note', json), 'stream watch, event note has an id'],
    ['an id that SSE cannot carry', preparedEvent('a\nb', 'tick', json), 'stream watch, event tick has an id that SSE cannot carry'],
    [
      'more bytes than the bound',
      preparedEvent('1', 'tick', `{"type":"${'x'.repeat(40)}"}`),
      'stream watch, event tick has more than 40 bytes',
    ],
    ['a line break', preparedEvent('1', 'tick', '{\n}'), 'stream watch, event tick is not compact JSON'],
  ])('[B1.1] %s is refused', (_, item, message) => {
    expect(() => encoder.encode(item)).toThrow(`invalid-event: ${message}`);
  });
});
