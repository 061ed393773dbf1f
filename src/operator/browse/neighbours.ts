import type { MessageSelection, PageReader } from '../../journal/journal.ts';

/** Where a message stands in a list, and which stand next to it. */
export interface MessageNeighbours {
  /** From 1, the newest first. Absent: it is far down, or the time was over. */
  readonly place?: number;
  /** Messages of the list, `more`: or more. */
  readonly count: number;
  readonly more: boolean;
  readonly newer?: number;
  readonly older?: number;
}

/** Newer ones that are counted, and messages of the list. */
const most = { newer: 500, count: 10_000 };

/** It need not be of the list any more: what was next to it still is. */
export async function readNeighbours(
  pages: Pick<PageReader, 'page' | 'countFitting'>,
  selection: MessageSelection,
  id: number,
): Promise<MessageNeighbours> {
  const [before, after, fitting] = await Promise.all([
    pages.page({ ...selection, after: id, limit: most.newer }),
    pages.page({ ...selection, before: id, limit: 1 }),
    pages.countFitting(selection, most.count),
  ]);
  const newer = before.messages.at(-1)?.id;
  const older = after.messages[0]?.id;
  return {
    ...fitting,
    ...(before.newer === undefined ? { place: before.messages.length + 1 } : {}),
    ...(newer === undefined ? {} : { newer }),
    ...(older === undefined ? {} : { older }),
  };
}
