import { type LocalizedText, localize } from '../findings/localized-text.ts';
import type { CodedPlaces, Confidence, SyntaxInference } from './define-syntax.ts';
import type { ReferencedTexts } from './describe/referenced-texts.ts';
import { scsnDocumentOf } from './format-names.ts';
import {
  draftOrderMapping,
  listAssumptions,
  type OrderAssumption,
  type OrderSample,
} from './infer/draft-mapping.ts';
import type { SampleCorrections } from './infer/sample-corrections.ts';
import type { SampleProposal } from './infer/sample-proposal.ts';
import { syntaxes } from './syntaxes.ts';

/** A first format from sample files, and a mapping's beginning where headings are known; or why there is none. */
export type InferenceResult =
  | {
      readonly format: string;
      readonly mapping?: string;
      /** The same with what an order needs and the sample does not have: to be looked at, not to be kept. */
      readonly sketch?: string;
      /** What the mapping takes for granted. */
      readonly assumptions: readonly OrderAssumption[];
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
  const described = found.inference.inferDescription(name, files, referenced, corrections);
  const { text, because } = described;
  if (text === undefined) return { because };
  const { proposal } = described;
  const { codedPlaces } = found.inference;
  const order = described.order && leaveOutValues(described.order, corrections);
  return {
    format: text,
    syntax: found.syntax,
    assumptions: order === undefined ? [] : listAssumptions(order),
    ...(proposal === undefined ? {} : { proposal }),
    ...(codedPlaces === undefined ? {} : { codedPlaces }),
    ...(order === undefined ? {} : draftMappings(name, order)),
  };
}

/** With the reasons of what a person leaves out. */
const leaveOutValues = ({ values, lines }: OrderSample, { fields = {} }: SampleCorrections): OrderSample => ({
  lines,
  values: values.map((value) => {
    const leaveOut = fields[value.id]?.leaveOut;
    return leaveOut === undefined ? value : { ...value, leaveOut };
  }),
});

const draftMappings = (name: string, order: OrderSample) => ({
  mapping: draftOrderMapping(name, order, scsnDocumentOf('order')),
  sketch: draftOrderMapping(name, order, scsnDocumentOf('order'), true),
});

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
