import type { Draft, Journal, Publication } from '../../journal/journal.ts';
import { listPublishedSince } from '../publish/folder-edit.ts';
import { hashFolder } from '../publish/hash-folder.ts';
import {
  buildFolderState,
  type FolderFiles,
  hashMappingsIn,
  readFolder,
  readKeptFolder,
} from '../publish/mappings-folder.ts';
import { applyDraft, type DraftTexts, listMovedFiles, parseDraftTexts } from './draft-files.ts';

/** Where drafts are kept. */
export interface DraftSite {
  readonly journal: Pick<Journal, 'artifact'> & { readonly drafts: Pick<Journal['drafts'], 'listDrafts'> };
  write<T>(use: (journal: DraftWriter) => Promise<T>): Promise<T>;
  /** One's own folder of mappings that runs, if any; it need not be there yet. */
  readonly own: string | undefined;
}

type DraftWriter = Pick<Journal, 'saveArtifacts'> & {
  readonly drafts: Pick<Journal['drafts'], 'saveDraft' | 'removeDraft'>;
};

/** Whose draft, and of which mapping. */
export interface DraftOwner {
  readonly who: string;
  readonly mapping: string;
}

export interface KeptDraft extends Pick<Draft, 'base' | 'edition' | 'at'> {
  readonly texts: DraftTexts;
}

const subjectOf = (mapping: string): string => `mapping ${mapping}`;

/** One's own folder as it runs now; empty where there is none. */
export const readRunning = (own: string | undefined): FolderFiles =>
  own === undefined ? new Map() : readFolder(own);

/** Hash of the folder that runs: what a draft begins from. */
export const hashRunningFolder = async (own: string | undefined): Promise<string> =>
  own === undefined ? buildFolderState(new Map()).hash : await hashFolder(own);

/** What gateways say that they run when they run the folder as it is now. */
export const hashRunningMappings = (own: string | undefined): string | undefined =>
  hashMappingsIn(buildFolderState(readRunning(own)).artifacts[0]);

export interface DraftsOfMapping {
  /** One's own. */
  readonly draft?: KeptDraft;
  /** Who else has one. */
  readonly others: readonly string[];
}

export async function readDrafts(
  { journal }: Pick<DraftSite, 'journal'>,
  { who, mapping }: DraftOwner,
): Promise<DraftsOfMapping> {
  const all = await journal.drafts.listDrafts(subjectOf(mapping));
  const own = all.find((one) => one.who === who);
  const others = all.filter((one) => one !== own).map((one) => one.who);
  if (own === undefined) return { others };
  const { base, edition, at } = own;
  return { draft: { base, edition, at, texts: parseDraftTexts(own.content) }, others };
}

/**
 * What runs, as far as a draft is concerned: its own base, unless somebody has changed files of it since it began. A base that is not kept
 * tells nothing: then whatever runs is another.
 */
export async function findRunningBase(
  { journal, own }: Pick<DraftSite, 'journal' | 'own'>,
  { base, texts }: Pick<KeptDraft, 'base' | 'texts'>,
): Promise<string> {
  const hash = await hashRunningFolder(own);
  if (hash === base) return base;
  const then = await readKeptFolder(journal, base);
  return then !== undefined && listMovedFiles(then, readRunning(own), texts).length === 0 ? base : hash;
}

/** Publications since a draft began that have changed files of it. None: somebody has edited them by hand. */
export async function listPublishedOver(
  journal: Pick<Journal, 'artifact' | 'publications'>,
  { base, texts }: Pick<KeptDraft, 'base' | 'texts'>,
): Promise<readonly Publication[]> {
  const over: Publication[] = [];
  for (const one of listPublishedSince(await journal.publications(), base)) {
    const before = await readKeptFolder(journal, one.before);
    const after = await readKeptFolder(journal, one.after);
    if (before && after && listMovedFiles(before, after, texts).length > 0) over.push(one);
  }
  return over;
}

/**
 * Keeps a draft in the place of edition `seen` (0: there was none), and what it begins from where that runs now. Undefined: another window
 * has changed it meanwhile, and nothing is written.
 */
export async function keepDraft(
  site: DraftSite,
  { who, mapping }: DraftOwner,
  { base, texts }: Pick<KeptDraft, 'base' | 'texts'>,
  seen: number,
): Promise<KeptDraft | undefined> {
  if ((await site.journal.artifact(base)) === undefined) await keepBase(site, base);
  const draft = { who, subject: subjectOf(mapping), base, content: JSON.stringify(texts) };
  const kept = await site.write((journal) => journal.drafts.saveDraft(draft, seen));
  return kept && { base: kept.base, edition: kept.edition, at: kept.at, texts };
}

async function keepBase({ own, write }: DraftSite, base: string): Promise<void> {
  const { hash, artifacts } = buildFolderState(readRunning(own));
  if (hash === base) await write((journal) => journal.saveArtifacts(artifacts));
}

/** The folder as it runs, with the draft in it: what others have put beside it since it began counts, as it does when it is published. */
export const readDraftFolder = (
  { own }: Pick<DraftSite, 'own'>,
  draft: Pick<KeptDraft, 'texts'> | undefined,
): FolderFiles => applyDraft(readRunning(own), draft?.texts ?? {});

/** `seen`: only this edition. False: another window has changed it meanwhile, and it stays. */
export const discardDraft = (
  site: DraftSite,
  { who, mapping }: DraftOwner,
  seen?: number,
): Promise<boolean> => site.write((journal) => journal.drafts.removeDraft(who, subjectOf(mapping), seen));

const beginDraft = async (own: string | undefined): Promise<Omit<KeptDraft, 'at'>> => ({
  ...{ base: await hashRunningFolder(own), texts: {}, edition: 0 },
});

/** A file as the draft has it, else as what it began from has it. */
export type DraftReader = (path: string) => string | undefined;

/**
 * Puts files into a draft, which begins where there is none. `change` may be asked twice: somebody may type meanwhile. Undefined: who types
 * was faster again.
 */
export async function changeDraft(
  site: DraftSite,
  owner: DraftOwner,
  change: (read: DraftReader) => DraftTexts,
): Promise<KeptDraft | undefined> {
  for (let n = 0; n < 2; n += 1) {
    const { draft } = await readDrafts(site, owner);
    const { base, texts, edition } = draft ?? (await beginDraft(site.own));
    const beneath = (await readKeptFolder(site.journal, base)) ?? readRunning(site.own);
    const read: DraftReader = (path) => {
      const bytes = beneath.get(path);
      return texts[path] ?? (bytes && Buffer.from(bytes).toString('utf8'));
    };
    const kept = await keepDraft(site, owner, { base, texts: { ...texts, ...change(read) } }, edition);
    if (kept !== undefined) return kept;
  }
  return undefined;
}
