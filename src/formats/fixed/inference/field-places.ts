import { guessType } from '../../infer/guess-type.ts';
import type { NumberMarks } from '../../text/value-type.ts';

/** Characters of a record that hold one value; `first` is 0-based. */
export interface FieldPlace {
  readonly first: number;
  readonly length: number;
}

/** Where the values of records of one kind begin, 0-based, from `from` on: behind blanks that all have, and where digits meet letters. */
export function guessFieldStarts(lines: readonly string[], from: number): readonly number[] {
  const width = Math.max(0, ...lines.map((line) => line.trimEnd().length));
  const classes = Array.from({ length: width }, (_, at) => classOf(lines, at));
  const runs = listRuns(classes, from);
  const starts = runs.flatMap(({ start, end }) => [start, ...splitRun(lines, classes, start, end)]);
  return starts.map((start, n) =>
    growLeft(lines, start, { from, before: starts[n - 1], next: starts[n + 1] }),
  );
}

/** Longer ones are codes and days, which do not grow. */
const longestNumber = 8;

/**
 * Numbers stand at the right of their place: the blanks before them are theirs. A larger one would else lose its first digits, and what is
 * before it would show them.
 */
function growLeft(
  lines: readonly string[],
  start: number,
  {
    from,
    before,
    next,
  }: { readonly from: number; readonly before?: number | undefined; readonly next?: number | undefined },
): number {
  const values = lines.map((line) => line.slice(start, next).trim()).filter((value) => value !== '');
  const isNumber = values.every((value) => value.length < longestNumber && /^[+-]?[\d.,]+-?$/.test(value));
  if (!isNumber) return start;
  if (before === undefined) return from;
  return before + Math.max(1, ...lines.map((line) => line.slice(before, start).trimEnd().length));
}

type CharacterClass = 'blank' | 'digit' | 'letter' | 'mixed';

/** What stands at that place in all lines; a line that has ended has a blank there. */
const classOf = (lines: readonly string[], at: number): CharacterClass =>
  classifyCharacters(lines.map((line) => line[at] ?? ' '));

export function classifyCharacters(found: readonly string[]): CharacterClass {
  if (found.every((one) => one === ' ')) return 'blank';
  if (found.every((one) => /\d/.test(one))) return 'digit';
  return found.every((one) => /\p{L}/u.test(one)) ? 'letter' : 'mixed';
}

interface Run {
  readonly start: number;
  /** Behind it. */
  end: number;
}

/** Between blanks that all lines have; one blank within words is none of those. */
function listRuns(classes: readonly CharacterClass[], from: number): readonly Run[] {
  const runs: Run[] = [];
  for (let at = from; at < classes.length; at += 1) {
    if (classes[at] === 'blank') continue;
    const last = runs.at(-1);
    const isWithin = last !== undefined && (last.end === at || isBlankInText(classes, last, at));
    if (isWithin) last.end = at + 1;
    else runs.push({ start: at, end: at + 1 });
  }
  return runs;
}

/** Behind a code of a few letters that every line has, it ends a value: `EUR Acme`. */
function isBlankInText(classes: readonly CharacterClass[], { start, end }: Run, at: number): boolean {
  const isCode = end - start <= 3 && classes.slice(start, end).every((one) => one === 'letter');
  return at - end === 1 && !isCode && classes[end - 1] !== 'digit' && classes[at] === 'letter';
}

/** Digits and letters that meet are two values only where they are long enough to be. */
const shortest = { digits: 6, letters: 2 };

function splitRun(
  lines: readonly string[],
  classes: readonly CharacterClass[],
  start: number,
  end: number,
): readonly number[] {
  const parts = listClassParts(classes, start, end);
  const cuts = parts.slice(1).flatMap((part, n) => {
    const before = parts[n];
    return before !== undefined && areTwoValues(before, part) ? [part.start] : [];
  });
  const bounds = [start, ...cuts, end];
  return bounds
    .slice(0, -1)
    .flatMap((one, n) => [...(n === 0 ? [] : [one]), ...splitDigits(lines, one, bounds[n + 1] ?? end)]);
}

interface ClassPart {
  readonly kind: CharacterClass;
  readonly start: number;
  readonly length: number;
}

function listClassParts(
  classes: readonly CharacterClass[],
  start: number,
  end: number,
): readonly ClassPart[] {
  const parts: ClassPart[] = [];
  for (let at = start; at < end; at += 1) {
    const kind = classes[at] ?? 'mixed';
    const last = parts.at(-1);
    if (last?.kind === kind) parts[parts.length - 1] = { ...last, length: last.length + 1 };
    else parts.push({ kind, start: at, length: 1 });
  }
  return parts;
}

function areTwoValues(before: ClassPart, part: ClassPart): boolean {
  const [digits, letters] = before.kind === 'digit' ? [before, part] : [part, before];
  return (
    digits.kind === 'digit' &&
    letters.kind === 'letter' &&
    digits.length >= shortest.digits &&
    letters.length >= shortest.letters
  );
}

const noMarks: NumberMarks = { decimal: ',' };
const dayLength = 8;

/** Digits without blanks between them: a day of eight digits, and what begins with zeros in every line, are values of their own. */
function splitDigits(lines: readonly string[], start: number, end: number): readonly number[] {
  const isDigits = lines.every((line) => /^\d+$/.test(line.slice(start, end)));
  if (!isDigits || end - start <= dayLength) return isDigits ? splitAtZeros(lines, start, end) : [];
  for (let at = start; at + dayLength <= end; at += 1) {
    if (!isDay(lines, at)) continue;
    const behind = at + dayLength;
    return [
      ...(at > start ? [...splitAtZeros(lines, start, at), at] : []),
      ...(behind < end ? [behind, ...splitDigits(lines, behind, end)] : []),
    ];
  }
  return splitAtZeros(lines, start, end);
}

const isDay = (lines: readonly string[], at: number): boolean => {
  const values = lines.map((line) => line.slice(at, at + dayLength));
  return guessType(values, noMarks).type.startsWith('date');
};

/** Where all lines have zeros behind digits that differ: what all begin with is the beginning of one number. */
function splitAtZeros(lines: readonly string[], start: number, end: number): readonly number[] {
  const isZero = (at: number) => lines.every((line) => line[at] === '0');
  const varies = (from: number, to: number) => new Set(lines.map((line) => line.slice(from, to))).size > 1;
  const found: number[] = [];
  for (let at = start + 2; at + 1 < end; at += 1)
    if (isZero(at) && isZero(at + 1) && !isZero(at - 1) && varies(found.at(-1) ?? start, at)) found.push(at);
  return found;
}

/** Each field ends where the next one begins, the last one with the longest record. */
export function listFieldPlaces(starts: readonly number[], lines: readonly string[]): readonly FieldPlace[] {
  const width = Math.max(0, ...lines.map((line) => line.trimEnd().length));
  const sorted = [...new Set(starts)].sort((a, b) => a - b);
  return sorted
    .map((first, n) => ({ first, length: (sorted[n + 1] ?? Math.max(width, first + 1)) - first }))
    .filter(({ length }) => length > 0);
}
