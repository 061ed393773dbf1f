import type { Units } from '../records/open-bytes.ts';

/** A tag of an XML, found without reading the document. */
export interface Tag {
  readonly kind: 'start' | 'end' | 'empty';
  /** Of its `<`, and behind its `>`. */
  readonly from: number;
  readonly to: number;
}

const [lt, gt, slash, bang, question, quote, apostrophe] = [...'<>/!?"\''].map((one) => one.charCodeAt(0));

/** Finds tags, one after the other; comments, CDATA sections and processing instructions are passed over. */
export class TagScanner {
  readonly #units: Units;
  #at = 0;

  constructor(units: Units) {
    this.#units = units;
  }

  /** Undefined at the end, in a tag or section that has none, and at a document type declaration. */
  next(): Tag | undefined {
    for (;;) {
      const from = this.#units.indexOf(lt ?? 0, this.#at);
      if (from === -1) return undefined;
      const second = this.#units[from + 1];
      if (second === question) this.#at = this.#behind('?>', from);
      else if (second === bang) this.#at = this.#section(from);
      else return this.#tag(from, second === slash);
      if (this.#at === -1) return undefined;
    }
  }

  #section(from: number): number {
    if (this.#has('<!--', from)) return this.#behind('-->', from + 4);
    return this.#has('<![CDATA[', from) ? this.#behind(']]>', from) : -1;
  }

  #tag(from: number, isEnd: boolean): Tag | undefined {
    const units = this.#units;
    let open = 0;
    for (let at = from + 1; at < units.length; at += 1) {
      const unit = units[at] ?? 0;
      if (open !== 0) open = unit === open ? 0 : open;
      else if (unit === quote || unit === apostrophe) open = unit;
      else if (unit === gt) {
        this.#at = at + 1;
        return { kind: isEnd ? 'end' : units[at - 1] === slash ? 'empty' : 'start', from, to: at + 1 };
      }
    }
    return undefined;
  }

  /** Offset behind the next such text; -1 where there is none. */
  #behind(text: string, from: number): number {
    const first = text.charCodeAt(0);
    for (let at = this.#units.indexOf(first, from); at !== -1; at = this.#units.indexOf(first, at + 1))
      if (this.#has(text, at)) return at + text.length;
    return -1;
  }

  #has(text: string, at: number): boolean {
    for (let n = 0; n < text.length; n += 1) if (this.#units[at + n] !== text.charCodeAt(n)) return false;
    return true;
  }
}
