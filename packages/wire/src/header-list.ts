const token = "[!#$%&'*+.^_`|~0-9A-Za-z-]+";
const tokenPattern = new RegExp(`^${token}$`);
const protocolPattern = new RegExp(`^${token}(?:/${token})?$`);

export function isToken(text: string): boolean {
  return tokenPattern.test(text);
}

/** Values by lower-case name, each in the order in which it was sent; undefined for a malformed list. */
export function groupHeaders(rawHeaders: readonly string[]): ReadonlyMap<string, readonly string[]> | undefined {
  if (rawHeaders.length % 2 !== 0) return undefined;
  const groups = new Map<string, string[]>();
  for (let i = 0; i < rawHeaders.length; i += 2) {
    const name = (rawHeaders[i] as string).toLowerCase();
    const value = (rawHeaders[i + 1] as string).replace(/^[ \t]+|[ \t]+$/g, '');
    if (!isToken(name)) return undefined;
    const values = groups.get(name);
    if (values === undefined) groups.set(name, [value]);
    else values.push(value);
  }
  return groups;
}

/** Members of a `#token` list spread over any number of field lines (RFC 9110 5.6.1: empty members are skipped); undefined where a member is no token, or, with `versions`, no `name/version`. */
export function parseTokens(values: readonly string[], versions = false): readonly string[] | undefined {
  const members = values
    .flatMap((value) => value.split(','))
    .map((member) => member.replace(/^[ \t]+|[ \t]+$/g, ''))
    .filter((member) => member !== '');
  const pattern = versions ? protocolPattern : tokenPattern;
  return members.every((member) => pattern.test(member)) ? members : undefined;
}
