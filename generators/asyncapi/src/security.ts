import type { Access, SecurityScheme } from '@tidemark/model';
import { type JsonObject, nonEmptyObject, present, reference } from '@tidemark/schema';

/** A Security Scheme Object: a bearer token is `http`, and a key in a header `httpApiKey` (`apiKey` means something else here). */
export function securityScheme(scheme: SecurityScheme): JsonObject {
  const { description } = scheme;
  if (scheme.kind === 'api-key') return { type: 'httpApiKey', description, name: scheme.header, in: 'header' };
  const scopes = Object.fromEntries(scheme.scopes.map((scope) => [scope.name, scope.description]));
  return present({ type: 'http', description, scheme: 'bearer', bearerFormat: scheme.format, 'x-tidemark-scopes': nonEmptyObject(scopes) });
}

/** Alternatives, as references; empty for a public socket. Scopes stand in the channel: `http` has no field for them. */
export function securityReferences(access: Access): readonly JsonObject[] {
  const schemes = [...new Set(access.map(({ scheme }) => scheme))];
  return schemes.map((scheme) => reference('components', 'securitySchemes', scheme));
}
