import { explainFailure } from '../../findings/localized-error.ts';
import type { LocalizedText } from '../../findings/localized-text.ts';
import type { LoadedDescription } from '../../formats/define-syntax.ts';
import { buildDescribedFormat } from '../../formats/described-format.ts';
import { openReferencedTexts } from '../../formats/description-folders.ts';
import type { FileDocument, Format, Formats } from '../../formats/document-format.ts';
import { unknownValue } from '../../formats/infer/draft-lines.ts';
import {
  type DraftAssumption,
  type DraftedKind,
  mappingNameOf,
  renderDraftedChannel,
} from '../../formats/infer/drafted-kinds.ts';
import { listPlacedMeanings } from '../../formats/infer/heading-meanings.ts';
import type { SampleCorrections } from '../../formats/infer/sample-corrections.ts';
import {
  explainLargeDocument,
  sampleReading,
  takeFirstDocuments,
} from '../../formats/infer/sample-documents.ts';
import type { SampleProposal } from '../../formats/infer/sample-proposal.ts';
import { type InferenceResult, inferFormat } from '../../formats/infer-format.ts';
import type { FileMapping } from '../../mapping/file-mapping.ts';
import { parseMapping } from '../../mapping/load-mapping.ts';
import type { Finding, Language } from '../../types.ts';
import { explainChain } from '../preview/explain-chain.ts';
import { buildPreview, type CheckedDocument, type DocumentPreview } from '../preview/preview-document.ts';
import { buildDraftContext, type DraftTools } from '../preview/preview-draft.ts';
import { extendDelivered } from './extend-delivered.ts';
import { listPlaces } from './list-places.ts';
import {
  correctMapping,
  type ExtendedMapping,
  type ProposedSegments,
  proposeSegments,
} from './propose-segments.ts';
import type { FormatChange } from './try-kept-format.ts';

/** A file of an ERP, with what a person says of it. Plain data: it goes to a thread. */
export interface SampleQuestion {
  /** What the format is to be called; its mapping is NAME-to-order, or what its documents are. */
  readonly name: string;
  readonly bytes: Uint8Array;
  readonly corrections: SampleCorrections;
  readonly language: Language;
  /** Which document of the file is shown, 0-based. */
  readonly document: number;
}

/** Plain data: it comes back from a thread. */
export type SampleTrial = RecognisedSample | UnknownSample;

/** Nothing shows what the file is: why. */
export interface UnknownSample {
  readonly kind: 'unknown';
  readonly because: LocalizedText;
}

export interface RecognisedSample {
  readonly kind: 'recognised';
  readonly syntax: string;
  /** What its documents are. */
  readonly documentKind: DraftedKind;
  /** The file says itself what they are: nobody can say otherwise. */
  readonly isKindCertain: boolean;
  /** What a field may be in such a document. */
  readonly meanings: readonly string[];
  /** Columns or fields; absent: the format narrows a delivered one. */
  readonly proposal?: SampleProposal;
  /** Of a format that narrows a delivered one: what its segments hold, and where that goes. */
  readonly segments?: ProposedSegments;
  /** The description of the format. */
  readonly format: string;
  /** Absent: the sample shows no document with lines. */
  readonly mapping?: string;
  /** What the name of the mapping ends in, behind that of the format; and a channel that runs it, with NAME for the format. */
  readonly mappingEnding: string;
  readonly channel: string;
  /** What the mapping takes for granted, because the sample does not say it. */
  readonly assumptions: readonly DraftAssumption[];
  /** Of description and mapping: corrections that do not fit one another. */
  readonly findings: readonly Finding[];
  /** Of the file, and of all its documents: what cannot be read. */
  readonly reading: readonly Finding[];
  readonly documents: number;
  /** Documents of the file behind them, which are left alone: these show enough. */
  readonly notRead: number;
  /** Of the document that is shown: what the mapping makes of it, and what is wrong with that. */
  readonly preview?: DocumentPreview;
  /** Why the mapping came to nothing, in words. */
  readonly unreadable?: string;
  /** Of a format that is kept: what its change does to what reads it. */
  readonly change?: FormatChange;
}

