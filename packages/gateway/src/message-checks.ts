import { headerValues } from './headers.ts';
import type { ProtocolFault } from './protocol-answers.ts';

/** The head of a request, as any HTTP/1.1 server has it. */
export interface MessageHead {
  readonly method?: string | undefined;
  readonly httpVersion: string;
  readonly rawHeaders: readonly string[];
}

/** Methods of RFC 9110 section 9.3 and RFC 5789 that an address may have or not have (405); all others are unknown here (501). */
const METHODS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'OPTIONS', 'PATCH', 'TRACE']);

/**
 * What HTTP itself asks of every request, whoever answers it: a version (RFC 9110 section 15.6.6), a framing that everybody reads alike
 * (RFC 9112 section 6.1), one Host (section 3.2), a known method, an expectation that can be met (RFC 9110 section 10.1.1). The parser
 * has done the rest.
 */
export function checkMessage({ method, httpVersion, rawHeaders }: MessageHead): ProtocolFault | null {
  const current = httpVersion === '1.1';
  if (!current && httpVersion !== '1.0') return 'version';
  const codings = listOf(rawHeaders, 'transfer-encoding');
  // A sender of HTTP/1.0 cannot have meant it: whoever stands between reads another body.
  if (codings.length > 0 && !current) return 'malformed';
  if (codings.some((coding) => coding !== 'chunked')) return 'transferCoding';
  if (codings.length > 1) return 'malformed';
  const hosts = headerValues(rawHeaders, 'host').length;
  if (hosts > 1 || (current && hosts === 0)) return 'host';
  if (!METHODS.has(method ?? '')) return 'method';
  if (current && listOf(rawHeaders, 'expect').some((expectation) => expectation !== '100-continue')) return 'expectation';
  return null;
}

function listOf(rawHeaders: readonly string[], name: string): string[] {
  return headerValues(rawHeaders, name).flatMap((value) => value.split(',').map((part) => part.trim().toLowerCase()));
}
