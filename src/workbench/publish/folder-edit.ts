import type { Journal, Publication } from '../../journal/journal.ts';
import type { CompareReport, OutcomeGroup } from '../../replay/compare/compare-report.ts';
import {
  type FolderFiles,
  isSameContent,
  readFolder,
  readKeptFolder,
  readOrigin,
} from './mappings-folder.ts';
import { type FolderChange, listFolderChanges } from './merge-folders.ts';

/** An edited folder of mappings, brought into the one that runs. */

/** An edit, what it began from, and the folder that runs, each as it is at one moment. */
export interface FolderEdit {
  readonly base: FolderFiles;
  readonly running: FolderFiles;
  readonly edited: FolderFiles;
  /** What was published since the edit began. */
  readonly since: readonly Publication[];
}

/** Throws an Error in words where nobody knows what the edit began from. */
export async function readFolderEdit(
  journal: Pick<Journal, 'artifact' | 'publications'>,
  own: string,
  folder: string,
): Promise<FolderEdit> {
  const [running, edited] = [readFolder(own), readFolder(folder)];
  const publications = await journal.publications();
  const [first] = publications;
  const origin = readOrigin(folder);
  if (first === undefined && origin === undefined) return { base: running, running, edited, since: [] };
  // a copy of before anything was published has no mark
  const from = origin ?? first?.before ?? '';
  const base = await readKeptFolder(journal, from);
  if (base === undefined)
    throw new Error(
      `Nobody knows what ${folder} was copied from: make a copy with gateway map copy, and your edit in it.`,
    );
  return { base, running, edited, since: listPublishedSince(publications, from) };
}

/** None where the edit began from what somebody had edited by hand: then no publication says so. */
export function listPublishedSince(
  publications: readonly Publication[],
  from: string,
): readonly Publication[] {
  const last = publications.findLastIndex(({ after }) => after === from);
  const next = last >= 0 ? last + 1 : publications.findIndex(({ before }) => before === from);
  return next < 0 ? [] : publications.slice(next);
}

/** What others have changed in the running folder since the edit began, and what the edit would take back. */
export function listOthersChanges({ base, running, edited }: FolderEdit): readonly FolderChange[] {
  const isTheirs = (path: string): boolean =>
    !isSameContent(base.get(path), running.get(path)) && !isSameContent(running.get(path), edited.get(path));
  const only = (files: FolderFiles): FolderFiles => new Map([...files].filter(([path]) => isTheirs(path)));
  return listFolderChanges(only(base), only(running));
}

/** Messages that were delivered, and would be refused or put aside. */
export const listStoppedOutcomes = ({ outcomes }: CompareReport): readonly OutcomeGroup[] =>
  outcomes.filter(
    ({ from, to }) => from === 'deliver' && ['rejected', 'park', 'failed', 'wait'].includes(to),
  );

/** Was anything left out because it took too long, or because the comparison was ended? Then nobody knows what the edit stops. */
export const isIncomplete = ({
  endless,
  stopped: ended,
}: Pick<CompareReport, 'endless' | 'stopped'>): boolean => endless > 0 || ended !== undefined;
