import type { DraftAnswer, MappingAnswer } from '../../../../api/model/mapping-model.ts';
import type { KeptText } from '../../../parts/drafts/text-keeper.ts';
import { call } from '../../../shell/call-api.ts';

/** A file of a draft, and what is known of it when the page opens. */
export interface DraftFile extends Omit<KeptDraft, 'text'> {
  /** Of the mapping, under whose name drafts are kept. */
  readonly name: string;
  /** In the folder of mappings. */
  readonly file: string;
  /** As it runs, where that is known. */
  readonly saved: string | undefined;
}

/** The draft as this window knows it, with the text of its file. */
export interface KeptDraft extends KeptText {
  /** All files of the draft: those that are not typed here stay as they are. */
  readonly files: Readonly<Record<string, string>>;
  /** Hashes of what the draft began from, and of what runs. */
  readonly base: string;
  readonly running: string;
}

export const keptDraftOf = ({ file, files, saved, ...kept }: DraftFile): KeptDraft => {
  const { base, running, edition, keptAt } = kept;
  return { base, running, edition, keptAt, files, text: files[file] ?? saved };
};

/** Nothing of one's own: what runs is all there is. */
export const noDraft = ({ saved }: DraftFile, running: string, base = running): KeptDraft => ({
  ...{ base, running, edition: 0, keptAt: undefined, files: {}, text: saved },
});

export async function saveDraftFile(
  { name, file }: DraftFile,
  text: string | undefined,
  known: KeptDraft,
): Promise<KeptDraft> {
  const { base } = known;
  const files = text === undefined ? known.files : { ...known.files, [file]: text };
  const body = { name, base, files, seen: known.edition };
  const path = `/mappings/${name}/draft`;
  const { edition, at, running } = await call<DraftAnswer>(path, { method: 'PUT', body });
  return { base, files, edition, keptAt: at, running, text };
}

/** What another window has changed of other files is taken over with it. */
export async function readDraftFile(start: DraftFile, known: KeptDraft): Promise<KeptDraft> {
  const { draft, base: running } = await call<MappingAnswer>(`/mappings/${start.name}`);
  if (!draft) return noDraft(start, running, known.base);
  const { base, edition, at, files } = draft;
  return keptDraftOf({ ...start, base, running, edition, keptAt: at, files });
}
