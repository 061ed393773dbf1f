import type { ClaimedFile, TakeFiles } from '../folder-types.ts';

/** Takes the files of a batch one after the other, up to the first that fails. */
export function oneByOne(take: (file: ClaimedFile) => Promise<void>): TakeFiles {
  return async (files) => {
    for (const [taken, file] of files.entries()) {
      const failed = await take(file).then(
        () => undefined,
        (error: unknown) => ({ taken, error }),
      );
      if (failed) return failed;
    }
    return { taken: files.length };
  };
}
