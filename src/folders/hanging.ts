import type { Asked } from '../asked.ts';

/** What is told of a folder, with its title, that hangs; undefined when it does not. */
export function hangingFolder(title: string, asked: Asked): string | undefined {
  const seconds = asked.hanging();
  if (seconds === undefined) return undefined;
  return `The folder ${title} has not answered for ${seconds} seconds. Check the share it lies on.`;
}
