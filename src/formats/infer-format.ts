import { decodeWithEncoding } from '../text/encodings.ts';
import { inferRecordsYaml } from './csv/inference/infer-records.ts';
import { inferCsv, listSampledValues, renderCsvYaml } from './csv/inference/infer-table.ts';
import type { ReferencedTexts } from './describe/referenced-texts.ts';
import { inferEdifactYaml } from './edifact/infer.ts';
import { inferIdocYaml } from './idoc/infer.ts';
import { draftOrderMapping } from './infer/draft-mapping.ts';
import { guessEncoding } from './infer/guess-encoding.ts';
import { inferXml } from './xml/infer.ts';

/** A first format from sample files, and a mapping's beginning where headings are known; or why there is none. */
export type InferenceResult =
  | { readonly format: string; readonly mapping?: string; readonly because?: undefined }
  | { readonly format?: undefined; readonly mapping?: undefined; readonly because: string };

/** `beside`: the delivered formats, whose structure EDIFACT needs. */
export function inferFormat(
  name: string,
  files: readonly Uint8Array[],
  beside: ReferencedTexts,
): InferenceResult {
  const [head = ''] = files.map((bytes) =>
    Buffer.from(bytes.subarray(0, 400))
      .toString('latin1')
      .replace(/\0|^(ÿþ|þÿ|ï»¿)/g, ''),
  );
  if (/^\s*(UNA|UN[BH]\+)/.test(head)) return inferEdifactYaml(name, files, beside);
  if (/^\s*EDI_DC/.test(head) || /<IDOC[\s>]/.test(head)) return inferIdocYaml(name, files);
  if (/^\s*</.test(head)) return inferXml(name, files);
  const inferred = inferCsv(files);
  if (inferred === undefined) return inferWithoutHeadings(name, files);
  const placed = listSampledValues(inferred);
  const isOrder = placed.some(({ meaning }) => meaning?.order !== undefined);
  return {
    format: renderCsvYaml(name, inferred),
    ...(isOrder ? { mapping: draftOrderMapping(name, placed, 'lines') } : {}),
  };
}

function inferWithoutHeadings(name: string, files: readonly Uint8Array[]): InferenceResult {
  const [first = new Uint8Array()] = files;
  const encoding = guessEncoding(first);
  const format = inferRecordsYaml(name, decodeWithEncoding(first, encoding).text ?? '', encoding);
  if (format !== undefined) return { format };
  return {
    because:
      'No row looks like headings, none says by its first field what it is, or no separator cuts the rows into columns: describe the format by hand (docs/own-format.md).',
  };
}
