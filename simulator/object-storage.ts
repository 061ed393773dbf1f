import { randomUUID } from 'node:crypto';
import { Refusal } from './model/request-bodies.ts';

export interface StoredFile {
  readonly filename: string;
  readonly contentType: string;
  readonly bytes: Uint8Array;
}

/** Files that an upload must not bring (a few of many). */
const blockedExtensions = /\.(exe|dll|js|jar|bat|cmd|com|msi|ps1|vbs|iso|lnk|scr)$/i;

/** The object storage: files by id, and links that are good for a minute and need no credentials. */
export class ObjectStorage {
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

  all(): readonly StoredFile[] {
    return [...this.#files.values()];
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

/** The part `file` of multipart/form-data. Throws Refusal 400. */
export async function parseUpload(bytes: Uint8Array, contentType: string): Promise<StoredFile> {
  const form = await new Response(Buffer.from(bytes), { headers: { 'content-type': contentType } })
    .formData()
    .catch(() => undefined);
  const file = form?.get('file');
  if (!(file instanceof File)) throw new Refusal(400, 'The body has no part called file.');
  if (blockedExtensions.test(file.name)) throw new Refusal(400, `Files such as ${file.name} are not taken.`);
  return {
    filename: file.name,
    contentType: file.type,
    bytes: new Uint8Array(await file.arrayBuffer()),
  };
}
