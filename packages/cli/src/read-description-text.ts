import { createReadStream } from 'node:fs';
import { resolve } from 'node:path';
import { UsageError } from './command.ts';

/** Descriptions are documents of people and generators; anything larger is refused. */
export const MAX_DESCRIPTION_BYTES = 64 * 1024 * 1024;

/**
 * The text of a description file, without a byte order mark. Read as a stream and counted while it is read: devices, FIFOs and files
 * that grow say nothing of their size beforehand.
 *
 * @throws {UsageError} when it cannot be read, is larger than 64 MiB, or is not UTF-8.
 */
export async function readDescriptionText(cwd: string, file: string, maxBytes = MAX_DESCRIPTION_BYTES): Promise<string> {
  const bytes = await readBounded(cwd, file, maxBytes);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new UsageError(`${file} is not text in UTF-8; save it in that encoding.`);
  }
}

async function readBounded(cwd: string, file: string, maxBytes: number): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  try {
    for await (const chunk of createReadStream(resolve(cwd, file)) as AsyncIterable<Uint8Array>) {
      size += chunk.byteLength;
      if (size > maxBytes) throw new UsageError(`${file} has more than ${maxBytes} bytes; no description is that large.`);
      chunks.push(chunk);
    }
  } catch (error) {
    if (error instanceof UsageError) throw error;
    throw new UsageError(unreadable(file, (error as NodeJS.ErrnoException).code));
  }
  return Buffer.concat(chunks, size);
}

function unreadable(file: string, code: string | undefined): string {
  return code === 'EISDIR' ? `${file} is a folder; name a file in it.` : `${file} cannot be read: ${code ?? 'unknown'}.`;
}
