import type { GeneratedFile, Representation } from '@tidemark/model';
import type { ServerInputs } from './inputs.ts';
import { header, quote } from './names.ts';
import { docComment } from './text.ts';

interface Form {
  readonly constant: string;
  readonly file: string;
  readonly mediaType: string;
  readonly digest: string;
  readonly text: string;
}

/** `src/descriptions.ts`: the published documents, byte for byte, as template literals. */
export function descriptionsFile(representation: Representation, inputs: ServerInputs): GeneratedFile {
  const forms = formsOf(inputs);
  const constants = forms.map(
    ({ constant, file, text }) =>
      `${docComment([`\`${file}\`, byte for byte.`])}export const ${constant}: string = \`${escapeTemplate(text)}\`;\n`,
  );
  const rows = forms.map(
    ({ constant, file, mediaType, digest }) =>
      `  {\n    file: ${quote(file)},\n    mediaType: ${quote(mediaType)},\n    digest: ${quote(digest)},\n    text: ${constant},\n  },\n`,
  );
  const list = `${docComment(['The documents that the gateway serves, each with the digest of its canonical JSON.'])}export const descriptions: readonly DescriptionDescriptor[] = [${rows.length === 0 ? '' : `\n${rows.join('')}`}];\n`;
  const text = [
    `${header(representation, inputs)}\nimport type { DescriptionDescriptor } from '@tidemark/gateway';\n`,
    ...constants,
    list,
  ].join('\n');
  return { path: 'src/descriptions.ts', text };
}

/** Constants that a package exports. */
export function descriptionConstants(inputs: ServerInputs): readonly string[] {
  return formsOf(inputs).map(({ constant }) => constant);
}

function formsOf(inputs: ServerInputs): readonly Form[] {
  return (['openapi', 'asyncapi'] as const).flatMap((name) => {
    const document = inputs.documents[name];
    if (document === undefined) return [];
    const digest = inputs.digests[name] ?? '';
    const yaml = inputs.yaml?.[name];
    return [
      {
        constant: `${name}Json`,
        file: `${name}.json`,
        mediaType: 'application/json',
        digest,
        text: `${JSON.stringify(document, null, 2)}\n`,
      },
      ...(yaml === undefined ? [] : [{ constant: `${name}Yaml`, file: `${name}.yaml`, mediaType: 'application/yaml', digest, text: yaml }]),
    ];
  });
}

/** The formatter leaves the inside of a template literal alone, and a reader sees the document. */
function escapeTemplate(text: string): string {
  return text.replaceAll('\\', '\\\\').replaceAll('`', '\\`').replaceAll('${', '\\${').replaceAll('\r', '\\r');
}
