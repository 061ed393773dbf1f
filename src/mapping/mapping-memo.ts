import type { Formats } from '../formats/document-format.ts';
import type { FileSource } from '../system/file-source.ts';
import type { Language } from '../types.ts';
import type { FileMapping } from './file-mapping.ts';
import type { CompileMemo } from './language/compile-memo.ts';
import { type LoadedMapping, loadMapping } from './load-mapping.ts';
import { isFormatDocument } from './models/document-models.ts';

/** Versions of one mapping that are kept. */
const mostVersions = 4;

/**
 * Mappings that were loaded before, from one state of the folders or another: a mapping all of whose files are the same, and whose formats
 * are, is not compiled again.
 */
export class MappingMemo {
  readonly #known = new Map<string, RememberedMapping[]>();
  readonly #compiling: CompileMemo | undefined;

  /** `compiling`: for one who loads another text at every key, always with the same formats. */
  constructor(compiling?: CompileMemo) {
    this.#compiling = compiling;
  }

  /** As `loadMapping`; one in which something is wrong is read each time. */
  load(
    name: string,
    folders: readonly string[],
    formats: Formats,
    { files, language }: { readonly files: FileSource; readonly language?: Language | undefined },
  ): LoadedMapping {
    const key = JSON.stringify([name, folders, language, formats.names]);
    const before = this.#known.get(key) ?? [];
    const found = before.find((one) => one.files.areIn(files) && one.formats === hashFormats(one, formats));
    if (found) return found.loaded;
    const traced = new TracedFileSource(files);
    const loaded = loadMapping(name, folders, formats, { files: traced, language, memo: this.#compiling });
    const { mapping } = loaded;
    if (mapping === undefined) return loaded;
    const one = { loaded, mapping, files: traced, formats: hashFormats({ mapping }, formats) };
    this.#known.set(key, [one, ...before].slice(0, mostVersions));
    return loaded;
  }
}

interface RememberedMapping {
  readonly loaded: LoadedMapping;
  readonly mapping: FileMapping;
  readonly files: TracedFileSource;
  readonly formats: string;
}

/** The formats that the mapping was checked against. */
const hashFormats = (
  { mapping: { from, to } }: Pick<RememberedMapping, 'mapping'>,
  formats: Formats,
): string =>
  [from, to].map((name) => (isFormatDocument(name) ? formats.load(name).format?.hash : name)).join(' ');

/** Notes what was read, and what was not there. */
class TracedFileSource implements FileSource {
  readonly #files: FileSource;
  readonly #reads = new Map<string, Uint8Array | undefined>();
  readonly #lists = new Map<string, string>();

  constructor(files: FileSource) {
    this.#files = files;
  }

  read(path: string): Uint8Array | undefined {
    const bytes = this.#files.read(path);
    this.#reads.set(path, bytes);
    return bytes;
  }

  list(folder: string): readonly string[] {
    const names = this.#files.list(folder);
    this.#lists.set(folder, names.join('\0'));
    return names;
  }

  /** Would reading them there give the same? */
  areIn(files: FileSource): boolean {
    return (
      [...this.#reads].every(([path, bytes]) => areEqual(bytes, files.read(path))) &&
      [...this.#lists].every(([folder, names]) => names === files.list(folder).join('\0'))
    );
  }
}

const areEqual = (one: Uint8Array | undefined, other: Uint8Array | undefined): boolean =>
  one === other || (one !== undefined && other !== undefined && Buffer.compare(one, other) === 0);
