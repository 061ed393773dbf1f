import type { Journal, Publication } from '../../journal/journal.ts';
import { isDecidingFile } from '../../pipeline/runtime/runtime-snapshot.ts';
import { type FileList, readFileList } from './mappings-folder.ts';

type PublicationReader = Pick<Journal, 'artifact' | 'publications' | 'listPublicationDecisions'>;

/** Decisions of publications that are looked at: those that wait are among the newest. */
const mostDecisions = 100;

/** Publications that a decision waits for and that stand in a new state of the folder: no file that one of them changed says something else in it. */
export async function listStanding(journal: PublicationReader, now: FileList): Promise<readonly number[]> {
  const decisions = await journal.listPublicationDecisions(mostDecisions);
  const waited = new Set(
    decisions.filter(({ state }) => state === 'deferred').map(({ publication }) => publication),
  );
  if (waited.size === 0) return [];
  const found = (await journal.publications()).filter(({ id }) => waited.has(id));
  const standing = await Promise.all(found.map((one) => stands(journal, one, now)));
  return found.filter((_, n) => standing[n]).map(({ id }) => id);
}

async function stands(
  journal: PublicationReader,
  { before, after }: Publication,
  now: FileList,
): Promise<boolean> {
  const was = readFileList(await journal.artifact(before)) ?? {};
  const is = readFileList(await journal.artifact(after)) ?? {};
  return [...new Set([...Object.keys(was), ...Object.keys(is)])]
    .filter((path) => isDecidingFile(`/${path}`) && was[path] !== is[path])
    .every((path) => is[path] === now[path]);
}
