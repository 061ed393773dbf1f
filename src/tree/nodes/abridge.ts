import { randomUUID } from 'node:crypto';

/**
 * A file embedded as base64 makes a document long without making it say more. Here such runs are cut out of the bytes
 * before anything looks at each character; a mark stands in their place, and whoever asks for the text gets all of it.
 */

/** A part that was cut out: base64 characters and white space, from one base64 character to another. */
export interface Gap {
  /** Stands in its place: 32 base64 characters that nobody outside can foresee. */
  readonly mark: string;
  /** What was cut out: a view of the document's bytes. Its count of base64 characters is a multiple of four. */
  readonly bytes: Uint8Array;
  /** Line feeds in it. */
  readonly lines: number;
  /** Characters after the last of them; all of them without one. */
  readonly tail: number;
}

export interface AbridgedBytes {
  readonly bytes: Uint8Array;
  readonly gaps: readonly Gap[];
}

/** Runs that are cut, and what is left of each: findings quote the head; the tail has the padding. Characters. */
const size = { least: 4096, head: 512, tail: 64 };

export const markLength = 32;
const numberLength = 9;

/** Finds all marks of the document that has this one. */
export const buildMarkPattern = (mark: string): RegExp =>
  new RegExp(`(${mark.slice(0, -numberLength)}\\d{${numberLength}})`, 'g');

const base64 = 1;
const blank = 2;
const padding = 3;
const lineFeed = 0x0a;
const carriageReturn = 0x0d;
const lessThan = 0x3c;
const kinds = kindsOfBytes();

function kindsOfBytes(): Uint8Array {
  const table = new Uint8Array(256);
  for (const byte of Buffer.from('ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'))
    table[byte] = base64;
  for (const byte of Buffer.from(' \t\r\n')) table[byte] = blank;
  table[0x3d] = padding;
  return table;
}

/**
 * Cuts the long runs of base64 that end before a `<`: of a well-formed document, only texts, comments and the like end so.
 * For encodings in which ASCII is ASCII. Without such a run the bytes come back as they are.
 */
export function abridge(bytes: Uint8Array): AbridgedBytes {
  if (!canHoldRun(bytes)) return { bytes, gaps: [] };
  const gaps: Gap[] = [];
  const parts: Uint8Array[] = [];
  const secret = randomUUID()
    .replaceAll('-', '')
    .slice(0, markLength - 1 - numberLength);
  let kept = 0;
  for (const [start, end] of findRuns(bytes)) {
    const cut = cutOf(bytes, start + size.head, end - size.tail);
    if (cut === undefined) continue;
    const mark = `M${secret}${String(gaps.length).padStart(numberLength, '0')}`;
    gaps.push({ mark, ...cut });
    parts.push(bytes.subarray(kept, cut.start), Buffer.from(mark));
    kept = cut.start + cut.bytes.length;
  }
  if (gaps.length === 0) return { bytes, gaps };
  return { bytes: Buffer.concat([...parts, bytes.subarray(kept)]), gaps };
}

/** A run lies over one of the places that are as far apart as it is long: most documents need not be looked at byte by byte. */
function canHoldRun(bytes: Uint8Array): boolean {
  for (let end = size.least - 1; end < bytes.length; ) {
    let start = end;
    while (start > end - size.least && kinds[bytes[start] ?? 0] !== 0) start -= 1;
    if (start === end - size.least) return true;
    end = start + size.least;
  }
  return false;
}

/** Start and end of base64 and white space before padding and a `<`. */
function* findRuns(bytes: Uint8Array): Generator<readonly [number, number]> {
  let start = 0;
  let padded: number | undefined;
  for (let at = 0; at < bytes.length; at += 1) {
    const byte = bytes[at] ?? 0;
    const kind = kinds[byte];
    if (kind === base64) {
      if (padded === undefined) continue;
      start = at;
      padded = undefined;
    } else if (kind === padding) padded ??= at;
    else if (kind !== blank || (byte === carriageReturn && bytes[at + 1] !== lineFeed)) {
      const end = padded ?? at;
      if (byte === lessThan && end - start >= size.least) yield [start, end];
      start = at + 1;
      padded = undefined;
    }
  }
}

type GapCut = Pick<Gap, 'bytes' | 'lines' | 'tail'> & { readonly start: number };

/** The longest cut between two offsets that starts and ends with a base64 character. */
function cutOf(bytes: Uint8Array, from: number, to: number): GapCut | undefined {
  let start = from;
  while (start < to && kinds[bytes[start] ?? 0] !== base64) start += 1;
  let end = start;
  let count = 0;
  for (let at = start; at < to; at += 1) {
    if (kinds[bytes[at] ?? 0] !== base64) continue;
    count += 1;
    if (count % 4 === 0) end = at + 1;
  }
  if (end - start <= markLength) return undefined;
  const cut = bytes.subarray(start, end);
  return { start, bytes: cut, lines: countLineFeeds(cut), tail: cut.length - 1 - cut.lastIndexOf(lineFeed) };
}

function countLineFeeds(bytes: Uint8Array): number {
  let count = 0;
  for (let at = bytes.indexOf(lineFeed); at !== -1; at = bytes.indexOf(lineFeed, at + 1)) count += 1;
  return count;
}

/** Parts of at most 64 kB, none of which ends inside a line's end. */
export function* sliceBytes(bytes: Uint8Array): Generator<Uint8Array> {
  let start = 0;
  while (start < bytes.length) {
    let end = start + 65_536;
    if (bytes[end - 1] === carriageReturn) end += 1;
    yield bytes.subarray(start, end);
    start = end;
  }
}
