import { createHmac } from 'node:crypto';

/**
 * Other letters and digits for those of a document: the same for the same word or number wherever it stands, as long as it was,
 * capitals and leading zeros at their places, and never those of another one. What is between words stays, so that a value that is put together of others is
 * put together of theirs.
 */
export class Pseudonyms {
  readonly #seed: string;
  readonly #apart: string;
  readonly #known = new Map<string, string>();
  /** What no word may become: another one's, or what stands in the documents. */
  readonly #taken = new Set<string>();
  /** What words have become. */
  readonly #given = new Set<string>();

  /**
   * `seed`: another one gives others; `texts`: the documents; `apart`: another one gives other short numbers, of which there are so few that
   * whoever knows some documents would soon know them all.
   */
  constructor(seed: string, texts: readonly string[], apart = '') {
    this.#seed = seed;
    this.#apart = apart;
    for (const text of texts) for (const word of listWords(text)) this.#taken.add(word);
  }

  /** `kept`: words, as `listWords` has them, that stay what they are. */
  pseudonymize(text: string, kept: ReadonlySet<string> = none): string {
    return text.replace(run, (word) => {
      const [, zeros = '', rest = ''] = /^(0*)(.*)$/su.exec(word) ?? [];
      const key = rest.toLowerCase();
      return rest === '' || kept.has(key) || schemes.has(key)
        ? word
        : zeros + copyCase(rest, this.#other(key));
    });
  }

  #other(key: string): string {
    const known = this.#known.get(key) ?? this.#make(key);
    this.#known.set(key, known);
    return known;
  }

  /** Of one digit there are nine others: then one that stands elsewhere in the documents must do. */
  #make(key: string): string {
    let made = key;
    for (let n = 0; n < most && (made === key || this.#taken.has(made)); n += 1) made = this.#draw(key, n);
    // then one that no other word has
    for (let n = 0; n < most && (made === key || this.#given.has(made)); n += 1) made = this.#draw(key, n);
    this.#taken.add(made);
    this.#given.add(made);
    return made;
  }

  #draw(key: string, n: number): string {
    const apart = this.#apart !== '' && /^\d{1,4}$/.test(key) ? `${this.#apart}/` : '';
    const bytes = createHmac('sha256', this.#seed).update(`${n}/${apart}${key}`).digest();
    // what is written in hexadecimal stays so
    const letters = /^((?=.*\d)[0-9a-f]+|[a-f]{4}|[a-f]{8}|[a-f]{12})$/.test(key) ? 6 : 26;
    const drawn = [...key].map((c, at) => drawCharacter(c, letters, at === 0, bytes[at % bytes.length] ?? 0));
    return withCheckDigit(key, drawn.join(''));
  }
}

/** A GLN, GTIN or SSCC that is right stays right, and one that is false stays false; without the zeros before it, too. */
function withCheckDigit(key: string, made: string): string {
  if (!/^\d{7,18}$/.test(key)) return made;
  const right = checkDigit(made.slice(0, -1));
  const isRight = checkDigit(key.slice(0, -1)) === Number(key.slice(-1));
  if (isRight) return `${made.slice(0, -1)}${right}`;
  return Number(made.slice(-1)) === right ? `${made.slice(0, -1)}${(right + 1) % 10}` : made;
}

/** Of GS1: from the right each other digit counts three times. */
function checkDigit(digits: string): number {
  const sum = [...digits].reverse().reduce((all, digit, n) => all + Number(digit) * (n % 2 === 0 ? 3 : 1), 0);
  return (10 - (sum % 10)) % 10;
}

const none: ReadonlySet<string> = new Set();

/** Of an address at which a document lies. */
const schemes: ReadonlySet<string> = new Set(['http', 'https', 'mailto', 'urn']);

/** Draws for one word. */
const most = 500;

const run = /[\p{L}\p{M}\p{N}]+/gu;

/** Words and numbers of a text, in small letters and without leading zeros. */
export const listWords = (text: string): readonly string[] =>
  [...text.matchAll(run)]
    .map(([word]) => word.replace(/^0+/, '').toLowerCase())
    .filter((word) => word !== '');

/** A number does not begin with a zero that it did not have. */
function drawCharacter(c: string, letters: number, first: boolean, byte: number): string {
  if (!/\p{N}/u.test(c)) return String.fromCharCode(97 + (byte % letters));
  return first ? `${1 + (byte % 9)}` : `${byte % 10}`;
}

function copyCase(word: string, made: string): string {
  const drawn = [...made];
  return [...word]
    .map((c, at) => (c === c.toLowerCase() ? (drawn[at] ?? '') : (drawn[at] ?? '').toUpperCase()))
    .join('');
}
