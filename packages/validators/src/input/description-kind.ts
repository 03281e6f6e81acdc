import { isObject, stringAt } from '../json.ts';

/** Specification family and the minor version whose rules apply. Patch releases clarify only. */
export type DescriptionKind =
  | { readonly family: 'openapi'; readonly version: string; readonly minor: '3.0' | '3.1' | '3.2' }
  | { readonly family: 'asyncapi'; readonly version: string; readonly minor: '2' | '3.0' | '3.1' };

const openapiVersion = /^(3\.[012])\.\d+(-[\w.-]+)?$/;
const asyncapiVersion = /^(2\.[0-6]|3\.0|3\.1)\.0$/;

/** The kind of a parsed document, or why it is none. */
export function descriptionKind(document: unknown): DescriptionKind | { readonly reason: string } {
  if (!isObject(document)) return { reason: 'the document is not an object' };
  const openapi = stringAt(document, 'openapi');
  if (openapi !== undefined) {
    const minor = openapiVersion.exec(openapi)?.[1] as '3.0' | '3.1' | '3.2' | undefined;
    return minor
      ? { family: 'openapi', version: openapi, minor }
      : { reason: `OpenAPI version "${openapi.slice(0, 40)}" is not supported` };
  }
  const asyncapi = stringAt(document, 'asyncapi');
  if (asyncapi !== undefined) {
    const minor = asyncapiVersion.exec(asyncapi)?.[1];
    if (minor === undefined) return { reason: `AsyncAPI version "${asyncapi.slice(0, 40)}" is not supported` };
    return { family: 'asyncapi', version: asyncapi, minor: minor === '3.0' || minor === '3.1' ? minor : '2' };
  }
  return { reason: Object.hasOwn(document, 'swagger') ? 'Swagger 2.0 is not supported' : 'there is no `openapi` or `asyncapi` field' };
}
