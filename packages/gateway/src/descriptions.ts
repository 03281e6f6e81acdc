import { createHash } from 'node:crypto';
import { authenticated } from './admission.ts';
import type { DescriptionDescriptor } from './descriptor.ts';
import { headerValues } from './headers.ts';
import type { HttpExchange } from './http-exchange.ts';
import type { EndpointRunner } from './operation-runner.ts';
import type { Service, ServiceOptions } from './service.ts';

export type DescriptionAccess = NonNullable<ServiceOptions<unknown>['descriptions']>;

/** Least authority by default: what needs a credential to use needs one to read about. */
export function descriptionAccess(service: Service, wanted: DescriptionAccess | undefined): DescriptionAccess {
  return wanted ?? (service.guarded ? 'authenticated' : 'public');
}

/** Whether this caller may see the service's bindings, digests and documents. Any credential that the service knows will do; scopes do not matter. */
export async function maySeeDescriptions(
  service: Service,
  access: DescriptionAccess,
  exchange: Pick<HttpExchange, 'request'>,
): Promise<boolean> {
  if (access !== 'authenticated') return access === 'public';
  return !('answer' in (await authenticated(service.runtime, readerOf(service), exchange)));
}

function readerOf(service: Service): Parameters<typeof authenticated>[1] {
  const access = service.runtime.descriptor.security.map(({ name }) => ({ scheme: name, scopes: [] }));
  return { name: 'descriptions', path: '', access, parameters: [] };
}

/** Serves one description document, byte for byte, with the entity tag of its bytes. */
export function createDescriptionRunner(service: Service, document: DescriptionDescriptor, access: DescriptionAccess): EndpointRunner {
  const body = Buffer.from(document.text);
  const tag = `"${createHash('sha256').update(body).digest('base64url')}"`;
  const { answers } = service.runtime;
  return async (exchange) => {
    if (exchange.request.method !== 'GET' && exchange.request.method !== 'HEAD') {
      exchange.respond(answers.fault('methodNotAllowed', { headers: [['allow', 'GET, HEAD']] }));
      return;
    }
    if (access === 'authenticated') {
      const caller = await authenticated(service.runtime, readerOf(service), exchange);
      if ('answer' in caller) {
        exchange.respond(caller.answer);
        return;
      }
    }
    const headers = [
      ['cache-control', access === 'public' ? 'no-cache' : 'private, no-cache'],
      ['etag', tag],
    ] as const;
    const known = headerValues(exchange.request.rawHeaders, 'if-none-match').some((value) =>
      value.split(',').some((each) => each.trim() === tag),
    );
    if (known) exchange.respond({ status: 304, headers });
    else exchange.respond({ status: 200, headers: [['content-type', document.mediaType], ...headers], body });
  };
}
