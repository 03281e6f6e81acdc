import type { GeneratedFile, Representation } from '@tidemark/model';
import { descriptionConstants } from './descriptions-file.ts';
import { factoryName } from './errors-file.ts';
import type { ServerInputs } from './inputs.ts';
import { header, packageNames, pascal } from './names.ts';
import { isGuarded } from './resolve.ts';
import { docComment, functionHead, namedLine } from './text.ts';

/** `src/plugin.ts`: the one function that an application calls. */
export function pluginFile(representation: Representation, inputs: ServerInputs): GeneratedFile {
  const { handlers, descriptor, plugin } = packageNames(representation, inputs);
  const doc = docComment([
    `Mounts ${representation.title} ${representation.version} on a Fastify instance that has a gateway (\`createServer\`, or \`gatewayPlugin\`).`,
    'Throws `GatewayError` when a handler is missing, or a credential is needed and `authenticate` is not given.',
  ]);
  const text = [
    `${header(representation, inputs)}\n`,
    `import { servicePlugin, type GatewayPlugin, type ServiceOptions } from '@tidemark/gateway';\n`,
    `import { ${descriptor} } from './descriptor.ts';\n`,
    `import type { ${handlers} } from './handlers.ts';\n\n`,
    doc,
    isGuarded(representation)
      ? functionHead(`${plugin}<P>`, [`handlers: ${handlers}<P>`, 'options: ServiceOptions<P>'], 'GatewayPlugin')
      : functionHead(plugin, [`handlers: ${handlers}`, 'options: ServiceOptions<null> = {}'], 'GatewayPlugin'),
    `  return servicePlugin(${descriptor}, handlers, options);\n`,
    '}\n',
  ];
  return { path: 'src/plugin.ts', text: text.join('') };
}

/** `src/index.ts`: everything by name. */
export function indexFile(representation: Representation, inputs: ServerInputs): GeneratedFile {
  const { handlers, descriptor, plugin } = packageNames(representation, inputs);
  const factories = representation.errors.map(({ code }) => factoryName(code, representation));
  const text = [
    `${header(representation, inputs)}\n`,
    namedLine('export', [...descriptionConstants(inputs), 'descriptions'].toSorted(byText), `'./descriptions.ts'`),
    namedLine('export', [descriptor], `'./descriptor.ts'`),
    factories.length === 0 ? '' : namedLine('export', factories, `'./errors.ts'`),
    namedLine('export type', [handlers, ...typeNames(representation)], `'./handlers.ts'`),
    namedLine('export', [plugin], `'./plugin.ts'`),
  ];
  return { path: 'src/index.ts', text: text.join('') };
}

function typeNames({ operations, streams, sockets }: Representation): readonly string[] {
  return [
    ...operations.flatMap(({ name, responses }) =>
      named(name, responses.length === 1 && responses[0]?.headers.length === 0 ? ['Request'] : ['Request', 'Result']),
    ),
    ...streams.flatMap(({ name }) => named(name, ['Event', 'Handler', 'Request'])),
    ...sockets.flatMap(({ name }) => named(name, ['Connection', 'Handler', 'Message', 'Request', 'Socket'])),
  ];
}

function named(name: string, suffixes: readonly string[]): readonly string[] {
  return suffixes.map((suffix) => `${pascal(name)}${suffix}`);
}

function byText(left: string, right: string): number {
  return left < right ? -1 : left > right ? 1 : 0;
}
