import { type DraftTexts, writeDraftText } from '../drafts/draft-files.ts';
import type { DraftTools } from '../preview/preview-draft.ts';
import { draftFromSample, joinShownDocument, type SampleQuestion } from './try-sample.ts';

/** What a sample becomes: files of a draft, by their paths in the folder of mappings. Plain data. */
export interface SampleFiles {
  /** The description of the format, and the mapping. */
  readonly texts: DraftTexts;
  /** Name of the mapping. */
  readonly mapping: string;
  /** Of the fixture, whose folder is called so; its expectation comes of running it. */
  readonly fixture: string;
  /** The document that is shown, as a file of its own. */
  readonly document: { readonly path: string; readonly bytes: Uint8Array };
}

/** What the fixture of a sample is called. */
export const sampleCase = 'sample';

/** Undefined: the sample gives no format with a mapping. */
export function buildSampleFiles(question: SampleQuestion, tools: DraftTools): SampleFiles | undefined {
  const drafted = draftFromSample(question, tools);
  if (drafted === undefined) return undefined;
  const { text, format, mappingName: mapping } = drafted;
  const fixture = `${mapping}.${sampleCase}`;
  return {
    mapping,
    fixture,
    texts: { [`formats/${question.name}.yaml`]: text, [`${mapping}.yaml`]: drafted.mapping },
    document: {
      path: `fixtures/${fixture}/document${format.extension}`,
      bytes: joinShownDocument(format, question.bytes, question.document),
    },
  };
}

/** The files of a draft, with the document as it is kept: as it came, or masked. */
export const listSampleTexts = ({ texts, document }: SampleFiles, bytes: Uint8Array): DraftTexts => ({
  ...texts,
  [document.path]: writeDraftText(bytes),
});
