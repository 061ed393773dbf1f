import { mkdtemp, readdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { removeFolder } from '../../../test/kit/remove-folder.ts';
import type { Journal } from '../../journal/journal.ts';
import { openSqliteJournal } from '../../journal/sqlite/open-sqlite.ts';
import type { Log } from '../../system/log.ts';
import type { FileStore } from '../file-store.ts';
import type { ClaimedFile, InboundFolder } from '../folder-types.ts';
import type { InboundFolderSettings } from '../inbound/inbound-parts.ts';
import { openInboundFolder } from '../inbound/watched-folder.ts';
import { localFileStore } from '../local/local-file-store.ts';
import { complete } from './complete.ts';
import { journalNamed } from './journal.ts';
import { oneByOne } from './one-by-one.ts';

let filesNow: FileStore = localFileStore;

/** Through which files folders are opened from now on, until the test ends. */
export function useFiles(files: FileStore): void {
  filesNow = files;
  onTestFinished(() => {
    filesNow = localFileStore;
  });
}

/** The files under test. */
export function filesInUse(): FileStore {
  return filesNow;
}

/** A temporary folder that goes away with the test. */
export async function temporaryFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'folders-'));
  onTestFinished(() => removeFolder(folder));
  return folder;
}

export interface LogLine {
  readonly level: string;
  readonly code: unknown;
  readonly text: string;
}

/** A log that keeps what it is told. */
export function recordingLog(): { readonly log: Log; readonly lines: LogLine[] } {
  const lines: LogLine[] = [];
  const keep = (level: string) => (fields: unknown, text?: string) => {
    const code = typeof fields === 'object' && fields !== null && 'code' in fields ? fields.code : undefined;
    lines.push({ level, code, text: text ?? String(fields) });
  };
  return {
    log: { debug: keep('debug'), info: keep('info'), warn: keep('warn'), error: keep('error') },
    lines,
  };
}

/** What a claimed file was when it was taken. */
export interface TakenFile {
  readonly file: ClaimedFile;
  readonly text: string;
}

/** A folder under watch; `until` awaits the n-th file taken. */
export class WatchedTestFolder {
  readonly taken: TakenFile[] = [];
  readonly lines: LogLine[];
  readonly path: string;
  /** Awaited before each file. */
  before = (): Promise<void> => Promise.resolve();
  /** Throws to refuse a file. */
  refuse: (file: ClaimedFile) => void = () => {};
  readonly folder: InboundFolder;
  readonly #journal: Journal | undefined;
  readonly #stopped = new AbortController();
  #running: Promise<void> = Promise.resolve();
  #waiting: { readonly count: number; readonly resolve: () => void }[] = [];

  constructor(path: string, folder: InboundFolder, lines: LogLine[], journal?: Journal) {
    this.#journal = journal;
    this.path = path;
    this.folder = folder;
    this.lines = lines;
  }

  start(): this {
    this.#running = this.folder.watch(
      oneByOne((file) => this.#take(file)),
      this.#stopped.signal,
    );
    return this;
  }

  get journalId(): string {
    return this.#journal?.id ?? '';
  }

  async #receive(file: ClaimedFile, bytes: Uint8Array): Promise<number | undefined> {
    const ids = await this.#journal?.receive([
      {
        channel: 'orders',
        direction: 'inbound',
        name: file.name,
        source: { kind: 'file', ...file },
        bytes,
        remember: this.folder.identity,
      },
    ]);
    return ids?.[0];
  }

  async stop(): Promise<void> {
    this.#stopped.abort();
    await this.#running;
  }

  /** Resolves when so many files were taken. */
  async until(count: number): Promise<readonly TakenFile[]> {
    if (this.taken.length < count) {
      const { promise, resolve } = Promise.withResolvers<void>();
      this.#waiting.push({ count, resolve });
      await promise;
    }
    return this.taken;
  }

  /** As the gateway does it: a file that stays in its folder is remembered with its bytes, and taken once. */
  async #take(file: ClaimedFile): Promise<void> {
    await this.before();
    this.refuse(file);
    const bytes = await this.folder.read(file);
    if (file.inPlace && (await this.#receive(file, bytes)) === undefined) return;
    this.taken.push({ file, text: Buffer.from(bytes).toString('utf8') });
    for (const { count, resolve } of this.#waiting) if (this.taken.length >= count) resolve();
  }
}

/** An embedded journal that goes away with the test. */
export async function temporaryJournal(): Promise<Journal> {
  const journal = openSqliteJournal(join(await temporaryFolder(), 'journal.db'));
  onTestFinished(() => journal.close());
  return journal;
}

/** Opens a temporary (or given) folder with short times: interval 40 ms, patience 150 ms, giving up after 400 ms. */
export async function openWatched(
  settings: Partial<InboundFolderSettings> = {},
  journal: string | Journal = 'journal-1',
): Promise<WatchedTestFolder> {
  const folder = settings.folder ?? (await temporaryFolder());
  const { log, lines } = recordingLog();
  const settle = { interval: 40, patience: 150, giveUp: 400 };
  const opened = await openInboundFolder(
    { files: ['*.xml'], complete, settle, ...settings, folder },
    typeof journal === 'string' ? journalNamed(journal) : journal,
    log,
    filesNow,
  );
  const watched = new WatchedTestFolder(
    folder,
    opened,
    lines,
    typeof journal === 'string' ? undefined : journal,
  );
  onTestFinished(() => watched.stop());
  return watched;
}

/** Names in a folder, sorted, hidden ones left out; empty when there is no such folder. */
export async function namesIn(folder: string): Promise<readonly string[]> {
  try {
    return (await readdir(folder)).filter((name) => !name.startsWith('.')).sort();
  } catch {
    return [];
  }
}

/** An order of about so many bytes. */
export function order(number: string, bytes = 300): Buffer {
  const note = 'x'.repeat(Math.max(0, bytes - 60 - number.length));
  return Buffer.from(`<?xml version="1.0"?>\n<Order><ID>${number}</ID><Note>${note}</Note></Order>\n`);
}
