import { lstatSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { openDescriptions } from '../../formats/description-folders.ts';
import type { Formats } from '../../formats/document-format.ts';
import { withDescriptions } from '../../formats/format-registry.ts';
import { CompileMemo } from '../../mapping/language/compile-memo.ts';
import { MappingMemo } from '../../mapping/mapping-memo.ts';
import type { FileSource } from '../../system/file-source.ts';
import type { DraftTools } from '../preview/preview-draft.ts';

/** What trials work with. */
export interface TrialTools extends DraftTools {
  /** Of mappings and tables. */
  readonly compiling: CompileMemo;
}

/** What trials work with, and formats as the folders describe them now: what was published since the thread began is among them. */
export class TrialToolsCache {
  readonly #folders: readonly string[];
  readonly #files: FileSource;
  readonly #formats: Formats;
  #state: string;
  #tools: TrialTools;

  /** `formats`: with the descriptions of the folders as they are. */
  constructor(folders: readonly string[], files: FileSource, formats: Formats) {
    this.#folders = folders;
    this.#files = files;
    this.#formats = formats;
    this.#state = describeState(folders);
    this.#tools = openTools(folders, files, formats);
  }

  get(): TrialTools {
    const state = describeState(this.#folders);
    if (state === this.#state) return this.#tools;
    this.#state = state;
    const formats = withDescriptions(this.#formats, openDescriptions(this.#folders));
    this.#tools = openTools(this.#folders, this.#files, formats);
    return this.#tools;
  }
}

/** What was compiled with other formats is not kept. */
function openTools(folders: readonly string[], files: FileSource, formats: Formats): TrialTools {
  const compiling = new CompileMemo();
  return { folders, files, formats, compiling, memo: new MappingMemo(compiling) };
}

/** Names, sizes and times of the files that describe formats, and of what lies beside them. */
const describeState = (folders: readonly string[]): string =>
  JSON.stringify(folders.map((folder) => describeFiles(join(folder, 'formats'))));

function describeFiles(folder: string): readonly string[] {
  try {
    return readdirSync(folder).map((name) => {
      const { size, mtimeMs, ino } = lstatSync(join(folder, name));
      return `${name} ${size} ${mtimeMs} ${ino}`;
    });
  } catch {
    // there is none, or a file of it has just gone
    return [];
  }
}
