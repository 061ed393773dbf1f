import type { Asked } from '../asked.ts';
import { type Told, told } from '../findings/troubles.ts';

/** What is told of a folder, with its title, that hangs; undefined when it does not. */
export function hangingFolder(title: string, asked: Asked): Told | undefined {
  const seconds = asked.hanging();
  return seconds === undefined ? undefined : told('folder-hangs', { folder: title, seconds });
}
