import { renameSync } from 'node:fs';
import { systemCodeOf } from '../../src/folders/folder-error.ts';
import { until } from './until.ts';

/** Renames a folder that a gateway uses: Windows does so in no moment in which it is listed. */
export const moved = (from: string, to: string): Promise<true> =>
  until(`${from} to be moved`, () => {
    try {
      renameSync(from, to);
      return true;
    } catch (error) {
      if (systemCodeOf(error) !== 'EBUSY') throw error;
      return undefined;
    }
  });
