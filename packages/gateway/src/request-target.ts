/** The parts of a request that an absolute-form target speaks about; changed in place. */
interface Addressed {
  url?: string | undefined;
  readonly rawHeaders: string[];
}

const ABSOLUTE = /^https?:\/\/([^/?#]*)([/?][^#]*)?$/i;

/** Authority and path of an absolute-form target (RFC 9112 section 3.2.2), or undefined for any other. */
function parseAbsoluteTarget(target: string): { readonly authority: string; readonly path: string } | undefined {
  if (target.startsWith('/')) return undefined;
  const [, authority, rest = ''] = ABSOLUTE.exec(target) ?? [];
  if (authority === undefined || authority === '') return undefined;
  return { authority, path: rest.startsWith('/') ? rest : `/${rest}` };
}

/** What a target asks for: an absolute-form one's path, any other as it is. */
export function pathOfTarget(target: string): string {
  return parseAbsoluteTarget(target)?.path ?? target;
}

/**
 * Turns an absolute-form target, which every server must accept, into the path that it means, and its authority into the request's Host,
 * which it replaces (RFC 9112 section 3.2.2): so that what decides about Host decides about the address that was asked for.
 * A request without Host keeps none, and one with several keeps them; both are refused for that.
 */
export function resolveAbsoluteTarget(request: Addressed): void {
  const { url, rawHeaders } = request;
  const absolute = url === undefined ? undefined : parseAbsoluteTarget(url);
  if (absolute === undefined) return;
  for (let index = 0; index + 1 < rawHeaders.length; index += 2) {
    if (rawHeaders[index]?.toLowerCase() === 'host') rawHeaders[index + 1] = absolute.authority;
  }
  request.url = absolute.path;
}
