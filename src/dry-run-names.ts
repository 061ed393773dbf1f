import type { Message } from './journal/model/message.ts';

/**
 * Where the work of channels with `mode: dryRun` lies, so that it never counts for live work: lanes, addresses of order states,
 * order keys, cursors, what was seen and which files were taken, each under a name of its own.
 */

const prefix = 'dry run/';

export const dryRunNameOf = (name: string): string => prefix + name;

/** Was it received in a dry run? That stays so, whatever the mode of its channel is now. */
export const isDryRunMessage = ({ lane }: Pick<Message, 'lane'>): boolean => lane.startsWith(prefix);
