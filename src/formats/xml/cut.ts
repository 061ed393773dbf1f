import { limits } from '../../limits.ts';
import type { Language } from '../../types.ts';
import type { CutResult, FileDocument, FilePosition } from '../document-format.ts';
import { openBytes, readRoughText } from '../records/open-bytes.ts';
import { packEnvelope } from './envelope.ts';
import { type CreateXmlFinding, xmlFindingCreator } from './findings/catalogue.ts';
import { TagScanner } from './tag-scanner.ts';

interface ElementRange {
  readonly from: number;
  readonly to: number;
}

/**
 * The documents of a file: elements of one local name. Looks at tags alone. What cannot be cut (a tag that is not closed, a document
 * type declaration) is one document, which its reading refuses in words.
 */
export function cutXml(bytes: Uint8Array, element: string, language: Language = 'en'): CutResult {
  const whole: CutResult = { documents: [{ bytes }], findings: [] };
  const file = openBytes(bytes, detectWideEncoding(bytes) ?? 'utf-8');
  const ranges = elementsOf(file.units, element);
  if (ranges.length > limits.documents)
    return {
      documents: [],
      findings: [
        xmlFindingCreator(language)('file-too-many-documents', {
          most: limits.documents.toLocaleString('en-US'),
        }),
      ],
    };
  const [first, ...more] = ranges;
  const last = more.at(-1);
  if (first === undefined || last === undefined) return whole;
  const cutter = new Cutter(bytes, file, xmlFindingCreator(language));
  const wrong = cutter.between(ranges);
  return wrong === undefined
    ? { documents: cutter.documents(ranges, first, last), findings: [] }
    : { documents: [], findings: [wrong] };
}

/** UTF-16 without a byte order mark shows by its first `<`. */
function detectWideEncoding([a, b]: Uint8Array): 'utf-16le' | 'utf-16be' | undefined {
  if (a === 0x3c && b === 0) return 'utf-16le';
  return a === 0 && b === 0x3c ? 'utf-16be' : undefined;
}

/** Elements of a local name that do not lie in one another; none where a tag is missing at the end. */
function elementsOf(units: Parameters<typeof readRoughText>[0], name: string): readonly ElementRange[] {
  const scanner = new TagScanner(units);
  const wanted = new RegExp(`^<(?:[^\\s:/>]+:)?${name.replace(/[.\\-]/g, '\\$&')}[\\s/>]`);
  const found: ElementRange[] = [];
  let depth = 0;
  let open: { readonly from: number; readonly depth: number } | undefined;
  for (
    let tag = scanner.next();
    tag !== undefined && found.length <= limits.documents;
    tag = scanner.next()
  ) {
    const { kind, from, to } = tag;
    if (kind === 'end') depth -= 1;
    else if (open === undefined && wanted.test(readRoughText(units, from, Math.min(to, from + 200)))) {
      if (kind === 'empty') found.push({ from, to });
      else open = { from, depth };
    }
    if (kind === 'end' && open?.depth === depth) {
      found.push({ from: open.from, to });
      open = undefined;
    }
    if (kind === 'start') depth += 1;
  }
  const isWhole = depth === 0 && open === undefined;
  return isWhole || found.length > limits.documents ? found : [];
}

class Cutter {
  readonly #bytes: Uint8Array;
  readonly #file: ReturnType<typeof openBytes>;
  readonly #tell: CreateXmlFinding;
  /** The last place that was asked for; the next one lies behind it. */
  #place = { unit: 0, line: 1, column: 1 };

  constructor(bytes: Uint8Array, file: ReturnType<typeof openBytes>, tell: CreateXmlFinding) {
    this.#bytes = bytes;
    this.#file = file;
    this.#tell = tell;
  }

  /** Anything but blanks and comments between two documents belongs to neither. */
  between(ranges: readonly ElementRange[]) {
    for (const [n, { to }] of ranges.entries()) {
      const next = ranges[n + 1];
      if (next === undefined || next.from === to) continue;
      const value = readRoughText(this.#file.units, to, next.from)
        .replace(/<!--[\s\S]*?-->/g, '')
        .trim();
      if (value !== '')
        return this.#tell('xml-between-documents', { value: value.slice(0, 60) }, this.#at(to));
    }
    return undefined;
  }

  documents(
    ranges: readonly ElementRange[],
    first: ElementRange,
    last: ElementRange,
  ): readonly FileDocument[] {
    const made = ranges.map((range) => ({
      bytes: this.#slice(range.from, range.to),
      at: this.#at(range.from),
    }));
    const { line, column } = this.#at(last.to);
    const head = this.#bytes.subarray(0, this.#offset(first.from));
    const tail = this.#bytes.subarray(this.#offset(last.to));
    const envelope = packEnvelope({ head, tail, tailAt: { line, column } });
    return made.map((document) => ({ ...document, envelope }));
  }

  #slice(from: number, to: number): Uint8Array {
    return this.#bytes.subarray(this.#offset(from), this.#offset(to));
  }

  #offset(unit: number): number {
    return this.#file.markLength + unit * this.#file.unitSize;
  }

  #at(unit: number): FilePosition {
    const { units, unitSize } = this.#file;
    const before = unit >= this.#place.unit ? this.#place : { unit: 0, line: 1, column: 1 };
    let { line, column } = before;
    for (let at = before.unit; at < unit; at += 1) {
      const value = units[at] ?? 0;
      line += value === 10 ? 1 : 0;
      // of UTF-8, the bytes that begin a character
      if (value === 10) column = 1;
      else if (unitSize === 2 || (value & 0xc0) !== 0x80) column += 1;
    }
    this.#place = { unit, line, column };
    return { offset: this.#offset(unit), line, column };
  }
}
