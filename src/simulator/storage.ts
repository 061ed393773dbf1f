import { randomUUID } from 'node:crypto';

export interface StoredFile {
  readonly filename: string;
  readonly contentType: string;
  readonly bytes: Uint8Array;
}

/** The object storage: files by id, and links that are good for a minute and need no credentials. */
export class Storage {
  readonly #files = new Map<string, StoredFile>();
  readonly #links = new Map<string, { readonly objectId: string; readonly until: number }>();
  readonly #linkLasts: number;

  /** @param linkLasts milliseconds */
  constructor(linkLasts: number) {
    this.#linkLasts = linkLasts;
  }

  add(file: StoredFile): string {
    const objectId = randomUUID();
    this.#files.set(objectId, file);
    return objectId;
  }

  get(objectId: string): StoredFile | undefined {
    return this.#files.get(objectId);
  }

  /** The name of a new link to a file. */
  link(objectId: string): string {
    const name = randomUUID();
    this.#links.set(name, { objectId, until: Date.now() + this.#linkLasts });
    return name;
  }

  /** Undefined when the link is unknown or its minute is over. */
  follow(name: string): StoredFile | undefined {
    const link = this.#links.get(name);
    return link && link.until > Date.now() ? this.#files.get(link.objectId) : undefined;
  }
}
