import { type Tell, teller } from '../../findings/messages.ts';
import type { Language } from '../../types.ts';
import type { Cut, Document, FilePlace } from '../interface.ts';
import { opened, roughText } from '../records/opened.ts';
import { packed } from './envelope.ts';
import { TagScanner } from './scan.ts';

interface Range {
  readonly from: number;
  readonly to: number;
}

/**
 * The documents of a file: elements of one local name. Looks at tags alone. What cannot be cut (a tag that is not closed, a document
 * type declaration) is one document, which its reading refuses in words.
 */
export function cutXml(bytes: Uint8Array, element: string, language: Language = 'en'): Cut {
  const whole: Cut = { documents: [{ bytes }], findings: [] };
  const file = opened(bytes, isWide(bytes) ?? 'utf-8');
  const ranges = elementsOf(file.units, element);
  const [first, ...more] = ranges;
  const last = more.at(-1);
  if (first === undefined || last === undefined) return whole;
  const cutter = new Cutter(bytes, file, teller(language));
  const wrong = cutter.between(ranges);
  return wrong === undefined
    ? { documents: cutter.documents(ranges, first, last), findings: [] }
    : { documents: [], findings: [wrong] };
}

/** UTF-16 without a byte order mark shows by its first `<`. */
function isWide([a, b]: Uint8Array): 'utf-16le' | 'utf-16be' | undefined {
  if (a === 0x3c && b === 0) return 'utf-16le';
  return a === 0 && b === 0x3c ? 'utf-16be' : undefined;
}

/** Elements of a local name that do not lie in one another; none where a tag is missing at the end. */
function elementsOf(units: Parameters<typeof roughText>[0], name: string): readonly Range[] {
  const scanner = new TagScanner(units);
  const wanted = new RegExp(`^<(?:[^\\s:/>]+:)?${name.replace(/[.\\-]/g, '\\$&')}[\\s/>]`);
  const found: Range[] = [];
  let depth = 0;
  let open: { readonly from: number; readonly depth: number } | undefined;
  for (let tag = scanner.next(); tag !== undefined; tag = scanner.next()) {
    const { kind, from, to } = tag;
    if (kind === 'end') depth -= 1;
    else if (open === undefined && wanted.test(roughText(units, from, Math.min(to, from + 200)))) {
      if (kind === 'empty') found.push({ from, to });
      else open = { from, depth };
    }
    if (kind === 'end' && open?.depth === depth) {
      found.push({ from: open.from, to });
      open = undefined;
    }
    if (kind === 'start') depth += 1;
  }
  return depth === 0 && open === undefined ? found : [];
}

class Cutter {
  readonly #bytes: Uint8Array;
  readonly #file: ReturnType<typeof opened>;
  readonly #tell: Tell;
  /** The last place that was asked for; the next one lies behind it. */
  #place = { unit: 0, line: 1, start: 0 };

  constructor(bytes: Uint8Array, file: ReturnType<typeof opened>, tell: Tell) {
    this.#bytes = bytes;
    this.#file = file;
    this.#tell = tell;
  }

  /** Anything but blanks and comments between two documents belongs to neither. */
  between(ranges: readonly Range[]) {
    for (const [n, { to }] of ranges.entries()) {
      const next = ranges[n + 1];
      if (next === undefined || next.from === to) continue;
      const value = roughText(this.#file.units, to, next.from)
        .replace(/<!--[\s\S]*?-->/g, '')
        .trim();
      if (value !== '')
        return this.#tell('xml-between-documents', { value: value.slice(0, 60) }, this.#at(to));
    }
    return undefined;
  }

  documents(ranges: readonly Range[], first: Range, last: Range): readonly Document[] {
    const made = ranges.map((range) => ({
      bytes: this.#slice(range.from, range.to),
      at: this.#at(range.from),
    }));
    const { line, column } = this.#at(last.to);
    const head = this.#bytes.subarray(0, this.#offset(first.from));
    const tail = this.#bytes.subarray(this.#offset(last.to));
    const envelope = packed({ head, tail, tailAt: { line, column } });
    return made.map((document) => ({ ...document, envelope }));
  }

  #slice(from: number, to: number): Uint8Array {
    return this.#bytes.subarray(this.#offset(from), this.#offset(to));
  }

  #offset(unit: number): number {
    return this.#file.markLength + unit * this.#file.unitSize;
  }

  #at(unit: number): FilePlace {
    const { units } = this.#file;
    let { line, start } = unit >= this.#place.unit ? this.#place : { line: 1, start: 0 };
    const from = unit >= this.#place.unit ? this.#place.unit : 0;
    for (let at = units.indexOf(10, from); at !== -1 && at < unit; at = units.indexOf(10, at + 1)) {
      line += 1;
      start = at + 1;
    }
    this.#place = { unit, line, start };
    return { offset: this.#offset(unit), line, column: this.#column(start, unit) };
  }

  /** Of UTF-8, the bytes that begin a character. */
  #column(start: number, unit: number): number {
    const { units, unitSize } = this.#file;
    let column = 1;
    for (let at = start; at < unit; at += 1)
      if (unitSize === 2 || ((units[at] ?? 0) & 0xc0) !== 0x80) column += 1;
    return column;
  }
}
