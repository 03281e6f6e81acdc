/** A secret within one direction of a connection; offsets count from the direction's first byte. */
export interface SecretHit {
  readonly start: number;
  readonly end: number;
  readonly secret: string;
}

interface Form {
  readonly bytes: Buffer;
  readonly secret: string;
}

/** The forms in which a secret may stand in a conversation: as it is, within JSON, within a URL, and in base64. */
export function secretForms(secret: string): string[] {
  const forms = [secret, JSON.stringify(secret).slice(1, -1), encodeURIComponent(secret), Buffer.from(secret).toString('base64')];
  return [...new Set(forms)].filter((form) => form !== '');
}

/**
 * Finds secrets in bytes that come in pieces, also where one lies across two. `settled` says up to where everything is known: behind it may
 * be the beginning of a secret.
 */
export class SecretFinder {
  readonly hits: SecretHit[] = [];
  readonly #forms: readonly Form[];
  readonly #firstBytes: ReadonlySet<number>;
  #held: Buffer = Buffer.alloc(0);
  #settled = 0;

  constructor(secrets: readonly string[]) {
    this.#forms = secrets
      .flatMap((secret) => secretForms(secret).map((form) => ({ bytes: Buffer.from(form), secret })))
      .toSorted((a, b) => b.bytes.length - a.bytes.length);
    this.#firstBytes = new Set(this.#forms.flatMap(({ bytes }) => bytes[0] ?? []));
  }

  get settled(): number {
    return this.#settled;
  }

  push(bytes: Uint8Array): void {
    this.#held = Buffer.concat([this.#held, bytes]);
    this.#scan(false);
  }

  /** There will be no more: what looks like a beginning is none. */
  finish(): void {
    this.#scan(true);
  }

  #scan(last: boolean): void {
    let at = 0;
    while (at < this.#held.length) {
      if (!this.#firstBytes.has(this.#held[at] ?? 0)) {
        at += 1;
        continue;
      }
      const rest = this.#held.subarray(at);
      if (!last && this.#forms.some(({ bytes }) => bytes.length > rest.length && bytes.subarray(0, rest.length).equals(rest))) break;
      const form = this.#forms.find(({ bytes }) => rest.length >= bytes.length && rest.subarray(0, bytes.length).equals(bytes));
      if (form === undefined) {
        at += 1;
      } else {
        const start = this.#settled + at;
        at += form.bytes.length;
        this.hits.push({ start, end: this.#settled + at, secret: form.secret });
      }
    }
    this.#settled += at;
    this.#held = this.#held.subarray(at);
  }
}
