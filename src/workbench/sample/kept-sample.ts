import { z } from 'zod';
import type { Draft, Journal } from '../../journal/journal.ts';

/** The sample that somebody works on: one of each person, kept as drafts are. */

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

/** The file is kept apart from what is said of it, which changes at every click. */
const subjects = { file: 'sample', notes: 'sample notes' } as const;

export async function readKeptSample(
  { journal: { drafts } }: Pick<SampleSite, 'journal'>,
  who: string,
): Promise<KeptSample | undefined> {
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
export const keepSampleFile = (site: SampleSite, who: string, file: SampleFile): Promise<void> =>
  site.write(async ({ drafts }) => {
    await drafts.removeDraft(who, subjects.notes);
    const before = await drafts.findDraft(who, subjects.file);
    const draft = { who, subject: subjects.file, base: '', content: JSON.stringify(file) };
    await drafts.saveDraft(draft, before?.edition ?? 0);
  });

/** In the place of edition `seen` (0: there was none). Undefined: another window has changed it meanwhile, and nothing is written. */
export const keepSampleNotes = (
  site: SampleSite,
  who: string,
  content: string,
  seen: number,
): Promise<KeptSampleNotes | undefined> =>
  site.write(({ drafts }) => drafts.saveDraft({ who, subject: subjects.notes, base: '', content }, seen));

export const discardSample = (site: SampleSite, who: string): Promise<void> =>
  site.write(async ({ drafts }) => {
    await drafts.removeDraft(who, subjects.file);
    await drafts.removeDraft(who, subjects.notes);
  });
