import { link, lstat, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { BuildError } from './build-error.ts';
import { isAlive } from './is-alive.ts';
import { wallClock } from './platform.ts';

/** Beside the descriptions, as long as a build puts its files in place. */
export const LOCK_FILE = '.tidemark-lock';

/**
 * A lock of another machine cannot be asked about, and a process number may have been given anew; what holds the lock
 * takes milliseconds.
 */
const STALE_MS = 10 * 60_000;

/** Locks of this process: a file that names it and is not among them was left by a process that had its number before. */
const held = new Set<string>();
let made = 0;

/**
 * Runs `work` while no other build writes into `folder`.
 *
 * @throws {BuildError} `build-running`, `not-written`
 */
export async function withLock<T>(folder: string, work: () => Promise<T>): Promise<T> {
  const file = join(folder, LOCK_FILE);
  await take(folder, file);
  held.add(file);
  try {
    return await work();
  } finally {
    held.delete(file);
    await rm(file, { force: true });
  }
}

async function take(folder: string, file: string): Promise<void> {
  try {
    await mkdir(folder, { recursive: true });
    if (await create(file)) return;
    await removeStale(file);
    if (await create(file)) return;
  } catch (error) {
    if (error instanceof BuildError) throw error;
    throw new BuildError('not-written', [{ file, path: '', reason: (error as Error).message }], { cause: error });
  }
  throw running(file, 'It was taken by another build meanwhile.');
}

async function create(file: string): Promise<boolean> {
  try {
    await writeFile(file, JSON.stringify({ pid: process.pid, host: hostname() }), { flag: 'wx' });
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}

/** Takes a lock away that nobody holds. It is moved first, so that of two builds that find it stale one alone has it. */
async function removeStale(file: string): Promise<void> {
  const found = await read(file);
  if (found === undefined) return;
  const holder = holderOf(found.text);
  if (!isStale(file, holder, found.age))
    throw running(file, holder === undefined ? 'Another build holds it.' : `Process ${holder.pid} on ${holder.host} holds it.`);
  made += 1;
  const aside = `${file}-${process.pid}-${made}`;
  await rename(file, aside).catch(ignoreMissing);
  const moved = await read(aside);
  // Another build had replaced the stale one before this one moved it: it gets its own back.
  if (moved !== undefined && moved.text !== found.text) {
    await link(aside, file).catch(() => undefined);
    await rm(aside, { force: true });
    throw running(file, 'Another build holds it.');
  }
  await rm(aside, { force: true });
}

interface Holder {
  readonly pid: number;
  readonly host: string;
}

function isStale(file: string, holder: Holder | undefined, age: number): boolean {
  if (age > STALE_MS) return true;
  if (holder === undefined || holder.host !== hostname()) return false;
  return holder.pid === process.pid ? !held.has(file) : !isAlive(holder.pid);
}

function holderOf(text: string): Holder | undefined {
  try {
    const { pid, host } = JSON.parse(text) as Partial<Holder>;
    return Number.isSafeInteger(pid) && typeof host === 'string' ? { pid: pid as number, host } : undefined;
  } catch {
    return undefined;
  }
}

async function read(file: string): Promise<{ readonly text: string; readonly age: number } | undefined> {
  try {
    const { mtimeMs } = await lstat(file);
    return { text: await readFile(file, 'utf8'), age: wallClock() - mtimeMs };
  } catch (error) {
    return ignoreMissing(error as NodeJS.ErrnoException);
  }
}

function ignoreMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error;
  return undefined;
}

function running(file: string, reason: string): BuildError {
  return new BuildError('build-running', [{ file, path: '', reason }]);
}
