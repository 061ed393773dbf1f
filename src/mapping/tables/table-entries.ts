import type { CsvRows } from './csv-rows.ts';

export interface TableEntry {
  readonly value: string;
  readonly line: number;
  /** Where it stands, when that is not the table's own file. */
  readonly file?: string;
}

/** The entries of a table by key, in the order of its rows. */
export interface TableEntries extends Iterable<readonly [key: string, entry: TableEntry]> {
  /** Every value that some of them have; undefined where these are more than some hundreds. */
  readonly values: ReadonlySet<string> | undefined;
  get(key: string): TableEntry | undefined;
  has(key: string): boolean;
}

/** Different values of a table that are known as a whole. */
const mostValues = 500;

/**
 * Rows of a file by their keys: a hash table of row numbers, 16 MB for a million rows. A map of objects took 300 MB in each thread that had
 * the mapping loaded.
 */
export class RowEntries implements TableEntries {
  readonly #rows: CsvRows;
  /** Row numbers by the hash of their key; 0, which are the headings: nothing. */
  readonly #slots: Uint32Array;
  /** 1: the row is an entry. */
  readonly #isEntry: Uint8Array;
  #values: Set<string> | undefined = new Set();

  constructor(rows: CsvRows) {
    this.#rows = rows;
    this.#slots = new Uint32Array(2 ** Math.ceil(Math.log2(2 * rows.length + 2)));
    this.#isEntry = new Uint8Array(rows.length);
  }

  get values(): ReadonlySet<string> | undefined {
    return this.#values;
  }

  /** Undefined: the row has been added. Else the row that has this key already. */
  add(row: number, key: string, value: string): number | undefined {
    const slot = this.#slotOf(key);
    const known = this.#slots[slot];
    if (known) return known;
    this.#slots[slot] = row;
    this.#isEntry[row] = 1;
    if (this.#values?.add(value).size === mostValues) this.#values = undefined;
    return undefined;
  }

  get(key: string): TableEntry | undefined {
    const row = this.#slots[this.#slotOf(key)];
    return row ? this.#read(row)[1] : undefined;
  }

  has(key: string): boolean {
    return (this.#slots[this.#slotOf(key)] ?? 0) > 0;
  }

  *[Symbol.iterator](): Generator<readonly [string, TableEntry], void> {
    for (let row = 1; row < this.#rows.length; row += 1) if (this.#isEntry[row] === 1) yield this.#read(row);
  }

  #read(row: number): readonly [string, TableEntry] {
    const [key = '', value = ''] = this.#rows.trimmedCellsOf(row);
    return [key, { value, line: this.#rows.lineOf(row) }];
  }

  /** Where the key is, or would be: there are always free ones. */
  #slotOf(key: string): number {
    const mask = this.#slots.length - 1;
    for (let slot = hash(key) & mask; ; slot = (slot + 1) & mask) {
      const row = this.#slots[slot];
      if (!row || this.#read(row)[0] === key) return slot;
    }
  }
}

/** FNV-1a, with its high bits mixed into the low ones. */
function hash(key: string): number {
  let value = 0x811c9dc5;
  for (let at = 0; at < key.length; at += 1) value = Math.imul(value ^ key.charCodeAt(at), 0x01000193);
  return (value ^ (value >>> 15)) >>> 0;
}

/** Rows laid over others: an entry with the same key takes the place of the one beneath. */
export class LayeredEntries implements TableEntries {
  readonly #over: TableEntries;
  readonly #file: string;
  readonly #beneath: TableEntries;

  /** `file`: where those above stand. */
  constructor(over: TableEntries, file: string, beneath: TableEntries) {
    this.#over = over;
    this.#file = file;
    this.#beneath = beneath;
  }

  get values(): ReadonlySet<string> | undefined {
    const [own, theirs] = [this.#over.values, this.#beneath.values];
    return own && theirs && new Set([...own, ...theirs]);
  }

  get(key: string): TableEntry | undefined {
    const own = this.#over.get(key);
    return own ? { ...own, file: this.#file } : this.#beneath.get(key);
  }

  has(key: string): boolean {
    return this.#over.has(key) || this.#beneath.has(key);
  }

  *[Symbol.iterator](): Generator<readonly [string, TableEntry], void> {
    for (const [key, entry] of this.#beneath) {
      const own = this.#over.get(key);
      yield [key, own ? { ...own, file: this.#file } : entry];
    }
    for (const [key, entry] of this.#over)
      if (!this.#beneath.has(key)) yield [key, { ...entry, file: this.#file }];
  }
}
