import { closeSync, fstatSync, openSync, readFileSync, readSync } from 'node:fs';
import { walFrames } from './wal-frames.ts';

/** What is known of a file from outside of it, for the case that its first page cannot be read. */
export interface FileFacts {
  readonly pageSize: number;
  /** `PRAGMA user_version` (sql/journal-version.ts). */
  readonly version: number;
  /** The first page of each table. */
  readonly roots: Readonly<Record<string, number>>;
}

/** Parents of many pages stand on one. */
const keptPages = 1000;

const magic = 'SQLite format 3\0';

/**
 * The pages of an SQLite file together with its log, read without SQLite, which gives up at the first page that is damaged
 * (https://sqlite.org/fileformat2.html). Nobody may write the file meanwhile.
 */
export class PageFile {
  readonly pageSize: number;
  /** Bytes of a page that hold content. */
  readonly usable: number;
  readonly version: number;
  /** Does it hold a map of each page's parent? */
  readonly hasMap: boolean;
  /** Pages, the first has the number 1. */
  readonly count: number;
  readonly #file: number;
  readonly #log: Buffer;
  /** Where the newest text of a page stands in the log. */
  readonly #inLog: ReadonlyMap<number, number>;
  /** The pages that were read last. */
  readonly #kept = new Map<number, Buffer>();

  /** Throws when its first page cannot be read and nothing else is known of it. */
  constructor(path: string, facts?: Partial<FileFacts>) {
    this.#file = openSync(path, 'r');
    this.#log = readLog(`${path}-wal`);
    const { pages, size } = walFrames(this.#log);
    this.#inLog = pages;
    const head = this.#head(facts);
    this.pageSize = head.pageSize;
    this.usable = head.pageSize - head.reserved;
    this.version = head.version;
    this.hasMap = head.hasMap;
    const inFile = Math.floor(fstatSync(this.#file).size / this.pageSize);
    this.count = size ?? (head.count > 0 ? Math.min(head.count, inFile) : inFile);
  }

  page(number: number): Buffer {
    const inLog = this.#inLog.get(number);
    if (inLog !== undefined) return this.#log.subarray(inLog, inLog + this.pageSize);
    return this.#kept.get(number) ?? this.#read(number);
  }

  #read(number: number): Buffer {
    const bytes = Buffer.alloc(this.pageSize);
    readSync(this.#file, bytes, 0, this.pageSize, (number - 1) * this.pageSize);
    if (this.#kept.size >= keptPages) this.#kept.clear();
    this.#kept.set(number, bytes);
    return bytes;
  }

  close(): void {
    closeSync(this.#file);
  }

  #head(facts: Partial<FileFacts> | undefined) {
    const inLog = this.#inLog.get(1);
    const bytes = inLog === undefined ? this.#first() : this.#log.subarray(inLog, inLog + 100);
    if (bytes.toString('latin1', 0, 16) === magic) return headOf(bytes);
    const { pageSize, version } = facts ?? {};
    if (pageSize === undefined || version === undefined) {
      this.close();
      throw new Error('Its first page cannot be read, and nothing beside it says how it is made up.');
    }
    return { pageSize, version, reserved: 0, count: 0, hasMap: true };
  }

  #first(): Buffer {
    const bytes = Buffer.alloc(100);
    readSync(this.#file, bytes, 0, 100, 0);
    return bytes;
  }
}

const headOf = (bytes: Buffer) => ({
  pageSize: bytes.readUInt16BE(16) === 1 ? 65_536 : bytes.readUInt16BE(16),
  reserved: bytes[20] ?? 0,
  count: bytes.readUInt32BE(28),
  version: bytes.readUInt32BE(60),
  hasMap: bytes.readUInt32BE(52) > 0,
});

function readLog(path: string): Buffer {
  try {
    return readFileSync(path);
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return Buffer.alloc(0);
    throw error;
  }
}
