import { rm } from 'node:fs/promises';

/**
 * Removes a folder in which somebody else may still be: Windows holds a file of a process that was killed a moment longer than the
 * process, and removes no folder in the moment in which somebody lists it. `rmSync` does not wait between its tries there.
 */
export const removeFolder = (folder: string): Promise<void> =>
  rm(folder, { recursive: true, force: true, maxRetries: 20 });
