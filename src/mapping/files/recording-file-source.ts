import type { FileSource } from '../../system/file-source.ts';
import { decodeSavedText } from '../../text/text-file.ts';

/** Files, and what was read of them: of a mapping its own text, the one that it extends and its tables. */
export class RecordingFileSource implements FileSource {
  readonly #files: FileSource;
  readonly #read = new Map<string, Uint8Array>();

  constructor(files: FileSource) {
    this.#files = files;
  }

  read(path: string): Uint8Array | undefined {
    const bytes = this.#files.read(path);
    if (bytes !== undefined) this.#read.set(path, bytes);
    return bytes;
  }

  list(folder: string): readonly string[] {
    return this.#files.list(folder);
  }

  /** By path, as text. */
  get texts(): readonly FileText[] {
    return [...this.#read].map(([path, bytes]) => ({ path, text: decodeSavedText(bytes) }));
  }
}

export interface FileText {
  readonly path: string;
  readonly text: string;
}
