import { headerValues } from './headers.ts';

/**
 * Whether `Accept` admits a media type (RFC 9110 section 12.5.1): absent admits everything; the most specific range decides; `q=0` excludes.
 * A malformed range admits nothing.
 */
export function accepts(rawHeaders: readonly string[], mediaType: string): boolean {
  const values = headerValues(rawHeaders, 'accept');
  if (values.length === 0) return true;
  const [type] = mediaType.split('/');
  let best = -1;
  let admitted = false;
  for (const range of values.join(',').split(',')) {
    const [name = '', ...parameters] = range.split(';').map((part) => part.trim().toLowerCase());
    const specificity = name === mediaType ? 2 : name === `${type}/*` ? 1 : name === '*/*' ? 0 : -1;
    if (specificity <= best) continue;
    best = specificity;
    admitted = !parameters.some((parameter) => /^q\s*=\s*0(?:\.0{0,3})?$/.test(parameter));
  }
  return best >= 0 && admitted;
}

/** Whether a request's body is declared as JSON in UTF-8. */
export function isJsonContent(rawHeaders: readonly string[]): boolean {
  const values = headerValues(rawHeaders, 'content-type');
  if (values.length !== 1) return false;
  return /^application\/json\s*(?:;\s*charset\s*=\s*"?utf-8"?\s*)?$/i.test((values[0] ?? '').trim());
}
