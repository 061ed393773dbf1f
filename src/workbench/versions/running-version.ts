import type { NumberedVersion } from '../../journal/model/message.ts';
import type { Channel } from '../../pipeline/channel/channel.ts';
import { type OwnFolders, takeSnapshot } from '../../pipeline/runtime/runtime-snapshot.ts';
import { withVersionReader } from '../../replay/rerun/version-reader.ts';
import { hashRunningFolder } from '../drafts/keep-draft.ts';

/** What the channels use of the folder that runs, read once for each state of it. */
export class RunningVersions {
  #known: { readonly folder: string; readonly hashes: Promise<ReadonlyMap<string, string>> } | undefined;

  /** Undefined: no channel uses the mapping, it cannot be used, or no version of the list says what runs. In a thread of its own. */
  async find<T extends NumberedVersion>(
    versions: readonly T[],
    mapping: string,
    folders: OwnFolders,
    channels: readonly Channel[],
  ): Promise<T | undefined> {
    const folder = JSON.stringify([
      await hashRunningFolder(folders.mappings),
      channels.map(({ name }) => name),
    ]);
    if (this.#known?.folder !== folder) this.#known = { folder, hashes: readHashes(folders, channels) };
    const { hashes } = this.#known;
    const hash = (await hashes.catch(() => this.#forget())).get(mapping);
    return versions.find((one) => one.hash === hash);
  }

  /** What could not be read is read again. */
  #forget(): ReadonlyMap<string, string> {
    this.#known = undefined;
    return new Map();
  }
}

async function readHashes(
  folders: OwnFolders,
  channels: readonly Channel[],
): Promise<ReadonlyMap<string, string>> {
  const now = await takeSnapshot(folders);
  return await withVersionReader({ now }, channels, async (reader) => {
    const { hashes } = await reader.mappingsInUse('now');
    return hashes;
  });
}
