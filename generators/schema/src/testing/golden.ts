import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import type { Representation } from '@tidemark/model';
import { descriptionTexts } from '../description-texts.ts';
import type { JsonObject } from '../json-object.ts';

const folder = new URL('../../../../fixtures/golden/descriptions/', import.meta.url);

/** Hand-written representations, by the name of their golden folder. */
export function goldenRepresentations(): ReadonlyMap<string, Representation> {
  return new Map(
    readdirSync(folder, { withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .map((entry) => entry.name)
      .toSorted()
      .map((name) => [name, JSON.parse(readFileSync(new URL(`${name}/representation.json`, folder), 'utf8')) as Representation]),
  );
}

/** What is on disk for one representation, and what is generated for it; RECORD=1 writes the generated texts first. */
export function goldenTexts(
  name: string,
  kind: 'openapi' | 'asyncapi',
  document: JsonObject | undefined,
): { readonly recorded: Readonly<Record<string, string>>; readonly generated: Readonly<Record<string, string>> } {
  const texts: Readonly<Record<string, string>> = document === undefined ? {} : descriptionTexts(document);
  const generated = Object.fromEntries(Object.entries(texts).map(([format, text]) => [`${kind}.${format}`, text]));
  const place = new URL(`${name}/`, folder);
  if (process.env['RECORD'] === '1') for (const [file, text] of Object.entries(generated)) writeFileSync(new URL(file, place), text);
  const files = readdirSync(place).filter((file) => file.startsWith(`${kind}.`));
  return { recorded: Object.fromEntries(files.map((file) => [file, readFileSync(new URL(file, place), 'utf8')])), generated };
}

/** Files of the golden folders that no test compares. */
export function goldenOrphans(): readonly string[] {
  const known = new Set(['representation.json', 'openapi.json', 'openapi.yaml', 'asyncapi.json', 'asyncapi.yaml']);
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) =>
    entry.isDirectory()
      ? readdirSync(new URL(`${entry.name}/`, folder))
          .filter((file) => !known.has(file))
          .map((file) => `${entry.name}/${file}`)
      : entry.name,
  );
}
