import { describe, expect, test } from 'vitest';
import { createContext } from './context.ts';
import { descriptionCheck } from './discovery.ts';
import { type Answer, json, refuse, scriptedFetch } from './test-support/fake-fetch.ts';
import { service } from './test-support/service.ts';

const listed = (digests: readonly string[], id = 'things') => ({
  hostEvents: {},
  services: [
    { id: 'other', version: '9.0.0', descriptions: [] },
    { id, version: '1.1.0', descriptions: digests.map((digest) => ({ path: '/x', digest })) },
  ],
});

describe('[C4.2a] a client can tell whether the server still publishes what it was generated from', () => {
  const cases: readonly [string, object, object][] = [
    ['both digests', listed(['sha256:bb', 'sha256:aa']), { status: 'same', serverVersion: '1.1.0' }],
    ['another digest', listed(['sha256:aa', 'sha256:cc']), { status: 'different', serverVersion: '1.1.0' }],
    ['one of two', listed(['sha256:aa']), { status: 'different', serverVersion: '1.1.0' }],
    ['no digests', listed([]), { status: 'undisclosed', serverVersion: '1.1.0' }],
    ['another service', listed(['sha256:aa'], 'else'), { status: 'undisclosed', serverVersion: undefined }],
    ['services of another kind', { services: {} }, { status: 'undisclosed', serverVersion: undefined }],
    [
      'rows of another kind',
      { services: [null, 1, { id: 'things', descriptions: [null, 2] }] },
      { status: 'different', serverVersion: undefined },
    ],
    ['nothing for this caller', { limits: {} }, { status: 'undisclosed', serverVersion: undefined }],
  ];
  test.each(cases)('%s', async (_, document, expected) => {
    const { fetch, requests } = scriptedFetch(json(200, document));
    const context = createContext(service, {
      baseUrl: 'http://h/prefix',
      fetch,
      credential: ({ scheme }) => (scheme === 'bearer' ? 'tok' : undefined),
    });
    expect(await descriptionCheck(context)()).toEqual({ ...expected, clientVersion: '1.0.0' });
    expect(requests.map(({ url, headers }) => [url, headers.get('authorization')])).toEqual([
      ['http://h/.well-known/tidemark', 'Bearer tok'],
    ]);
  });

  const failures: readonly [string, Answer, string][] = [
    ['a list', json(200, []), 'decode-failed'],
    ['a refusal', refuse('unauthenticated', 401), 'unauthenticated'],
    ['nothing there', () => new Response(null, { status: 404 }), 'unexpected-status'],
  ];
  test.each(failures)('%s is an error: %j', async (_, answer, code) => {
    const { fetch } = scriptedFetch(answer);
    await expect(descriptionCheck(createContext(service, { baseUrl: 'http://h', fetch }))()).rejects.toMatchObject({ code });
  });
});
