import { type LocalizedText, localize } from '../findings/localized-text.ts';
import type { CodedPlaces, Confidence, InferredDescription, SyntaxInference } from './define-syntax.ts';
import type { ReferencedTexts } from './describe/referenced-texts.ts';
import { scsnDocumentOf } from './format-names.ts';
import { draftMapping, listAssumptions } from './infer/draft-mapping.ts';
import type { DraftAssumption, DraftedKind } from './infer/drafted-kinds.ts';
import { recogniseKind } from './infer/heading-meanings.ts';
import type { SampleCorrections } from './infer/sample-corrections.ts';
import type { SampleProposal } from './infer/sample-proposal.ts';
import type { SampledDocument } from './infer/sampled-document.ts';
import { syntaxes } from './syntaxes.ts';

/** A first format from sample files, and a mapping's beginning where headings are known; or why there is none. */
export type InferenceResult =
  | {
      readonly format: string;
      readonly mapping?: string;
      /** The same with what a document needs and the sample does not have: to be looked at, not to be kept. */
      readonly sketch?: string;
      /** What the documents are. */
      readonly kind: DraftedKind;
      /** The file says itself what they are. */
      readonly isKindCertain: boolean;
      /** What the mapping takes for granted. */
      readonly assumptions: readonly DraftAssumption[];
      /** Name of the syntax that was recognised. */
      readonly syntax: string;
      /** Absent: its columns or fields are those of another description. */
      readonly proposal?: SampleProposal;
      /** How segments of that syntax say what they are; absent: they do not. */
      readonly codedPlaces?: CodedPlaces;
      readonly because?: undefined;
    }
  | { readonly format?: undefined; readonly mapping?: undefined; readonly because: LocalizedText };

/**
 * `referenced`: of the delivered formats, on which a description may build. `corrections`: where a person knows better than the samples
 * show.
 */
export function inferFormat(
  name: string,
  files: readonly Uint8Array[],
  referenced: ReferencedTexts,
  corrections: SampleCorrections = {},
): InferenceResult {
  const found = findInference(readHead(files[0] ?? new Uint8Array()), corrections.syntax);
  if (found === undefined) return { because: localize('sample-nothing') };
  const { inferDescription, codedPlaces } = found.inference;
  const infer = (kind: DraftedKind | undefined) =>
    inferDescription(name, files, referenced, { ...corrections, kind });
  const first = infer(corrections.kind);
  if (first.because !== undefined) return { because: first.because };
  const { kind, assumption } = chooseKind(first, corrections);
  const second =
    kind === 'order' || first.kind !== undefined || corrections.kind !== undefined ? first : infer(kind);
  if (second.because !== undefined) return { because: second.because };
  const { text, proposal } = second;
  const sampled = second.sampled && applySaid(second.sampled, corrections);
  return {
    ...{ format: text, syntax: found.syntax, kind, isKindCertain: first.kind !== undefined },
    assumptions: [...assumption, ...(sampled === undefined ? [] : assumeMore(sampled, kind, corrections))],
    ...(proposal === undefined ? {} : { proposal }),
    ...(codedPlaces === undefined ? {} : { codedPlaces }),
    ...(sampled === undefined ? {} : draftMappings(name, kind, sampled)),
  };
}

type FoundDescription = Extract<InferredDescription, { readonly text: string }>;

/** What the file says, or a person; else what its headings and values look like, which is told. */
function chooseKind(
  { kind: certain, proposal }: FoundDescription,
  { kind: said }: SampleCorrections,
): { readonly kind: DraftedKind; readonly assumption: readonly DraftAssumption[] } {
  const known = certain ?? said;
  if (known !== undefined || proposal === undefined) return { kind: known ?? 'order', assumption: [] };
  const { fields } = proposal;
  const { kind, hasSigns } = recogniseKind(
    fields.map(({ heading }) => heading),
    fields.flatMap(({ examples }) => examples),
  );
  return { kind, assumption: hasSigns ? [kind] : [] };
}

const assumeMore = (sampled: SampledDocument, kind: DraftedKind, { fields = {} }: SampleCorrections) =>
  listAssumptions(sampled, kind, ({ id }) => fields[id]?.meaning !== undefined);

/** With the reasons of what a person leaves out; what somebody has said to be a number of so many decimals is no guess. */
const applySaid = (
  { values, lines }: SampledDocument,
  { fields = {} }: SampleCorrections,
): SampledDocument => ({
  lines,
  values: values.map((value) => {
    const { leaveOut, type } = fields[value.id] ?? {};
    return {
      ...value,
      ...(leaveOut === undefined ? {} : { leaveOut }),
      ...(type === undefined ? {} : { isPadded: false }),
    };
  }),
});

function draftMappings(name: string, kind: DraftedKind, sampled: SampledDocument) {
  const question = { name, kind, to: scsnDocumentOf(kind) };
  return {
    mapping: draftMapping(question, sampled),
    sketch: draftMapping({ ...question, isSketch: true }, sampled),
  };
}

const readHead = (bytes: Uint8Array): string =>
  Buffer.from(bytes.subarray(0, 400))
    .toString('latin1')
    .replace(/\0|^(ÿþ|þÿ|ï»¿)/g, '');

const confidences: readonly Confidence[] = ['certain', 'likely', 'possible'];

interface FoundInference {
  readonly syntax: string;
  readonly inference: SyntaxInference;
}

/** The syntax that is surest, or the one that a person names. */
function findInference(head: string, named?: string): FoundInference | undefined {
  const all = syntaxes.flatMap(({ name: syntax, inference }) => (inference ? [{ syntax, inference }] : []));
  if (named !== undefined) return all.find(({ syntax }) => syntax === named);
  return confidences
    .map((confidence) => all.find(({ inference }) => inference.recognise(head) === confidence))
    .find((one) => one !== undefined);
}

/** What people call the files that a format is inferred from. */
export const inferredSyntaxes: readonly string[] = syntaxes.flatMap(({ inference, words }) =>
  inference === undefined ? [] : words.name,
);
