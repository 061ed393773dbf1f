import { decodeText } from '../../encodings.ts';
import type { Beside } from '../edifact/describe.ts';
import { csvYaml, inferCsv, placedIn } from './csv.ts';
import { edifactYaml } from './edifact.ts';
import { guessEncoding } from './encoding.ts';
import { idocYaml } from './idoc.ts';
import { orderMapping } from './mapping.ts';
import { recordsYaml } from './records.ts';
import { inferXml } from './xml.ts';

/** A first format from sample files, and a mapping's beginning where headings are known; or why there is none. */
export type Inferred =
  | { readonly format: string; readonly mapping?: string; readonly because?: undefined }
  | { readonly format?: undefined; readonly mapping?: undefined; readonly because: string };

/** `beside`: the delivered formats, whose structure EDIFACT needs. */
export function inferFormat(name: string, files: readonly Uint8Array[], beside: Beside): Inferred {
  const [head = ''] = files.map((bytes) =>
    Buffer.from(bytes.subarray(0, 400))
      .toString('latin1')
      .replace(/\0|^(ÿþ|þÿ|ï»¿)/g, ''),
  );
  if (/^\s*(UNA|UN[BH]\+)/.test(head)) return edifactYaml(name, files, beside);
  if (/^\s*EDI_DC/.test(head) || /<IDOC[\s>]/.test(head)) return idocYaml(name, files);
  if (/^\s*</.test(head)) return inferXml(name, files);
  const inferred = inferCsv(files);
  if (inferred === undefined) return withoutHeadings(name, files);
  const placed = placedIn(inferred);
  const isOrder = placed.some(({ meaning }) => meaning?.order !== undefined);
  return {
    format: csvYaml(name, inferred),
    ...(isOrder ? { mapping: orderMapping(name, placed, 'lines') } : {}),
  };
}

function withoutHeadings(name: string, files: readonly Uint8Array[]): Inferred {
  const [first = new Uint8Array()] = files;
  const encoding = guessEncoding(first);
  const format = recordsYaml(name, decodeText(first, encoding).text ?? '', encoding);
  if (format !== undefined) return { format };
  return {
    because:
      'No row looks like headings, none says by its first field what it is, or no separator cuts the rows into columns: describe the format by hand (docs/own-format.md).',
  };
}
