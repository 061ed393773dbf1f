import { createHmac } from 'node:crypto';

/**
 * Other letters and digits for those of a document: the same for the same word or number wherever it stands, as long as it was,
 * capitals and leading zeros at their places, and never those of another one. What is between words stays, so that a value that is put together of others is
 * put together of theirs.
 */
export class Pseudonyms {
  readonly #seed: string;
  readonly #known = new Map<string, string>();
  /** What no word may become: another one's, or what stands in the documents. */
  readonly #taken = new Set<string>();

  /** `seed`: another one gives others; `texts`: the documents. */
  constructor(seed: string, texts: readonly string[]) {
    this.#seed = seed;
    for (const text of texts) for (const word of wordsOf(text)) this.#taken.add(word);
  }

  /** `kept`: words, as `wordsOf` has them, that stay what they are. */
  of(text: string, kept: ReadonlySet<string> = none): string {
    return text.replace(run, (word) => {
      const [, zeros = '', rest = ''] = /^(0*)(.*)$/su.exec(word) ?? [];
      const key = rest.toLowerCase();
      return rest === '' || kept.has(key) || schemes.has(key) ? word : zeros + likeIn(rest, this.#other(key));
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
    this.#taken.add(made);
    return made;
  }

  #draw(key: string, n: number): string {
    const bytes = createHmac('sha256', this.#seed).update(`${n}/${key}`).digest();
    // what is written in hexadecimal stays so
    const letters = /^(?=.*\d)[0-9a-f]+$/.test(key) ? 6 : 26;
    const drawn = [...key].map((c, at) => other(c, letters, at === 0, bytes[at % bytes.length] ?? 0));
    return drawn.join('');
  }
}

const none: ReadonlySet<string> = new Set();

/** Of an address at which a document lies. */
const schemes: ReadonlySet<string> = new Set(['http', 'https', 'mailto', 'urn']);

/** Draws for one word. */
const most = 500;

const run = /[\p{L}\p{M}\p{N}]+/gu;

/** Words and numbers of a text, in small letters and without leading zeros. */
export const wordsOf = (text: string): readonly string[] =>
  [...text.matchAll(run)]
    .map(([word]) => word.replace(/^0+/, '').toLowerCase())
    .filter((word) => word !== '');

/** A number does not begin with a zero that it did not have. */
function other(c: string, letters: number, first: boolean, byte: number): string {
  if (!/\p{N}/u.test(c)) return String.fromCharCode(97 + (byte % letters));
  return first ? `${1 + (byte % 9)}` : `${byte % 10}`;
}

function likeIn(word: string, made: string): string {
  const drawn = [...made];
  return [...word]
    .map((c, at) => (c === c.toLowerCase() ? (drawn[at] ?? '') : (drawn[at] ?? '').toUpperCase()))
    .join('');
}
