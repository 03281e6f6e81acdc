/** Matches the path of a request target; null when it does not fit. Values are percent-decoded. */
export type PathMatcher = (target: string) => Readonly<Record<string, string>> | null;

/** A template such as `/orders/{orderId}/items`: a parameter is one whole, non-empty segment. */
export function compilePath(template: string): PathMatcher {
  const expected = template.split('/').map((segment) => /^\{([^{}]+)\}$/.exec(segment)?.[1] ?? { literal: segment });
  return (target) => {
    const segments = (target.split('?', 1)[0] ?? '').split('/');
    if (segments.length !== expected.length) return null;
    const values: Record<string, string> = Object.create(null) as Record<string, string>;
    for (const [index, part] of expected.entries()) {
      const text = decode(segments[index] ?? '');
      if (text === null) return null;
      if (typeof part === 'object') {
        if (text !== part.literal) return null;
      } else {
        if (text === '') return null;
        values[part] = text;
      }
    }
    return values;
  };
}

function decode(segment: string): string | null {
  try {
    return decodeURIComponent(segment);
  } catch {
    return null;
  }
}
