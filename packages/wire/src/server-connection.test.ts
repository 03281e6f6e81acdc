import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { encodeClosePayload } from './close.ts';
import { createHarness, type Effect } from './test-support/connection-harness.ts';
import { wireError } from './errors.ts';
import { WireError } from './wire-error.ts';
import { joinBytes } from './test-support/fixture-bytes.ts';
import { encodeTextFrame } from './frame-encoder.ts';
import { encodeClientFrame } from './testing.ts';

const text = (payload: string): Uint8Array => encodeClientFrame({ opcode: 1, payload });
const ping = (payload: string): Uint8Array => encodeClientFrame({ opcode: 9, payload });
const close = (code?: number, reason?: string): Uint8Array => encodeClientFrame({ opcode: 8, payload: encodeClosePayload(code, reason) });
const closeEffects = (effects: readonly Effect[]): Effect[] => effects.filter((effect) => 'wrote' in effect && effect.wrote === 'close');

describe('open', () => {
  test('[B3.2, B3.3] messages, pings and pongs', () => {
    const { connection, effects, pendingTimers } = createHarness();
    connection.receive(joinBytes([text('a'), ping('p'), encodeClientFrame({ opcode: 10, payload: 'unasked' })]));
    expect(connection.send('b')).toBe(true);
    expect(connection.sendFrame(encodeTextFrame('c'))).toBe(true);
    expect(connection.ping()).toBe(true);
    expect(effects).toEqual([
      { wrote: 'text', payload: 'a' },
      { wrote: 'pong', payload: '70' },
      { wrote: 'text', payload: 'b' },
      { wrote: 'text', payload: 'c' },
      { wrote: 'ping', payload: '' },
    ]);
    expect(connection.state).toBe('open');
    expect(pendingTimers).toBe(0);
  });
});

describe('close handshake', () => {
  test.each([
    [close(1000, 'bye'), { code: 1000, reason: 'bye' }, { code: 1000, reason: '' }],
    [close(), { code: 1005, reason: '' }, { code: 1005, reason: '' }],
    [close(4321), { code: 4321, reason: '' }, { code: 4321, reason: '' }],
  ])('[B3.3] the peer closes: one echo, then our direction ends %#', (frame, status, echo) => {
    const { connection, effects } = createHarness();
    connection.receive(frame);
    expect(effects).toEqual([{ wrote: 'close', close: echo }, { closing: status }, { ended: true }]);
    connection.transportClosed();
    expect(effects.at(-1)).toEqual({ closed: { ...status, by: 'peer', clean: true } });
    expect(connection.state).toBe('closed');
  });

  test('[B3.3] we close: the peer’s close ends it cleanly', () => {
    const harness = createHarness();
    const { connection, effects } = harness;
    connection.close(1001, 'going away');
    connection.receive(close(1001));
    connection.transportClosed();
    expect(effects).toEqual([
      { wrote: 'close', close: { code: 1001, reason: 'going away' } },
      { closing: { code: 1001, reason: 'going away' } },
      { ended: true },
      { closed: { code: 1001, reason: 'going away', by: 'local', clean: true } },
    ]);
    expect(harness.pendingTimers).toBe(0);
  });

  test('[B3.3] a peer that never answers a close is gone after closeMs', () => {
    const harness = createHarness({ closeMs: 1000 });
    harness.connection.close(1000);
    harness.advance(999);
    expect(harness.effects).not.toContainEqual({ destroyed: true });
    harness.advance(1);
    expect(harness.effects.slice(-2)).toEqual([{ destroyed: true }, { closed: { code: 1000, reason: '', by: 'local', clean: false } }]);
  });

  test('[B3.3] a peer that answers the close and keeps its direction open is gone after closeMs', () => {
    const harness = createHarness({ closeMs: 1000 });
    harness.connection.receive(close(1000));
    harness.advance(1000);
    expect(harness.effects.slice(-2)).toEqual([{ destroyed: true }, { closed: { code: 1000, reason: '', by: 'peer', clean: true } }]);
  });

  test('[B3.3] simultaneous close: one close frame each, clean, both codes told', () => {
    const { connection, effects } = createHarness();
    connection.close(1001);
    connection.receive(close(4000, 'mine'));
    connection.transportClosed();
    expect(closeEffects(effects)).toHaveLength(1);
    expect(effects.at(-1)).toEqual({ closed: { code: 1001, reason: '', by: 'local', clean: true } });
  });

  test('[B3.3] while closing: messages and pings are dropped, sends refused, a second close does nothing', () => {
    const { connection, effects } = createHarness();
    connection.close(1000);
    connection.receive(joinBytes([text('late'), ping('late')]));
    expect(connection.send('x')).toBe(false);
    expect(connection.sendFrame(encodeTextFrame('x'))).toBe(false);
    expect(connection.ping()).toBe(false);
    connection.close(1011);
    expect(effects).toEqual([{ wrote: 'close', close: { code: 1000, reason: '' } }, { closing: { code: 1000, reason: '' } }]);
  });

  test('[B3.3] close during a send: what was sent before stays in front of the close frame', () => {
    const { connection, effects } = createHarness();
    connection.send('a');
    connection.receive(joinBytes([text('b'), close(1000), text('c'), ping('d')]));
    expect(effects.map((effect) => ('wrote' in effect ? effect.wrote : Object.keys(effect)[0]))).toEqual([
      'text',
      'text',
      'close',
      'closing',
      'ended',
    ]);
  });

  test('[B3.3] a message handler that closes: later messages of the same bytes are not told', () => {
    const told: string[] = [];
    const harness = createHarness({
      message: (message) => {
        told.push(message);
        harness.connection.close(1000);
      },
    });
    harness.connection.receive(joinBytes([text('a'), text('b')]));
    expect(told).toEqual(['a']);
  });

  test('[B3.3] a code that must not be sent is refused before anything is written', () => {
    const { connection, effects } = createHarness();
    expect(() => connection.close(1005)).toThrow(wireError('invalid-close-code', 'code 1005'));
    expect(effects).toEqual([]);
    expect(connection.state).toBe('open');
  });
});

