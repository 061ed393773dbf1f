import { splitText } from '../../formats/syntaxes.ts';
import type { Finding } from '../../types.ts';

/** Some lines of a document, as they stand in it. */
export interface DocumentPart {
  /** Number of the first, 1-based. */
  readonly from: number;
  readonly lines: readonly string[];
}

/** A document by its lines; an interchange on one line by its segments. */
export interface DocumentLines {
  readonly unit: 'line' | 'segment';
  readonly lines: readonly string[];
}

export function splitDocument(text: string): DocumentLines {
  const lines = text.split(/\r\n|\n|\r/);
  if (lines.at(-1) === '' && lines.length > 1) lines.pop();
  const segments = splitText(text)?.units ?? [];
  return segments.length > 2 * lines.length ? { unit: 'segment', lines: segments } : { unit: 'line', lines };
}

/** Lines around a place that are shown with it; of a document without places, the first ones. */
const around = 5;
const first = 40;

/** What is shown of a document at first: its places with a few lines around. The rest is asked for. */
export function selectParts({ lines }: DocumentLines, places: readonly number[]): readonly DocumentPart[] {
  const wanted = new Set(places.filter((line) => line >= 1 && line <= lines.length));
  if (wanted.size === 0) return [{ from: 1, lines: lines.slice(0, first) }];
  const parts: { from: number; to: number }[] = [];
  for (const place of [...wanted].sort((a, b) => a - b)) {
    const [from, to] = [Math.max(1, place - around), Math.min(lines.length, place + around)];
    const before = parts.at(-1);
    if (before && from <= before.to + 1) before.to = to;
    else parts.push({ from, to });
  }
  return parts.map(({ from, to }) => ({ from, lines: lines.slice(from - 1, to) }));
}

/** Where a finding stands among the lines or segments of its document. */
export const placeOf = ({ line, record }: Finding, unit: DocumentLines['unit']): number | undefined =>
  unit === 'segment' ? record : line;
