import { stat } from 'node:fs/promises';
import { readText } from './text-file.ts';

/** Milliseconds after which it is read though it looks the same: a share may tell of a change late. */
const rereadAfter = 5000;

/** Milliseconds. A file that was changed less long ago may change again within one tick of its disk's clock. */
const restedAfter = 2000;

/** A text file that is asked for again and again: it is read when it looks other than it did, and now and then. */
export class WatchedText {
  readonly #path: string;
  readonly #readText: typeof readText;
  #last: { readonly stamp: string; readonly text: string; readonly at: number } | undefined;

  constructor(path: string, read = readText) {
    this.#path = path;
    this.#readText = read;
  }

  /** Rejects where it cannot be read. */
  async read(): Promise<string> {
    const { ino, size, mtimeNs, ctimeNs } = await stat(this.#path, { bigint: true });
    const [stamp, at] = [[ino, size, mtimeNs, ctimeNs].join(), performance.now()];
    if (this.#last?.stamp === stamp && at - this.#last.at < rereadAfter) return this.#last.text;
    const text = await this.#readText(this.#path);
    const isAtRest = Date.now() - Number(ctimeNs / 1_000_000n) > restedAfter;
    this.#last = isAtRest ? { stamp, text, at } : undefined;
    return text;
  }
}
