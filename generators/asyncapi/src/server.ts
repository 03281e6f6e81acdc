import type { Representation } from '@tidemark/model';
import { type JsonObject, present } from '@tidemark/schema';

/** A Server Object: `https` becomes `wss`, `http` becomes `ws`, a path prefix becomes `pathname`. */
export function serverObject(server: Representation['servers'][number]): JsonObject {
  const { protocol, host, pathname } = new URL(server.url);
  const prefix = pathname.replace(/\/+$/, '');
  return present({
    host,
    protocol: protocol === 'https:' ? 'wss' : 'ws',
    pathname: prefix === '' ? undefined : prefix,
    description: server.description,
  });
}
