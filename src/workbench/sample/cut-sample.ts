import { splitText } from '../../formats/syntaxes.ts';

/** What of a sample is looked at: a few thousand lines show as much as a million. */
export const sampleLimits = { bytes: 5_000_000, lines: 2000 } as const;

export interface CutSample {
  readonly bytes: Uint8Array;
  /** Lines of the whole file. */
  readonly lines: number;
  /** Only its first lines are used. */
  readonly isCut: boolean;
}

const lineFeed = 10;

/** The first lines of a file of lines; what is no such file (XML, an interchange of segments, UTF-16) stays whole. */
export function cutSample(bytes: Uint8Array): CutSample {
  const { count, end } = countLines(bytes);
  if (count <= sampleLimits.lines || !isOfLines(bytes)) return { bytes, lines: count, isCut: false };
  return { bytes: bytes.subarray(0, end), lines: count, isCut: true };
}

function isOfLines(bytes: Uint8Array): boolean {
  const head = Buffer.from(bytes.subarray(0, 400)).toString('utf8');
  return !head.includes('\0') && !/^\ufeff?\s*</.test(head) && splitText(head) === undefined;
}

/** `end`: behind the last line that is used. */
function countLines(bytes: Uint8Array): { readonly count: number; readonly end: number } {
  let count = 0;
  let end = 0;
  let last = 0;
  for (let at = bytes.indexOf(lineFeed); at !== -1; at = bytes.indexOf(lineFeed, at + 1)) {
    count += 1;
    last = at + 1;
    if (count === sampleLimits.lines) end = last;
  }
  return { count: last < bytes.length ? count + 1 : count, end };
}
