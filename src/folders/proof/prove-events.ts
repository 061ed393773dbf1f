import type { FileStore } from '../file-store.ts';

/** Milliseconds that an event of the file system may take. */
const eventPatience = 500;

/** Whether the system tells of what `cause` does in a folder. */
export async function checkForEvents(
  files: FileStore,
  folder: string,
  cause: () => Promise<void>,
): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>();
  const watcher = watcherOf(files, folder, resolve);
  const timer = setTimeout(() => resolve(false), eventPatience);
  try {
    await cause();
    return watcher !== undefined && (await promise);
  } finally {
    clearTimeout(timer);
    watcher?.close();
  }
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
