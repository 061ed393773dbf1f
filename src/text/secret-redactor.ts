/** How many secrets are remembered beside the credentials: the last few pairs of tokens. */
const mostTokens = 12;

/** Shorter texts stand in every other word; taking them out would tell more than it hides. */
const shortest = 4;

/** Shorter pieces of base64 are left: eight letters are six bytes. */
const shortestBase64 = 8;

/**
 * Knows what must never be seen, and takes it out of whatever the exchange says before that is kept or logged: as it is, and as a
 * server may say it back (in JSON, XML, an address, base64 with anything around it).
 */
export class SecretRedactor {
  readonly #fixed: readonly string[];
  #tokens: readonly { readonly secret: string; readonly forms: readonly string[] }[] = [];

  constructor(...fixed: string[]) {
    this.#fixed = fixed.filter((secret) => secret.length >= shortest).flatMap(formsOf);
  }

  add(secret: string): void {
    if (secret === '' || this.#tokens.some((token) => token.secret === secret)) return;
    this.#tokens = [...this.#tokens, { secret, forms: formsOf(secret) }].slice(-mostTokens);
  }

  /** The same bytes with every secret as `[redacted]`; works on bytes, so any encoding survives. */
  redact(bytes: Uint8Array): Uint8Array {
    const text = Buffer.from(bytes).toString('latin1');
    const clean = [...this.#tokens.flatMap(({ forms }) => forms), ...this.#fixed]
      .sort((a, b) => b.length - a.length)
      .reduce((rest, form) => rest.replaceAll(form, '[redacted]'), text);
    return clean === text ? bytes : Buffer.from(clean, 'latin1');
  }
}

/** How a text may be written, one character a byte. */
function formsOf(secret: string): readonly string[] {
  const forms = [
    secret,
    ...inJson(secret),
    ...inXml(secret),
    ...inAddress(secret),
    ...base64Of(Buffer.from(secret, 'utf8')).flatMap((piece) => [
      piece,
      piece.replaceAll('/', '\\/'),
      ...inAddress(piece),
    ]),
  ];
  return [...new Set(forms.map(asBytes))];
}

/** Servers differ in what they escape: what has to be, slashes, what is not ASCII, or what HTML gives a meaning. */
function inJson(text: string): readonly string[] {
  const json = JSON.stringify(text).slice(1, -1);
  const escaped = (some: RegExp): string =>
    json.replace(some, (c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, '0')}`);
  const forms = [json, escaped(/[^ -~]/g), escaped(/[^ -~]|[&<>'+]/g)];
  return [
    ...forms,
    ...forms.map((form) => form.replaceAll('/', '\\/')),
    ...forms.map((form) => form.replace(/\\u..../g, (code) => `\\u${code.slice(2).toUpperCase()}`)),
  ];
}

/** With names, and with numbers. */
const inXml = (text: string): readonly string[] => [
  text.replace(/[&<>"']/g, (c) => `&${entities[c]};`),
  text.replace(/[&<>"']/g, (c) => (c === "'" ? '&#39;' : `&${entities[c]};`)),
  text.replace(/[&<>"']/g, (c) => `&#${c.charCodeAt(0)};`),
  text.replace(/[&<>"']/g, (c) => `&#x${c.charCodeAt(0).toString(16)};`),
];

/** With as little escaped as may be, with as much, and as a form is posted. */
function inAddress(text: string): readonly string[] {
  const few = encodeURIComponent(text);
  const much = few.replace(/[!'()*~._-]/g, (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`);
  const common = few.replace(/[!'()*]/g, (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`);
  const forms = [
    few,
    common,
    much,
    common.replaceAll('%20', '+'),
    common.replaceAll('~', '%7E').replaceAll('%20', '+'),
  ];
  return [...forms, ...forms.map((form) => form.replace(/%../g, (code) => code.toLowerCase()))];
}

const entities: Readonly<Record<string, string>> = {
  '&': 'amp',
  '<': 'lt',
  '>': 'gt',
  '"': 'quot',
  "'": 'apos',
};

/**
 * The letters that bytes come to inside of any longer base64: they begin at one of three places of a group, and letters that hold
 * bits of a neighbour are not theirs.
 */
function base64Of(bytes: Buffer): readonly string[] {
  const pieces = [0, 1, 2].map((before) => {
    const letters = Buffer.concat([Buffer.alloc(before), bytes]).toString('base64');
    return letters.slice(Math.ceil((before * 4) / 3), Math.floor(((before + bytes.length) * 4) / 3));
  });
  return pieces
    .flatMap((piece) => [piece, piece.replaceAll('+', '-').replaceAll('/', '_')])
    .filter(({ length }) => length >= shortestBase64);
}

/** A text's UTF-8 bytes, one character a byte. */
const asBytes = (text: string): string => Buffer.from(text, 'utf8').toString('latin1');
