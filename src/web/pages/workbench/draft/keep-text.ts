import type { DraftAnswer, MappingAnswer } from '../../../../api/model/mapping-model.ts';
import { CallFailed, call } from '../../../shell/call-api.ts';

/** A file of a draft, and what is known of it when the page opens. */
export interface DraftFile {
  /** Of the mapping, under whose name drafts are kept. */
  readonly name: string;
  /** In the folder of mappings. */
  readonly file: string;
  /** All files of the draft: those that are not typed here stay as they are. */
  readonly files: Readonly<Record<string, string>>;
  /** As it runs, where that is known. */
  readonly saved: string | undefined;
  /** Hashes of what the draft began from, and of what runs. */
  readonly base: string;
  readonly running: string;
  readonly edition: number;
  readonly keptAt: string | undefined;
}

/** The draft as this window knows it. */
export interface OpenDraft extends Pick<DraftFile, 'base' | 'running' | 'edition' | 'keptAt' | 'files'> {
  /** Of the file, as the gateway has it. */
  readonly text: string | undefined;
  /** Why the last try did not work. */
  readonly error?: unknown;
  /** The draft as another window has changed it, where both have typed in the file. */
  readonly other?: OpenDraft | undefined;
}

/**
 * Keeps a text in the draft. Where another window was faster: what it has changed of other files is taken over, and of this file both stay
 * until somebody says which.
 */
export async function keepText(
  file: DraftFile,
  kept: OpenDraft,
  text: string,
  mayRetry = true,
): Promise<OpenDraft> {
  try {
    const { edition, at, running } = await putText(file, kept, text);
    const files = { ...kept.files, [file.file]: text };
    return { base: kept.base, files, edition, keptAt: at, running, text };
  } catch (error) {
    if (!mayRetry || !isElsewhere(error)) return { ...kept, error };
    return await mergeWindows(file, kept, text).catch((failed: unknown) => ({ ...kept, error: failed }));
  }
}

async function mergeWindows(file: DraftFile, kept: OpenDraft, text: string): Promise<OpenDraft> {
  const other = await readOther(file, kept);
  if (other.text === text) return other;
  // neither has typed here, or the draft is gone: it was published or discarded
  if (other.text === kept.text || other.edition === 0) return await keepText(file, other, text, false);
  return { ...kept, error: undefined, other };
}

async function readOther({ name, file, saved }: DraftFile, kept: OpenDraft): Promise<OpenDraft> {
  const { draft, base: running } = await call<MappingAnswer>(`/mappings/${name}`);
  if (!draft)
    return { ...{ base: kept.base, running, edition: 0, keptAt: undefined, files: {} }, text: saved };
  const { base, edition, at, files } = draft;
  return { base, running, edition, keptAt: at, files, text: files[file] ?? saved };
}

const putText = (
  { name, file }: DraftFile,
  { base, files, edition }: OpenDraft,
  text: string,
): Promise<DraftAnswer> =>
  call<DraftAnswer>(`/mappings/${name}/draft`, {
    ...{ method: 'PUT', body: { name, base, files: { ...files, [file]: text }, seen: edition } },
  });

const isElsewhere = (error: unknown): boolean =>
  error instanceof CallFailed && error.problem.code === 'draft-elsewhere';
