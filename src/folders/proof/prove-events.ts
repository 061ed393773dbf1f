import { waitAtMost } from '../../time/deadline.ts';
import type { FileStore } from '../file-store.ts';

/** Milliseconds that an event of the file system may take after what it tells of. */
const eventPatience = 500;

/** Whether the system tells of what `cause` does in a folder. */
export async function checkForEvents(
  files: FileStore,
  folder: string,
  cause: () => Promise<void>,
): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>();
  const watcher = watcherOf(files, folder, resolve);
  try {
    await cause();
    return watcher !== undefined && (await answerInTime(promise));
  } finally {
    watcher?.close();
  }
}

/** From now on: what was done in the folder may itself have taken long. */
async function answerInTime(rang: Promise<boolean>): Promise<boolean> {
  return (await waitAtMost(eventPatience, rang)) && (await rang);
}

function watcherOf(
  files: FileStore,
  folder: string,
  resolve: (rang: boolean) => void,
): { close(): void } | undefined {
  try {
    return files.watch?.(
      folder,
      () => resolve(true),
      () => resolve(false),
    );
  } catch {
    // no events on this folder; scanning finds everything
    return undefined;
  }
}