describe('faults', () => {
  test('[B3.2] a violation: its close frame, then deaf, gone after closeMs', () => {
    const harness = createHarness({ closeMs: 1000 });
    const { connection, effects } = harness;
    connection.receive(joinBytes([text('a'), encodeClientFrame({ opcode: 1, payload: 'b', masked: false }), text('c')]));
    connection.receive(joinBytes([text('d'), close(1000)]));
    harness.advance(1000);
    const violation = { code: 'unmasked-frame', closeCode: 1002, reason: 'client frames must be masked' };
    expect(effects).toEqual([
      { wrote: 'text', payload: 'a' },
      { wrote: 'close', close: { code: 1002, reason: 'client frames must be masked' } },
      { closing: { code: 1002, reason: 'client frames must be masked' } },
      { ended: true },
      { destroyed: true },
      { closed: { code: 1002, reason: 'client frames must be masked', by: 'violation', violation, clean: false } },
    ]);
  });

  test('[B3.2, B3.3] a violation while closing: no second close frame', () => {
    const { connection, effects } = createHarness();
    connection.close(1000);
    connection.receive(encodeClientFrame({ opcode: 3 }));
    connection.transportClosed();
    expect(closeEffects(effects)).toHaveLength(1);
    expect(effects.slice(-2)).toEqual([{ ended: true }, { closed: { code: 1000, reason: '', by: 'local', clean: false } }]);
  });

  test('[B3.6] the transport goes without a close frame: 1006, once', () => {
    const { connection, effects } = createHarness();
    connection.transportClosed();
    connection.transportClosed();
    connection.terminate();
    connection.close(1000);
    connection.receive(text('a'));
    expect(connection.send('a')).toBe(false);
    expect(effects).toEqual([{ closed: { code: 1006, reason: '', by: 'transport', clean: false } }]);
  });

  test('[B3.3] terminate ends at once', () => {
    const { connection, effects } = createHarness();
    connection.terminate();
    connection.transportClosed();
    expect(effects).toEqual([{ destroyed: true }, { closed: { code: 1006, reason: '', by: 'local', clean: false } }]);
  });

  test('[B3.6] a throwing handler: 1011, and no frame is read at a wrong place', () => {
    const fault = new Error('handler');
    const told: string[] = [];
    const { connection, effects } = createHarness({
      message: (message) => {
        told.push(message);
        throw fault;
      },
    });
    expect(() => connection.receive(joinBytes([text('a'), text('b')]))).toThrow(fault);
    connection.receive(text('c'));
    expect(told).toEqual(['a']);
    expect(effects).toEqual([
      { wrote: 'close', close: { code: 1011, reason: 'internal error' } },
      { closing: { code: 1011, reason: 'internal error' } },
      { ended: true },
    ]);
  });

  test.each([0, -1, 1.5, Number.NaN])('[B3.3] closeMs %d is refused', (closeMs) => {
    expect(() => createHarness({ closeMs })).toThrow(new WireError('invalid-bounds', 'bounds.closeMs is no safe integer greater than 0'));
  });
});

test('[B3.3] any sequence: at most one close frame, nothing behind it, closed once, no timer left', () => {
  type Harness = ReturnType<typeof createHarness>;
  const step = fc.constantFrom<(harness: Harness) => void>(
    ({ connection }) => connection.receive(text('a')),
    ({ connection }) => connection.receive(ping('a')),
    ({ connection }) => connection.receive(close(1000)),
    ({ connection }) => connection.receive(encodeClientFrame({ opcode: 3 })),
    ({ connection }) => connection.receive(Uint8Array.of(0x81)),
    ({ connection }) => void connection.send('b'),
    ({ connection }) => void connection.ping(),
    ({ connection }) => connection.close(1001),
    ({ connection }) => connection.terminate(),
    ({ connection }) => connection.transportClosed(),
    (harness) => harness.advance(300),
  );
  fc.assert(
    fc.property(fc.array(step, { maxLength: 20 }), (steps) => {
      const harness = createHarness({ closeMs: 1000 });
      for (const each of steps) each(harness);
      const begun = harness.connection.state !== 'open';
      harness.advance(1000);
      const kinds = harness.effects.map((effect) => ('wrote' in effect ? effect.wrote : (Object.keys(effect)[0] ?? '')));
      const at = kinds.indexOf('close');
      expect(kinds.filter((kind) => kind === 'close').length).toBeLessThanOrEqual(1);
      const behind = at === -1 ? [] : kinds.slice(at + 1);
      expect(behind.filter((kind) => ['text', 'ping', 'pong'].includes(kind))).toEqual([]);
      expect(kinds.filter((kind) => kind === 'closed')).toHaveLength(begun ? 1 : 0);
      expect(begun && kinds.at(-1) !== 'closed').toBe(false);
      expect(harness.pendingTimers).toBe(0);
    }),
    { numRuns: 2000 },
  );
});
