import type { Confidence, SyntaxInference } from './define-syntax.ts';
import type { ReferencedTexts } from './describe/referenced-texts.ts';
import { scsnDocumentOf } from './format-registry.ts';
import { draftOrderMapping } from './infer/draft-mapping.ts';
import { syntaxes } from './syntaxes.ts';

/** A first format from sample files, and a mapping's beginning where headings are known; or why there is none. */
export type InferenceResult =
  | { readonly format: string; readonly mapping?: string; readonly because?: undefined }
  | { readonly format?: undefined; readonly mapping?: undefined; readonly because: string };

/** `referenced`: of the delivered formats, on which a description may build. */
export function inferFormat(
  name: string,
  files: readonly Uint8Array[],
  referenced: ReferencedTexts,
): InferenceResult {
  const inference = findInference(readHead(files[0] ?? new Uint8Array()));
  if (inference === undefined)
    return {
      because: 'Nothing shows what the files are: describe the format by hand (docs/own-format.md).',
    };
  const { text, order, because } = inference.inferDescription(name, files, referenced);
  if (text === undefined) return { because };
  return {
    format: text,
    ...(order === undefined ? {} : { mapping: draftOrderMapping(name, order, scsnDocumentOf('order')) }),
  };
}

const readHead = (bytes: Uint8Array): string =>
  Buffer.from(bytes.subarray(0, 400))
    .toString('latin1')
    .replace(/\0|^(ÿþ|þÿ|ï»¿)/g, '');

const confidences: readonly Confidence[] = ['certain', 'likely', 'possible'];

/** The syntax that is surest. */
function findInference(head: string): SyntaxInference | undefined {
  const inferences = syntaxes.flatMap(({ inference }) => inference ?? []);
  return confidences
    .map((confidence) => inferences.find((one) => one.recognise(head) === confidence))
    .find((one) => one !== undefined);
}

/** What people call the files that a format is inferred from. */
export const inferredSyntaxes: readonly string[] = syntaxes.flatMap(({ inference, words }) =>
  inference === undefined ? [] : words.name,
);
