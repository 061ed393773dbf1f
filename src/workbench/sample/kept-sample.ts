import { z } from 'zod';
import type { Draft, Journal } from '../../journal/journal.ts';

/** The sample that somebody works on, kept as drafts are: one of each person for a new format, and one for each mapping whose format is changed. */

export interface SampleSite {
  readonly journal: { readonly drafts: Pick<Journal['drafts'], 'findDraft'> };
  write<T>(use: (journal: SampleWriter) => Promise<T>): Promise<T>;
}

type SampleWriter = { readonly drafts: Pick<Journal['drafts'], 'saveDraft' | 'removeDraft' | 'findDraft'> };

const fileSchema = z.object({
  /** What the file is called. */
  path: z.string(),
  base64: z.string(),
  /** Of the whole file. */
  size: z.number(),
  lines: z.number(),
  isCut: z.boolean(),
});
export type SampleFile = z.output<typeof fileSchema>;

export interface KeptSample {
  readonly file: SampleFile;
  /** What the person says of it, as the page writes it; undefined: nothing yet. */
  readonly notes?: KeptSampleNotes;
}

export interface KeptSampleNotes extends Pick<Draft, 'edition' | 'at'> {
  /** JSON of the page's own. */
  readonly content: string;
}

/** Whose sample; `mapping`: whose format is changed, absent for a new format. */
export interface SampleOwner {
  readonly who: string;
  readonly mapping?: string | undefined;
}

/** The file is kept apart from what is said of it, which changes at every click. */
const subjectsOf = ({ mapping }: SampleOwner) => {
  const ending = mapping === undefined ? '' : ` ${mapping}`;
  return { file: `sample${ending}`, notes: `sample notes${ending}` } as const;
};

export async function readKeptSample(
  { journal: { drafts } }: Pick<SampleSite, 'journal'>,
  owner: SampleOwner,
): Promise<KeptSample | undefined> {
  const { who } = owner;
  const subjects = subjectsOf(owner);
  const [file, notes] = await Promise.all([
    drafts.findDraft(who, subjects.file),
    drafts.findDraft(who, subjects.notes),
  ]);
  if (file === undefined) return undefined;
  return {
    file: fileSchema.parse(JSON.parse(file.content)),
    ...(notes === undefined ? {} : { notes }),
  };
}

/** Another sample: what was said of the one before goes with it. */
export const keepSampleFile = (site: SampleSite, owner: SampleOwner, file: SampleFile): Promise<void> =>
  site.write(async ({ drafts }) => {
    const { who } = owner;
    const subjects = subjectsOf(owner);
    await drafts.removeDraft(who, subjects.notes);
    const before = await drafts.findDraft(who, subjects.file);
    const draft = { who, subject: subjects.file, base: '', content: JSON.stringify(file) };
    await drafts.saveDraft(draft, before?.edition ?? 0);
  });

/** In the place of edition `seen` (0: there was none). Undefined: another window has changed it meanwhile, and nothing is written. */
export const keepSampleNotes = (
  site: SampleSite,
  owner: SampleOwner,
  content: string,
  seen: number,
): Promise<KeptSampleNotes | undefined> =>
  site.write(({ drafts }) =>
    drafts.saveDraft({ who: owner.who, subject: subjectsOf(owner).notes, base: '', content }, seen),
  );

export const discardSample = (site: SampleSite, owner: SampleOwner): Promise<void> =>
  site.write(async ({ drafts }) => {
    const { file, notes } = subjectsOf(owner);
    await drafts.removeDraft(owner.who, file);
    await drafts.removeDraft(owner.who, notes);
  });
