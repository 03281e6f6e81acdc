import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { MAX_DESCRIPTION_BYTES, readDescriptionText } from './read-description-text.ts';

const UNIX = process.platform !== 'win32' && existsSync('/dev/zero');
if (!UNIX && process.env['REQUIRE_ALL'] === '1') throw new Error('/dev/zero and mkfifo are missing: run on Linux or macOS.');
if (!UNIX) process.stderr.write('Skipped: reading devices and FIFOs needs Linux or macOS.\n');

const BOUND = 100_000;
let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tidemark-read-'));
  await mkdir(join(folder, 'folder'));
  await writeFile(join(folder, 'empty'), '');
  await writeFile(join(folder, 'largest'), 'x'.repeat(BOUND));
  await writeFile(join(folder, 'one-more'), 'x'.repeat(BOUND + 1));
  // Two bytes for one character, over the border of a chunk.
  await writeFile(join(folder, 'split'), `x${'é'.repeat(40_000)}`);
  await writeFile(join(folder, 'marked'), '\uFEFFopenapi: 3.1.0');
  await writeFile(join(folder, 'latin1'), Buffer.from([0x7b, 0xe9, 0x7d]));
  await writeFile(join(folder, 'half'), Buffer.from([0x7b, 0xc3]));
  await writeFile(join(folder, 'surrogate'), Buffer.from([0xed, 0xa0, 0x80]));
  await writeFile(join(folder, 'utf-16'), Buffer.from('\uFEFF{}', 'utf16le'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const READ: readonly (readonly [string, string])[] = [
  ['empty', ''],
  ['largest', 'x'.repeat(BOUND)],
  ['split', `x${'é'.repeat(40_000)}`],
  ['marked', 'openapi: 3.1.0'],
];

test.each(READ)('[C5.1] %s is read', async (file, text) => {
  expect(await readDescriptionText(folder, file, BOUND)).toBe(text);
});

const tooLarge = (file: string) => `${file} has more than ${BOUND} bytes; no description is that large.`;
const notUtf8 = (file: string) => `${file} is not text in UTF-8; save it in that encoding.`;
const REFUSED: readonly (readonly [string, string])[] = [
  ['one-more', tooLarge('one-more')],
  ['folder', 'folder is a folder; name a file in it.'],
  ['absent', 'absent cannot be read: ENOENT.'],
  ['empty/below', 'empty/below cannot be read: ENOTDIR.'],
  ['nul\0', 'nul\0 cannot be read: ERR_INVALID_ARG_VALUE.'],
  ['latin1', notUtf8('latin1')],
  ['half', notUtf8('half')],
  ['surrogate', notUtf8('surrogate')],
  ['utf-16', notUtf8('utf-16')],
];

test.each(REFUSED)('[C5.1] %j is refused', async (file, message) => {
  await expect(readDescriptionText(folder, file, BOUND)).rejects.toMatchObject({ code: 'usage', message });
});

describe.skipIf(!UNIX)('what does not say its size', () => {
  test('[C5.1] a device without an end is refused at the bound', async () => {
    await expect(readDescriptionText(folder, '/dev/zero', BOUND)).rejects.toMatchObject({ code: 'usage', message: tooLarge('/dev/zero') });
    await expect(readDescriptionText(folder, '/dev/zero')).rejects.toMatchObject({
      code: 'usage',
      message: `/dev/zero has more than ${MAX_DESCRIPTION_BYTES} bytes; no description is that large.`,
    });
  });

  test('[C5.1] an empty device is an empty text', async () => {
    expect(await readDescriptionText(folder, '/dev/null', BOUND)).toBe('');
  });

  test.skipIf(!existsSync('/proc/version'))('[C5.1] a file of the kernel is read, although its size is given as 0', async () => {
    expect(await readDescriptionText(folder, '/proc/version', BOUND)).toMatch(/^Linux version /);
  });

  test('[C5.1] a FIFO is read to its end, and one that never ends is refused at the bound', async () => {
    const fifo = join(folder, 'fifo');
    execFileSync('mkfifo', [fifo]);
    const write = (script: string): ChildProcess => spawn('sh', ['-c', `${script} > "${fifo}"`], { stdio: 'ignore' });
    write('printf "openapi: 3.1.0"');
    expect(await readDescriptionText(folder, 'fifo', BOUND)).toBe('openapi: 3.1.0');
    const endless = write('exec yes');
    await expect(readDescriptionText(folder, 'fifo', BOUND)).rejects.toMatchObject({ code: 'usage', message: tooLarge('fifo') });
    endless.kill('SIGKILL');
  });

  test('[C5.1] the first SIGINT ends a command that waits for a FIFO', async () => {
    const fifo = join(folder, 'silent');
    execFileSync('mkfifo', [fifo]);
    // Opening the other end succeeds when the command has opened its own: then it waits for the first byte.
    const holder = spawn('sh', ['-c', `exec 3> "${fifo}"; echo open; exec sleep 1000`], { stdio: ['ignore', 'pipe', 'ignore'] });
    const main = fileURLToPath(new URL('main.ts', import.meta.url));
    const command = spawn(process.execPath, ['--conditions=@tidemark/source', '--import', 'tsx', main, 'validate', fifo], {
      stdio: 'ignore',
    });
    const ended = once(command, 'exit');
    await Promise.race([once(holder.stdout, 'data'), ended]);
    command.kill('SIGINT');
    expect(await ended).toEqual([null, 'SIGINT']);
    holder.kill('SIGKILL');
  });
});
