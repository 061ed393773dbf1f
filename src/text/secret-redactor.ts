/** How many secrets are remembered beside the credentials: the last few pairs of tokens. */
const mostTokens = 12;

/** Shorter texts stand in every other word; taking them out would tell more than it hides. */
const shortest = 4;

/** Shorter pieces of base64 are left: eight letters are six bytes. */
const shortestBase64 = 8;

/** Shorter pieces of hex are left, for the same reason. */
const shortestHex = 12;

/**
 * Knows what must never be seen, and takes it out of whatever a server says before that is kept or logged: as it is, and as a
 * server may say it back (in JSON, XML, an address, hex, base64 with anything around it, over several lines).
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
    const forms = [...this.#tokens.flatMap((token) => token.forms), ...this.#fixed].sort(
      (a, b) => b.length - a.length,
    );
    const plain = forms.reduce((rest, form) => rest.replaceAll(form, redacted), text);
    const clean = redactFolded(plain, forms);
    return clean === text ? bytes : Buffer.from(clean, 'latin1');
  }

  /** The same for a text of a server. */
  redactText(text: string): string {
    return Buffer.from(this.redact(Buffer.from(text, 'utf8'))).toString('utf8');
  }
}

const redacted = '[redacted]';

/** Stands for a character of a secret until it is taken out: no text of bytes holds it. */
const mark = '\ue000';
const marks = /\ue000+/g;

/** Where a long line was broken: by its ends, or by what JSON, mails, addresses and XML write for them. */
const folds = /(?:=?\r\n?|=?\n|\\r\\n|\\[rn]|%0[dD]|%0[aA]|&#(?:10|13|x0?[aAdD]);)+[ \t]*/g;

/** A stretch of a text, without what breaks its lines. */
interface UnbrokenPiece {
  readonly text: string;
  /** Where it begins in the text. */
  readonly start: number;
  /** Where it begins among the pieces put together. */
  readonly at: number;
}

/** Forms that stand over several lines, as base64 does. */
function redactFolded(text: string, forms: readonly string[]): string {
  const pieces = listUnbroken(text);
  if (pieces.length === 1) return text;
  const whole = pieces.map((piece) => piece.text).join('');
  const marked = forms.reduce((rest, form) => rest.replaceAll(form, mark.repeat(form.length)), whole);
  if (marked === whole) return text;
  let clean = '';
  let end = 0;
  for (const [n, { text: own, start, at }] of pieces.entries()) {
    const piece = marked.slice(at, at + own.length).replace(marks, redacted);
    const isCut = n > 0 && clean.endsWith(redacted) && piece.startsWith(redacted);
    clean += isCut ? piece.slice(redacted.length) : text.slice(end, start) + piece;
    end = start + own.length;
  }
  return clean + text.slice(end);
}

function listUnbroken(text: string): readonly UnbrokenPiece[] {
  const pieces: UnbrokenPiece[] = [];
  let [start, at] = [0, 0];
  for (const { index, 0: fold } of [...text.matchAll(folds), { index: text.length, 0: '' }]) {
    pieces.push({ text: text.slice(start, index), start, at });
    at += index - start;
    start = index + fold.length;
  }
  return pieces;
}

/** How a text may be written, one character a byte. */
function formsOf(secret: string): readonly string[] {
  const forms = [
    secret,
    ...inJson(secret),
    ...inXml(secret),
    ...inAddress(secret),
    ...inHex(secret),
    ...base64Of(Buffer.from(secret, 'utf8')).flatMap((piece) => [
      piece,
      piece.replaceAll('/', '\\/'),
      ...inAddress(piece),
    ]),
  ];
  return [...new Set([...forms.map(asBytes), ...inOtherEncodings(secret)])].filter((form) => form !== '');
}

/** As a server writes it that knows no UTF-8, and one that writes two bytes a character, the higher one first or last. */
const inOtherEncodings = (text: string): readonly string[] => [
  /^[\0-\xff]*$/.test(text) ? text : '',
  Buffer.from(text, 'utf16le').toString('latin1').replace(/\0$/, ''),
];

/** As a dump of bytes has it. */
function inHex(text: string): readonly string[] {
  const hex = Buffer.from(text, 'utf8').toString('hex');
  return hex.length < shortestHex ? [] : [hex, hex.toUpperCase()];
}

/** Servers differ in what they escape: what has to be, slashes, what is not ASCII, or what HTML gives a meaning. */
function inJson(text: string): readonly string[] {
  const json = JSON.stringify(text).slice(1, -1);
  const escaped = (some: RegExp): string =>
    json.replace(some, (c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, '0')}`);
  const all = text.replace(/./gs, (c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, '0')}`);
  const twice = JSON.stringify(json).slice(1, -1);
  const forms = [json, escaped(/[^ -~]/g), escaped(/[^ -~]|[&<>'+]/g), all, twice];
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
  text.replace(/[&<>"']|[^ -~]/gu, (c) => `&#${c.codePointAt(0)};`),
  text.replace(/[&<>"']|[^ -~]/gu, (c) => `&#x${c.codePointAt(0)?.toString(16)};`),
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
    Buffer.from(text, 'utf8')
      .toString('hex')
      .replace(/../g, (code) => `%${code.toUpperCase()}`),
    encodeURIComponent(few),
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
