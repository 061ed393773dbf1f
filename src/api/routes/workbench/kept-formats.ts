import { decodeSavedText } from '../../../text/text-file.ts';
import { writeDraftText } from '../../../workbench/drafts/draft-files.ts';
import { snapshotDraft } from '../../../workbench/drafts/drafted-mapping.ts';
import { changeDraft, readDraftFolder, readDrafts } from '../../../workbench/drafts/keep-draft.ts';
import { foldersOf, readMappingTexts } from '../../../workbench/overlay/list-mappings.ts';
import type { FolderFiles } from '../../../workbench/publish/mappings-folder.ts';
import type { KeptFormat, KeptQuestion } from '../../../workbench/sample/try-kept-format.ts';
import type { RecognisedSample } from '../../../workbench/sample/try-sample.ts';
import { listSources } from '../../../workbench/sources/list-sources.ts';
import type { Desk } from '../../desk.ts';
import type { Caller } from '../../kit/route.ts';
import { draftSiteOf } from '../mapping-drafts.ts';
import { requireListed } from '../mapping-routes.ts';
import { siteOf } from '../mapping-trials.ts';
import { buildProblem } from './workbench-problems.ts';

/** A format of one's own that a mapping reads, as this person's draft has it, else as it runs. */
export interface FoundFormat extends KeptFormat {
  /** Of the format. */
  readonly name: string;
  readonly files: FolderFiles;
}

/** Rejects with ApiProblem where the mapping reads no format of one's own. */
export async function findKeptFormat(desk: Desk, mapping: string, caller: Caller): Promise<FoundFormat> {
  const { from: name = '' } = await requireListed(desk, mapping, caller);
  const site = draftSiteOf(desk);
  const { own: folder } = site;
  const { draft } = await readDrafts(site, { who: caller.name, mapping });
  const files = await readDraftFolder(site, draft);
  const textOf = (path: string) => {
    const bytes = files.get(path);
    return bytes && decodeSavedText(bytes);
  };
  const description = textOf(`formats/${name}.yaml`);
  const own = textOf(`${mapping}.yaml`);
  const text = own ?? readMappingTexts(mapping, folder)?.delivered;
  if (folder === undefined || description === undefined || text === undefined)
    throw buildProblem('no-own-format');
  return {
    ...{ name, mapping, description, text, isOwn: own !== undefined, folder, files },
    edits: snapshotDraft(draft?.texts ?? {}, folder),
  };
}

/** What goes to a thread. */
export const askKept = (
  { name, files: _, ...kept }: FoundFormat,
  asked: Omit<KeptQuestion, 'kept' | 'name'>,
): KeptQuestion => ({ ...asked, name, kept });

/** A document to look at first: of a fixture, else what the newest message came as. */
export type UsualSample =
  | { readonly path: string; readonly bytes: Uint8Array }
  | { readonly message: number }
  | undefined;

export async function findUsualSample(
  desk: Desk,
  { name, mapping, files }: FoundFormat,
): Promise<UsualSample> {
  const isDocument = (path: string) =>
    path.startsWith(`fixtures/${mapping}.`) && /\/document\.[^/]+$/.test(path);
  const found = [...files].find(([path]) => isDocument(path));
  if (found !== undefined) return { path: found[0].replace(/^fixtures\//, ''), bytes: found[1] };
  const { journal, channels, own } = siteOf(desk);
  const { messages } = await listSources(mapping, name, { journal, channels, folders: foldersOf(own) });
  const newest = messages.find(({ chain: [first] }) => first === mapping);
  return newest && { message: newest.message.id };
}

/** The changed format, and rules that name its places otherwise now, in the draft. */
export async function keepChangedFormat(
  desk: Desk,
  who: string,
  { name, mapping, description, text }: FoundFormat,
  changed: RecognisedSample,
): Promise<void> {
  const texts = {
    ...(changed.format === description ? {} : { [`formats/${name}.yaml`]: changed.format }),
    ...(changed.mapping === undefined || changed.mapping === text
      ? {}
      : { [`${mapping}.yaml`]: changed.mapping }),
  };
  const encoded = Object.entries(texts).map(
    ([path, one]) => [path, writeDraftText(Buffer.from(one))] as const,
  );
  const isSame = (read: (path: string) => string | undefined) =>
    decodeRead(read(`formats/${name}.yaml`)) === description &&
    (decodeRead(read(`${mapping}.yaml`)) ?? text) === text;
  const kept = await changeDraft(draftSiteOf(desk), { who, mapping }, (read) => {
    // somebody has typed meanwhile, in another window
    if (!isSame(read)) throw buildProblem('draft-elsewhere');
    return Object.fromEntries(encoded);
  });
  if (kept === undefined) throw buildProblem('draft-elsewhere');
}

const decodeRead = (text: string | undefined): string | undefined => text?.replace(/^\ufeff/, '');
