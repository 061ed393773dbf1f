import { sha256 } from '../../text/sha256.ts';
import { decodeSavedText } from '../../text/text-file.ts';
import { type CheckedRows, checkRows } from './check-table-rows.ts';
import { CsvRows } from './csv-rows.ts';

/** What a table's file holds: cut into rows at once, checked when a mapping first looks something up in it. */
export class TableContent {
  readonly rows: CsvRows;
  #checked: CheckedRows | undefined;

  constructor(bytes: Uint8Array) {
    this.rows = new CsvRows(decodeSavedText(bytes));
  }

  get checked(): CheckedRows {
    this.#checked ??= checkRows(this.rows);
    return this.#checked;
  }
}

/** Characters of the files that are kept: with what is known of their rows about 64 MB. */
const mostCharacters = 32_000_000;

/** Files of tables as they were read last, by their bytes, for whoever reads them again and again. The newest is kept, however large. */
export class TableContents {
  readonly #known = new Map<string, TableContent>();
  readonly #hashes = new WeakMap<Uint8Array, string>();

  /** Nobody changes the bytes afterwards. */
  read(bytes: Uint8Array): TableContent {
    const key = this.#hashes.get(bytes) ?? sha256(bytes);
    this.#hashes.set(bytes, key);
    const content = this.#known.get(key) ?? new TableContent(bytes);
    this.#known.delete(key);
    this.#known.set(key, content);
    this.#forgetOldest();
    return content;
  }

  #forgetOldest(): void {
    let held = [...this.#known.values()].reduce((sum, { rows }) => sum + rows.text.length, 0);
    for (const [key, { rows }] of this.#known) {
      if (held <= mostCharacters || this.#known.size === 1) return;
      this.#known.delete(key);
      held -= rows.text.length;
    }
  }
}
