import type { RowPosition, Units } from './open-bytes.ts';

const lf = 10;
const cr = 13;
const blank = 32;

/**
 * The records of a file, one at a time: each a line (LF, CRLF or CR), or so many units. Records of blanks alone are left out. What
 * stands in them is nobody's business here.
 */
export class RecordScanner {
  /** Of the record, in units; `stop` is where its text ends, `end` where the next record begins. */
  start = 0;
  stop = 0;
  end: number;
  /** 1-based. */
  line: number;
  record: number;
  readonly #units: Units;
  /** Undefined: a record is a line. */
  readonly #length: number | undefined;
  #nextLine: number;
  #nextCr = -1;
  #nextLf = -1;

  constructor(units: Units, length: number | undefined, { offset = 0, line, row }: RowPosition) {
    this.#units = units;
    this.#length = length;
    this.end = offset;
    this.line = line;
    this.#nextLine = line;
    this.record = row - 1;
  }

  next(): boolean {
    while (this.end < this.#units.length) {
      this.start = this.end;
      this.line = this.#nextLine;
      this.record += 1;
      if (this.#length === undefined) this.#toLineEnd();
      else this.#toLength(this.#length);
      if (!this.#isBlank()) return true;
    }
    return false;
  }

  #toLineEnd(): void {
    if (this.#nextLf < this.start) this.#nextLf = this.#find(lf);
    if (this.#nextCr < this.start) this.#nextCr = this.#find(cr);
    this.stop = Math.min(this.#nextLf, this.#nextCr);
    const isCrLf = this.#nextCr + 1 === this.#nextLf;
    this.end = Math.min(this.#units.length, this.stop + (isCrLf && this.stop === this.#nextCr ? 2 : 1));
    this.#nextLine += 1;
  }

  /** From the record on; the end where there is none. */
  #find(unit: number): number {
    const found = this.#units.indexOf(unit, this.start);
    return found === -1 ? this.#units.length : found;
  }

  /** What is left behind the last record is a line break mostly. */
  #toLength(length: number): void {
    this.end = Math.min(this.#units.length, this.start + length);
    this.stop = this.end;
    if (this.end === this.#units.length)
      while (this.stop > this.start && [lf, cr].includes(this.#units[this.stop - 1] ?? 0)) this.stop -= 1;
  }

  #isBlank(): boolean {
    for (let at = this.start; at < this.stop; at += 1) if (this.#units[at] !== blank) return false;
    return true;
  }
}

/** Counts the characters before a byte of UTF-8, each byte looked at once where the places that are asked for rise. */
export class CharacterCount {
  readonly #byteAt: (at: number) => number;
  #at = 0;
  #count = 0;

  constructor(byteAt: (at: number) => number) {
    this.#byteAt = byteAt;
  }

  count(at: number): number {
    if (at < this.#at) [this.#at, this.#count] = [0, 0];
    for (; this.#at < at; this.#at += 1) if ((this.#byteAt(this.#at) & 0xc0) !== 0x80) this.#count += 1;
    return this.#count;
  }
}

/** A text as units, one of each character. */
export function encodeUnits(text: string): Units {
  const units = new Uint16Array(text.length);
  for (let at = 0; at < text.length; at += 1) units[at] = text.charCodeAt(at);
  return units;
}
