import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { chromium, curl, lacks, python, type Need } from '../../../../tools/vitest/needs.ts';
import { isRecord } from '../../judges/derive.ts';
import { PLATFORM } from '../../platform.ts';
import { verifyTrace } from '../../verify/verify-trace.ts';
import { findCanaries } from '../canaries.ts';
import { readTrace } from '../read-trace.ts';
import { MINIMAL_HOST_TOKENS, startMinimalHost } from './minimal-host.ts';
import { parseWithPeer, peerPrograms, type PeerName } from './peer-program.ts';
import { recordPeer } from './record-peer.ts';

const NEEDS: Readonly<Record<PeerName, Need | null>> = { python: python(), node: null, curl: curl(), chromium: chromium() };

function lacking(name: PeerName): boolean {
  return [NEEDS[name], python()].some((need) => need !== null && lacks(need));
}

type Piece = string | { readonly hex: string } | { readonly repeat: string; readonly times: number };

interface Vector {
  readonly name: string;
  readonly input: readonly Piece[];
  readonly events: readonly { readonly event: string; readonly data: string; readonly lastEventId: string }[];
  readonly lastEventId: string;
  readonly bounds?: object;
  readonly resumeFrom?: string;
  readonly error?: string;
}

const FILE = new URL('../../../../fixtures/wire/sse.json', import.meta.url);
const { vectors } = JSON.parse(readFileSync(FILE, 'utf8')) as { readonly vectors: readonly Vector[] };
/** Bounds are the product's and the kit's; a peer has its own, or none. */
const plain = vectors.filter(({ bounds, resumeFrom, error }) => bounds === undefined && resumeFrom === undefined && error === undefined);

function bytesOf(pieces: readonly Piece[]): Buffer {
  return Buffer.concat(
    pieces.map((piece) => {
      if (typeof piece === 'string') return Buffer.from(piece);
      return 'hex' in piece ? Buffer.from(piece.hex, 'hex') : Buffer.from(piece.repeat.repeat(piece.times));
    }),
  );
}

function hex(part: Uint8Array): string {
  return Buffer.from(part).toString('hex');
}

/** Whole, a byte at a time, and cut in two at every place of what is short enough. */
function splits(bytes: Buffer): string[][] {
  const cuts =
    bytes.length > 200
      ? []
      : Array.from({ length: bytes.length - 1 }, (_, at) => [hex(bytes.subarray(0, at + 1)), hex(bytes.subarray(at + 1))]);
  return [[hex(bytes)], [...bytes].map((byte) => hex(Uint8Array.of(byte))), ...cuts];
}

const parsing = peerPrograms(process.env).filter(({ speaks }) => speaks === 'lines');

describe.each(parsing)('parser of $name', (program) => {
  test.skipIf(lacking(program.name))('[K6] its own parser passes the vectors, in every split', async () => {
    expect(plain.length).toBeGreaterThan(80);
    const cases = plain.flatMap((vector) => splits(bytesOf(vector.input)).map((chunks) => ({ vector, chunks })));
    const answers = await parseWithPeer(
      program,
      cases.map(({ chunks }) => chunks),
    );
    expect(answers).toHaveLength(cases.length);
    const wrong = cases.flatMap(({ vector, chunks }, index) => {
      const expected = {
        events: vector.events.map(({ event, data, lastEventId }) => ({ event, data, lastEventId })),
        lastEventId: vector.lastEventId,
      };
      return JSON.stringify(sorted(answers[index])) === JSON.stringify(sorted(expected))
        ? []
        : [{ name: vector.name, chunks: chunks.slice(0, 3), got: answers[index] }];
    });
    expect(wrong.slice(0, 5)).toEqual([]);
  });
});

describe.each(peerPrograms(process.env))('$name', (program) => {
  test.skipIf(lacking(program.name))(
    '[K5, K6] its conversation with a right host is recorded, and nothing in it is wrong',
    async () => {
      const host = await startMinimalHost(['--beat', '1']);
      let text = '';
      try {
        const { live, resumed, refused, caused } = await recordPeer({
          program,
          url: host.url,
          implementation: 'minimal-host 1',
          firstToken: MINIMAL_HOST_TOKENS.first,
          secondToken: MINIMAL_HOST_TOKENS.second,
          suite: 'test',
          platform: PLATFORM,
          sink: (line) => (text += line),
        });
        const ids = (...names: string[]): unknown[] => names.map((name) => caused[name]);
        expect({ live, resumed, refused }).toEqual({
          live: ids('d1', 'e1', 'd2'),
          resumed: ids('d2', 'd3', 'd4', 'd5'),
          refused: [409, 409, 409],
        });
      } finally {
        await host.stop();
      }
      const trace = readTrace(Buffer.from(text));
      expect(findCanaries(trace, Object.values(MINIMAL_HOST_TOKENS))).toEqual([]);
      const { findings, judged, complete } = verifyTrace(trace, Object.values(MINIMAL_HOST_TOKENS));
      expect({ findings, complete }).toEqual({ findings: [], complete: true });
      expect(judged).toMatchObject({ streams: 2, emissions: 8 });
      // The host may go on sending for a while to a peer that has left.
      expect(judged.messages).toBeGreaterThanOrEqual(7);
    },
    300_000,
  );
});

describe.skipIf(lacks(python()))('a recorded conversation with a host that is wrong', () => {
  const [program] = peerPrograms(process.env);

  test.each([
    ['repeats-cursor', '0250.b.cursor-not-repeated'],
    ['names-the-cause', '0250.c.byte-identical'],
    ['leaks-live', '0250.d.tenant-isolation'],
    ['unknown-cursor-goes-live', '0250.c.refuses-unknown'],
    ['keeps-ephemeral', '0250.c.refuses-ephemeral'],
  ])('[K4, K5] %s is convicted by its bytes alone', async (defect, requirement) => {
    const host = await startMinimalHost(['--beat', '1', '--defect', defect]);
    let text = '';
    try {
      if (program === undefined) throw new Error('there is no peer');
      await recordPeer({
        program,
        url: host.url,
        implementation: `minimal-host 1, ${defect}`,
        firstToken: MINIMAL_HOST_TOKENS.first,
        secondToken: MINIMAL_HOST_TOKENS.second,
        suite: 'test',
        platform: PLATFORM,
        sink: (line) => (text += line),
      });
    } finally {
      await host.stop();
    }
    expect(verifyTrace(readTrace(Buffer.from(text))).findings.map((finding) => finding.requirement)).toContain(requirement);
  });
});

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map((each) => sorted(each));
  if (!isRecord(value)) return value;
  return Object.fromEntries(
    Object.entries(value)
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, member]) => [name, sorted(member)]),
  );
}