/** Pure; its work grows with the file, so that pages call it in a worker. */
export function trySample(question: SampleQuestion, tools: DraftTools): SampleTrial {
  const inferred = inferWithHeadings(question, tools);
  if (inferred.because !== undefined) return { kind: 'unknown', because: inferred.because };
  const found = describeInference(inferred);
  const { format, findings } = describeFormat(question, inferred.format, tools);
  if (format === undefined)
    return {
      ...{ ...found, ...mappingTextOf(inferred.mapping), findings },
      ...{ reading: [], documents: 0, notRead: 0 },
    };
  const sample = readSample(format, question);
  const size = sample.documents[0]?.file.bytes.length ?? 0;
  if (size > sampleReading.one) return { kind: 'unknown', because: explainLargeDocument(size) };
  const tried = tryMapping(question, inferred, { format, sample }, tools);
  return {
    ...{ ...found, ...tried, findings: [...findings, ...tried.findings] },
    ...{ reading: sample.findings, documents: sample.documents.length, notRead: sample.notRead },
  };
}

/** What is known before the file is read by the format. */
function describeInference(inferred: FoundInference) {
  const { format, syntax, kind, isKindCertain, assumptions, proposal } = inferred;
  return {
    ...({ kind: 'recognised', documentKind: kind, isKindCertain, syntax, format, assumptions } as const),
    ...{ mappingEnding: mappingNameOf('', kind), channel: renderDraftedChannel('NAME', kind) },
    meanings: listPlacedMeanings(kind),
    ...(proposal === undefined ? {} : { proposal }),
  };
}

/** The mapping, as the sample extends a delivered one or by itself, and what it makes of the document that is shown. */
function tryMapping(
  question: SampleQuestion,
  inferred: FoundInference,
  { format, sample: { documents } }: { readonly format: Format; readonly sample: SampleReading },
  tools: DraftTools,
): Pick<RecognisedSample, 'mapping' | 'segments' | 'findings' | 'preview' | 'unreadable'> {
  const { kind, sketch } = inferred;
  const formats = withFormat(tools.formats, format);
  const extended = extendBySample(question, inferred, documents, tools);
  const text = extended?.text ?? inferred.mapping;
  const load = (one: string) => loadSampleMapping(question, kind, one, formats, tools);
  const loaded = text === undefined ? undefined : load(text);
  // what a document needs and the sample does not have is told by the mapping's findings; the rest can be looked at all the same
  const mapping = loaded?.mapping ?? (sketch === undefined ? undefined : load(sketch).mapping);
  const segments =
    extended && proposeSegments(extended, question.corrections, { mapping, documents, formats });
  return {
    ...{ ...mappingTextOf(text), findings: loaded?.findings ?? [] },
    ...(segments === undefined ? {} : { segments }),
    ...runMapping(mapping, documents[question.document] ?? documents[0], question.language, formats),
  };
}

const mappingTextOf = (mapping: string | undefined) => (mapping === undefined ? {} : { mapping });

/** What a sample becomes: the description of its format, and its mapping as it is corrected. */
export interface SampleDraft {
  readonly text: string;
  readonly format: Format;
  readonly mapping: string;
  readonly mappingName: string;
}

/** Undefined: the sample does not give both. */
export function draftFromSample(question: SampleQuestion, tools: DraftTools): SampleDraft | undefined {
  const inferred = inferWithHeadings(question, tools);
  if (inferred.because !== undefined) return undefined;
  const { format } = describeFormat(question, inferred.format, tools);
  if (format === undefined) return undefined;
  const read = inferred.mapping === undefined ? readSample(format, question).documents : [];
  const mapping = inferred.mapping ?? extendBySample(question, inferred, read, tools)?.text;
  if (mapping === undefined) return undefined;
  const mappingName = mappingNameOf(question.name, inferred.kind);
  return { text: inferred.format, format, mapping, mappingName };
}

type FoundInference = Extract<InferenceResult, { readonly format: string }>;

/** Of a format that narrows a delivered one: its mapping extends the delivered one, with what a person says of the sample. */
function extendBySample(
  { name, corrections }: Pick<SampleQuestion, 'name' | 'corrections'>,
  { format, mapping, kind, codedPlaces }: FoundInference,
  documents: readonly SampleDocument[],
  tools: DraftTools,
): ExtendedMapping | undefined {
  if (mapping !== undefined || codedPlaces === undefined) return undefined;
  const text = extendDelivered({ format: name, description: format, kind }, tools);
  if (text === undefined) return undefined;
  const trees = documents.flatMap(({ checked }) => checked?.tree ?? []);
  return correctMapping({ text, kind, places: listPlaces(trees, codedPlaces) }, corrections, tools);
}

