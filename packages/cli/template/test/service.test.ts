import assert from 'node:assert/strict';
import { test } from 'node:test';
import { create__Pascal__Client } from '__kebab__-client';
import { start } from '../src/server.ts';

test('a note that was missed is delivered after a resume, once', async () => {
  const service = await start(0);
  const client = create__Pascal__Client({ baseUrl: service.url });
  try {
    await client.addNote({ body: { text: 'first' } });
    await client.addNote({ body: { text: 'second' } });
    const seen: string[] = [];
    for await (const event of client.watchNotes({ lastEventId: '0' })) {
      if (event.event !== 'note-added') continue;
      seen.push(event.data.note.text);
      if (seen.length === 2) break;
    }
    assert.deepEqual(seen, ['first', 'second']);
  } finally {
    await service.close();
  }
});

test('what does not fit the contract is refused', async () => {
  const service = await start(0);
  const client = create__Pascal__Client({ baseUrl: service.url });
  try {
    await assert.rejects(client.addNote({ body: { text: '' } }), { code: 'validation_error' });
  } finally {
    await service.close();
  }
});
