import { localize } from '../../findings/localized-text.ts';
import type { FileStore } from '../file-store.ts';
import { FolderError, ignoreErrors } from '../folder-error.ts';

/** With these a file system says that it cannot tell where a path leads; there is nothing to compare then. */
const cannotTell = ['EINVAL', 'EISDIR', 'ENOSYS', 'ENOTSUP', 'EACCES', 'EPERM', 'ESFTP', 'UNKNOWN'];

/**
 * The inbound folder as it was seen first. A path that leads elsewhere since (it became a link, or its link was changed) is
 * another folder: nothing is taken from it, nothing is deleted in it, and what is not in it is not gone.
 */
export class PinnedFolder {
  readonly #files: FileStore;
  readonly #folder: string;
  #known: string | undefined;

  constructor(files: FileStore, folder: string) {
    this.#files = files;
    this.#folder = folder;
  }

  /** Fails as `FileStore.assertUsable` does; FolderError `folder-unavailable` when the path leads elsewhere now. */
  async assertUsable(only?: 'read'): Promise<void> {
    await this.#files.assertUsable(this.#folder, only);
    await this.assertSame();
  }

  async assertSame(): Promise<void> {
    const path = await ignoreErrors(cannotTell, () => this.#files.realPath(this.#folder));
    this.#known ??= path;
    const known = this.#known;
    if (path === undefined || known === undefined || path === known) return;
    throw new FolderError(
      'folder-unavailable',
      localize('folder-another', { folder: this.#files.title(this.#folder), path, known }),
    );
  }

  /**
   * For paths that were not there: throws FolderError `folder-unavailable` when one of them is there after all; fails as `assertUsable`
   * does. A folder (a share) that is away for the moment of one call makes its files look gone, and were that believed, later
   * files would pass them. Only one that is away twice, and back between, still deceives.
   */
  async assertGone(paths: readonly string[]): Promise<void> {
    if (paths.length === 0) return;
    await this.assertUsable('read');
    for (const path of paths)
      if (await this.#files.exists(path))
        throw new FolderError(
          'folder-unavailable',
          localize('folder-was-away', { folder: this.#files.title(this.#folder) }),
        );
  }
}
