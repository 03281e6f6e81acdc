import { type Message, type Representation, referencesOf, type Socket } from '@tidemark/model';
import {
  componentSchemas,
  errorsExtension,
  type JsonObject,
  limitsExtension,
  nonEmpty,
  nonEmptyObject,
  overviewText,
  paragraphs,
  present,
} from '@tidemark/schema';
import { channelObject, tagReference } from './channel.ts';
import { operationObjects } from './operations.ts';
import { securityScheme } from './security.ts';
import { serverObject } from './server.ts';

/**
 * The AsyncAPI 3.0.0 document of a contract's sockets, self-contained, with keys in the specification's order;
 * undefined when the contract has none (C2.5). `action` is the server's view, as the specification says: `receive` is what clients send (C2.2).
 */
export function asyncapiDocument(representation: Representation): JsonObject | undefined {
  const { sockets, servers } = representation;
  if (sockets.length === 0) return undefined;
  return present({
    asyncapi: '3.0.0',
    info: info(representation),
    servers: Object.fromEntries(servers.map((server) => [server.name, serverObject(server)])),
    defaultContentType: 'application/json',
    channels: Object.fromEntries(sockets.map((socket) => [socket.name, channelObject(socket, representation)])),
    operations: operationObjects(sockets),
    components: components(representation),
    'x-limits': nonEmptyObject(limitsExtension(representation.limits)),
    'x-tidemark-contract': { id: representation.id, major: representation.major },
    'x-tidemark-errors': nonEmptyObject(errorsExtension(representation.errors)),
  });
}

function info(representation: Representation): JsonObject {
  const { title, version, summary, license } = representation;
  return present({
    title,
    version,
    description: paragraphs(summary, overviewText(representation)),
    // AsyncAPI 3.0 has no field for the SPDX expression.
    license: { name: license.name, url: licenseUrl(license.identifier), 'x-identifier': license.identifier },
    tags: nonEmpty(usedTags(representation).map(({ name }) => tagReference(name))),
  });
}

/** The license's page at SPDX; the list of licenses for an expression or a license of one's own. */
function licenseUrl(identifier: string): string {
  const listed = /^[A-Za-z0-9.-]+$/.test(identifier) && !identifier.startsWith('LicenseRef-');
  return listed ? `https://spdx.org/licenses/${identifier}.html` : 'https://spdx.org/licenses/';
}

function components(representation: Representation): JsonObject {
  const { sockets, schemas, security } = representation;
  const used = sockets.flatMap(messages).map((message) => message.schema);
  const needed = security.filter(({ name }) => sockets.some((socket) => socket.access.some(({ scheme }) => scheme === name)));
  return present({
    schemas: componentSchemas(schemas, 'draft-07', [...used, ...sockets.flatMap(parameterSchemas)]),
    tags: nonEmptyObject(Object.fromEntries(usedTags(representation).map(({ name, description }) => [name, { name, description }]))),
    securitySchemes: nonEmptyObject(Object.fromEntries(needed.map((scheme) => [scheme.name, securityScheme(scheme)]))),
  });
}

function usedTags({ tags, sockets }: Representation): Representation['tags'] {
  return tags.filter((tag) => sockets.some((socket) => socket.tags.includes(tag.name)));
}

function messages(socket: Socket): readonly Message[] {
  return [...socket.client.messages, ...socket.server.messages];
}

function parameterSchemas(socket: Socket): readonly string[] {
  return socket.parameters.flatMap((parameter) => [...referencesOf(parameter.node)]);
}
