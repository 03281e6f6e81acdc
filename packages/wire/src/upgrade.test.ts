import { createHash } from 'node:crypto';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { wireError } from './errors.ts';
import { checkUpgrade, type UpgradeRequest } from './upgrade.ts';
import { createUpgradePolicy } from './upgrade-policy.ts';
import { encodeUpgradeRefusal, upgradeRefusals } from './upgrade-refusals.ts';
import { readUpgradeVectors, type PolicyLists } from './test-support/upgrade-vectors.ts';

const { base, lists: policy, vectors } = readUpgradeVectors();
const sha1 = (bytes: Uint8Array): Uint8Array => createHash('sha1').update(bytes).digest();
const decoder = new TextDecoder();
const plain: UpgradeRequest = { method: 'GET', httpVersion: '1.1', url: '/socket', rawHeaders: base.flat() };

describe('vectors', () => {
  test('[B3.1] there are vectors, and each refusal has one', () => {
    expect(vectors.length).toBeGreaterThan(130);
    const refused = vectors.flatMap(({ answer }) => ('refused' in answer ? [answer.refused] : []));
    expect([...new Set(refused)].toSorted()).toEqual(Object.keys(upgradeRefusals).toSorted());
  });

  test.each(vectors)('[B3.1] $row: $name', ({ request, lists, answer }) => {
    const decision = checkUpgrade(request, createUpgradePolicy({ ...lists, sha1 }));
    expect(decision.accepted ? { accepted: decision.protocol } : { refused: decision.code }).toEqual(answer);
  });
});

describe('answers', () => {
  const lists = createUpgradePolicy({ ...policy, sha1 });
  const without = (name: string): UpgradeRequest => ({ ...plain, rawHeaders: base.filter(([header]) => header !== name).flat() });

  test('[B3.1] the 101 names the key’s answer and the subprotocol, and no extension', () => {
    const offer = ['Sec-WebSocket-Extensions', 'permessage-deflate'];
    const decision = checkUpgrade({ ...plain, rawHeaders: [...plain.rawHeaders, ...offer] }, lists);
    expect(decision.accepted && decoder.decode(decision.head)).toBe(
      'HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n' +
        'Sec-WebSocket-Accept: s3pPLMBiTxaQ9kYGzzhZRbK+xOo=\r\nSec-WebSocket-Protocol: orders.v1\r\n\r\n',
    );
  });

  test('[B3.1] another version: 426 with the version that is served', () => {
    const decision = checkUpgrade(without('Sec-WebSocket-Version'), lists);
    expect(decision).toMatchObject({ accepted: false, status: 426, code: 'version-not-13' });
    expect(
      decision.accepted ? '' : decoder.decode(encodeUpgradeRefusal(decision, { contentType: 'application/json', text: '{"é":1}' })),
    ).toBe(
      'HTTP/1.1 426 Upgrade Required\r\nConnection: Upgrade, close\r\nCache-Control: no-store\r\nContent-Length: 8\r\n' +
        'Content-Type: application/json\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n\r\n{"é":1}',
    );
  });

  test.each([
    [{ ...plain, method: 'POST' }, 405, [['Allow', 'GET']]],
    [without('Sec-WebSocket-Protocol'), 400, []],
    [without('Host'), 400, []],
  ])('[B3.1] status and headers %#', (request, status, headers) => {
    expect(checkUpgrade(request, lists)).toMatchObject({ accepted: false, status, headers });
  });

  test('[B3.1] a refusal of the caller’s own', () => {
    expect(decoder.decode(encodeUpgradeRefusal({ status: 429, headers: [['Retry-After', '5']] }))).toBe(
      'HTTP/1.1 429 Too Many Requests\r\nConnection: close\r\nCache-Control: no-store\r\nContent-Length: 0\r\nRetry-After: 5\r\n\r\n',
    );
  });

  test('[B3.1] an odd header list is malformed', () => {
    expect(checkUpgrade({ ...plain, rawHeaders: [...plain.rawHeaders, 'X'] }, lists)).toMatchObject({ code: 'malformed-header' });
  });

  test('[B3.1, B3.6] any header list: no throw, and never accepted with a doubled security header', () => {
    const name = fc.constantFrom('Host', 'Origin', 'Upgrade', 'Sec-WebSocket-Key', 'Sec-WebSocket-Version', 'Connection', 'X');
    const value = fc.oneof(fc.constantFrom(...base.map(([, text]) => text)), fc.string());
    fc.assert(
      fc.property(fc.array(fc.tuple(name, value), { maxLength: 4 }), fc.nat({ max: base.length }), (extra, cut) => {
        const pairs = [...base.slice(cut), ...extra, ...base.slice(0, cut)];
        const decision = checkUpgrade({ ...plain, rawHeaders: pairs.flat() }, lists);
        const doubled = extra.some(([header]) => header !== 'Connection' && header !== 'X');
        expect(doubled ? decision : { code: 'duplicate-header' }).toMatchObject({ code: 'duplicate-header' });
      }),
      { numRuns: 2000 },
    );
  });
});

describe('policy', () => {
  test.each([
    [{ hosts: ['https://api.example.com'] }, 'hosts[0]'],
    [{ hosts: ['api.example.com', 'api.example.com.'] }, 'hosts[1]'],
    [{ hosts: ['*', 'api.example.com'] }, 'hosts[0]'],
    [{ hosts: ['*.example.com'] }, 'hosts[0]'],
    [{ origins: ['https://app.example.com/'] }, 'origins[0]'],
    [{ origins: ['https://app.example.com:443'] }, 'origins[0]'],
    [{ origins: ['null'] }, 'origins[0]'],
    [{ origins: ['https://*.example.com'] }, 'origins[0]'],
    [{ subprotocols: [] }, 'subprotocols'],
    [{ subprotocols: ['orders v1'] }, 'subprotocols'],
  ])('[B3.1] %j cannot be meant', (lists: Partial<PolicyLists>, what) => {
    expect(() => createUpgradePolicy({ ...policy, ...lists, sha1 })).toThrow(wireError('invalid-upgrade-policy', what));
  });
});