/** What is no table with headings may be one without. */
function inferWithHeadings(
  { name, bytes, corrections }: Pick<SampleQuestion, 'name' | 'bytes' | 'corrections'>,
  { folders }: Pick<DraftTools, 'folders'>,
): InferenceResult {
  const referenced = openReferencedTexts(folders);
  const first = inferFormat(name, [bytes], referenced, corrections);
  if (first.because === undefined || corrections.headings !== undefined) return first;
  const second = inferFormat(name, [bytes], referenced, { ...corrections, headings: 0 });
  return second.because === undefined ? second : first;
}

export const describeFormat = (
  { name, language }: Pick<SampleQuestion, 'name' | 'language'>,
  text: string,
  { folders }: Pick<DraftTools, 'folders'>,
): LoadedDescription =>
  buildDescribedFormat(text, `${name}.yaml`, openReferencedTexts(folders), () => undefined, language);

/** All formats, and one that is not saved yet. */
export const withFormat = (formats: Formats, format: Format): Formats => ({
  names: [...new Set([...formats.names, format.name])],
  load: (name) => (name === format.name ? { format, findings: [] } : formats.load(name)),
});

export interface SampleDocument {
  readonly file: FileDocument;
  /** Undefined: it cannot be read in one way. */
  readonly checked?: CheckedDocument;
}

interface SampleReading {
  readonly documents: readonly SampleDocument[];
  readonly findings: readonly Finding[];
  readonly notRead: number;
}

export function readSample(
  format: Format,
  { bytes, language }: Pick<SampleQuestion, 'bytes' | 'language'>,
): SampleReading {
  const cut = format.cut(bytes, { language });
  const first = takeFirstDocuments(cut.documents);
  const documents = first.map((file): SampleDocument & { readonly findings: readonly Finding[] } => {
    // one that is too large is said to be so
    if (file.bytes.length > sampleReading.one) return { file, findings: [] };
    const { tree, findings } = format.read(file, { language });
    const all = [...(file.findings ?? []), ...findings];
    return { file, findings: all, ...(tree === undefined ? {} : { checked: { tree, findings: all } }) };
  });
  return {
    ...{ documents, notRead: cut.documents.length - first.length },
    findings: [...cut.findings, ...documents.flatMap((one) => one.findings)],
  };
}

function loadSampleMapping(
  { name, language }: SampleQuestion,
  kind: DraftedKind,
  text: string,
  formats: Formats,
  { folders, files }: DraftTools,
) {
  const mapping = mappingNameOf(name, kind);
  const source = { name: mapping, file: `${mapping}.yaml`, text };
  return parseMapping(source, formats, { folders, files, language });
}

export function runMapping(
  mapping: FileMapping | undefined,
  document: SampleDocument | undefined,
  language: Language,
  formats: Formats,
): Pick<RecognisedSample, 'preview' | 'unreadable'> {
  if (mapping === undefined || document?.checked === undefined) return {};
  try {
    const context = { ...buildDraftContext(mapping, {}, formats), language };
    const runs = explainChain([mapping], document.checked.tree, context, formats);
    return { preview: withoutUnknown(buildPreview(document.checked, runs, { context, language }, formats)) };
  } catch (error) {
    return { unreadable: explainFailure(error)[language] };
  }
}

/** That a question mark is no date, nobody needs to be told. */
const withoutUnknown = (preview: DocumentPreview): DocumentPreview => ({
  ...preview,
  steps: preview.steps.map((step) => ({
    ...step,
    targetFindings: step.targetFindings.filter(({ value }) => value !== unknownValue),
  })),
});

/** A file with that document alone. */
export function joinShownDocument(format: Format, bytes: Uint8Array, document: number): Uint8Array {
  const { documents } = format.cut(bytes);
  const shown = documents[document] ?? documents[0];
  return shown === undefined ? bytes : format.join([shown]);
}
