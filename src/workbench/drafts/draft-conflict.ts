import type { Journal, Publication } from '../../journal/journal.ts';
import {
  buildFolderState,
  type FolderFiles,
  isSameContent,
  readKeptFolder,
} from '../publish/mappings-folder.ts';
import {
  clashOfFile,
  type FileMerge,
  type FolderChange,
  listFolderChanges,
  mergeFile,
} from '../publish/merge-folders.ts';
import type { Clash, MergePart } from '../publish/merge-parts.ts';
import { applyDraft, type DraftTexts, writeDraftText } from './draft-files.ts';
import { type KeptDraft, listPublishedOver, readRunning } from './keep-draft.ts';

/** A draft beside what others have made of its files since it began. */
export interface DraftConflict {
  /** Hash of the folder that runs: what the joined draft begins from. */
  readonly running: string;
  /** What was published over the draft, the oldest first. None: somebody has edited the files by hand. */
  readonly since: readonly Publication[];
  /** Files of the draft that others have changed. */
  readonly files: readonly ConflictFile[];
  /** What each has changed in the files of the draft and the other has not. */
  readonly theirs: readonly FolderChange[];
  readonly ours: readonly FolderChange[];
}

export interface ConflictFile {
  readonly file: string;
  /** As it runs; absent: it is gone. */
  readonly running?: string;
  readonly parts: readonly SignedPart[];
}

/** A clash with the publication that made it; absent: nobody knows. */
export type SignedPart = { readonly text: string } | { readonly clash: Clash; readonly by?: Publication };

type ConflictJournal = Pick<Journal, 'artifact' | 'publications'>;

/** Nothing is written: a person decides, and the draft is kept again over what runs. */
export async function readDraftConflict(
  journal: ConflictJournal,
  own: string | undefined,
  draft: Pick<KeptDraft, 'base' | 'texts'>,
): Promise<DraftConflict> {
  const running = readRunning(own);
  const base = await readKeptFolder(journal, draft.base);
  const edited = applyDraft(base ?? running, draft.texts);
  const merges = mergeDraftFiles(draft.texts, base, running, edited);
  const since = await listPublishedOver(journal, draft);
  const sign = await buildSigner(journal, since, running);
  const clashing = new Set(
    merges.flatMap(({ file, merge }) =>
      'clashes' in merge ? merge.clashes.flatMap((one) => keysOf(file, one)) : [],
    ),
  );
  const isApart = ({ file, what = '' }: FolderChange): boolean =>
    !clashing.has(file) && !clashing.has(`${file} ${what}`);
  const only = (files: FolderFiles): FolderFiles =>
    new Map([...files].filter(([path]) => path in draft.texts));
  const [theirs, ours] = [running, edited].map((files) =>
    base === undefined ? [] : listFolderChanges(only(base), only(files)).filter(isApart),
  );
  return {
    ...{ running: buildFolderState(running).hash, since },
    files: merges.map(({ file, merge }) => describeFile(file, running, merge, sign)),
    ...{ theirs: listOnlyIn(theirs, ours), ours: listOnlyIn(ours, theirs) },
  };
}

/** What both have changed in the same way is no news to either. */
function listOnlyIn(
  changes: readonly FolderChange[] = [],
  others: readonly FolderChange[] = [],
): readonly FolderChange[] {
  const known = new Set(others.map((one) => JSON.stringify(one)));
  return changes.filter((one) => !known.has(JSON.stringify(one)));
}

/** A clash of the whole file holds all of its changes. */
const keysOf = (file: string, { kind, rules }: Clash): readonly string[] =>
  kind === 'file' ? [file] : rules.map((rule) => `${file} ${rule}`);

interface MergedFile {
  readonly file: string;
  readonly merge: FileMerge;
}

function mergeDraftFiles(
  texts: DraftTexts,
  base: FolderFiles | undefined,
  running: FolderFiles,
  edited: FolderFiles,
): readonly MergedFile[] {
  return Object.keys(texts).flatMap((file) => {
    const [now, ours] = [running.get(file), edited.get(file)];
    // what it began from is not kept: nobody can say who has changed what
    if (base === undefined)
      return isSameContent(now, ours)
        ? []
        : { file, merge: clashOfFile(undefined, now && writeDraftText(now), ours && writeDraftText(ours)) };
    if (isSameContent(base.get(file), now)) return [];
    return { file, merge: mergeFile(file, base.get(file), now, ours) };
  });
}

type Signer = (file: string, clash: Clash) => Publication | undefined;

function describeFile(file: string, folder: FolderFiles, merge: FileMerge, sign: Signer): ConflictFile {
  const now = folder.get(file);
  const parts: readonly MergePart[] =
    'parts' in merge ? merge.parts : [{ text: merge.bytes ? writeDraftText(merge.bytes) : '' }];
  return {
    file,
    ...(now === undefined ? {} : { running: writeDraftText(now) }),
    parts: parts.map((part) => {
      const by = 'clash' in part ? sign(file, part.clash) : undefined;
      return by === undefined ? part : { ...part, by };
    }),
  };
}

/** The last publication that has changed the place, unless somebody has edited the file by hand since. */
async function buildSigner(
  journal: ConflictJournal,
  since: readonly Publication[],
  running: FolderFiles,
): Promise<Signer> {
  const made: { readonly by: Publication; readonly changes: readonly FolderChange[] }[] = [];
  for (const by of since) {
    const [before, after] = [
      await readKeptFolder(journal, by.before),
      await readKeptFolder(journal, by.after),
    ];
    if (before && after) made.push({ by, changes: listFolderChanges(before, after) });
  }
  const last = await readKeptFolder(journal, since.at(-1)?.after ?? '');
  return (file, { rules }) => {
    if (!isSameContent(last?.get(file), running.get(file))) return undefined;
    const isPlace = (one: FolderChange): boolean =>
      one.file === file && (one.what === undefined || rules.length === 0 || rules.includes(one.what));
    return made.findLast(({ changes }) => changes.some(isPlace))?.by;
  };
}
