import type { Access, SecurityScheme } from '@tidemark/model';
import { type JsonObject, nonEmptyObject, present } from '@tidemark/schema';

/** A Security Scheme Object. Scopes of a bearer scheme have no field of their own: OpenAPI takes them as role names in requirements. */
export function securityScheme(scheme: SecurityScheme): JsonObject {
  const { description } = scheme;
  if (scheme.kind === 'api-key') return { type: 'apiKey', description, name: scheme.header, in: 'header' };
  const scopes = Object.fromEntries(scheme.scopes.map((scope) => [scope.name, scope.description]));
  return present({ type: 'http', description, scheme: 'bearer', bearerFormat: scheme.format, 'x-tidemark-scopes': nonEmptyObject(scopes) });
}

/** Alternatives; the empty list states that an operation is public. */
export function securityRequirements(access: Access): readonly JsonObject[] {
  return access.map(({ scheme, scopes }) => ({ [scheme]: scopes }));
}
