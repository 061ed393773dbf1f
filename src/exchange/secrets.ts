/** How many secrets are remembered beside the credentials: the last few pairs of tokens. */
const remembered = 12;

/** Shorter texts stand in every other word; taking them out would tell more than it hides. */
const shortest = 4;

/** Knows what must never be seen, and takes it out of whatever the exchange says before that is kept or logged. */
export class Secrets {
  readonly #fixed: string[];
  #tokens: string[] = [];

  constructor(...fixed: string[]) {
    this.#fixed = fixed.filter((secret) => secret.length >= shortest).map(asBytes);
  }

  add(token: string): void {
    const secret = asBytes(token);
    if (secret === '' || this.#tokens.includes(secret)) return;
    this.#tokens = [...this.#tokens, secret].slice(-remembered);
  }

  /** The same bytes with every secret as `[redacted]`; works on bytes, so any encoding survives. */
  redact(bytes: Uint8Array): Uint8Array {
    const text = Buffer.from(bytes).toString('latin1');
    const clean = [...this.#tokens, ...this.#fixed]
      .sort((a, b) => b.length - a.length)
      .reduce((rest, secret) => rest.replaceAll(secret, '[redacted]'), text);
    return clean === text ? bytes : Buffer.from(clean, 'latin1');
  }
}

/** A text's UTF-8 bytes, one character a byte. */
const asBytes = (text: string): string => Buffer.from(text, 'utf8').toString('latin1');
