import { isGln } from '../../../scsn/rules/code-lists.ts';
import { isCurrencyCode, isUnitCode } from '../../infer/guess-meanings.ts';
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
  const starts = runs.flatMap(({ start, end }) => [start, ...splitRun(lines, start, end)]);
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
  // with zeros before them they fill their place
  const isFilled =
    new Set(values.map(({ length }) => length)).size === 1 && values.some((value) => /^0\d/.test(value));
  if (!isNumber || isFilled) return start;
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

/** Places within a run, `start` and `end` not among them, at which another value begins. */
type FindCuts = (lines: readonly string[], start: number, end: number) => readonly number[];

/** What is surest first: what it leaves is looked at by the next one. */
function splitRun(lines: readonly string[], start: number, end: number): readonly number[] {
  const cutters: readonly FindCuts[] = [cutAroundDays, cutAtClasses, cutAroundCurrencies, splitDigits];
  const bounds = cutters.reduce<readonly number[]>(
    (before, findCuts) =>
      before.flatMap((from, n) => {
        const to = before[n + 1];
        return to === undefined ? [from] : [from, ...findCuts(lines, from, to)];
      }),
    [start, end],
  );
  return bounds.slice(1, -1);
}

const inside = (cuts: readonly number[], start: number, end: number): readonly number[] =>
  cuts.filter((at) => at > start && at < end);

/** `2026-11-20`, `20.11.2026`: the marks in it say where it begins and ends. */
const writtenDay = /^(\d{4}([-/.])\d\d\2\d\d|\d\d([-/.])\d\d\3\d{4})$/;
const writtenLength = 10;

function cutAroundDays(lines: readonly string[], start: number, end: number): readonly number[] {
  for (let at = start; at + writtenLength <= end; at += 1) {
    const values = lines.map((line) => line.slice(at, at + writtenLength));
    if (!values.every((value) => writtenDay.test(value)) || !areDays(values)) continue;
    const behind = at + writtenLength;
    return [...inside([at, behind], start, end), ...cutAroundDays(lines, behind, end)];
  }
  return [];
}

const noMarks: NumberMarks = { decimal: ',' };
const dayLength = 8;

const areDays = (values: readonly string[]): boolean => guessType(values, noMarks).type.startsWith('date');

const isDay = (lines: readonly string[], at: number): boolean =>
  areDays(lines.map((line) => line.slice(at, at + dayLength)));

/** Digits and letters that meet are two values only where they are long enough to be, or the digits are a day. */
const shortest = { digits: 6, letters: 2 };

function cutAtClasses(lines: readonly string[], start: number, end: number): readonly number[] {
  const parts = listClassParts(lines, start, end);
  return parts.flatMap((part, n) => {
    const [before, behind] = [parts[n - 1], parts[n + 1]];
    if (before === undefined) return [];
    const [digits, letters] = before.kind === 'digit' ? [before, part] : [part, before];
    if (digits.kind !== 'digit' || letters.kind !== 'letter') return [];
    const areLong = digits.length >= shortest.digits && letters.length >= shortest.letters;
    // a letter alone between a number and a day: both ends of it
    const isBeforeDay = digits === before && behind !== undefined && isDayPart(lines, behind);
    return areLong || isDayPart(lines, digits) || (isBeforeDay && digits.length >= shortest.digits)
      ? [part.start]
      : [];
  });
}

interface ClassPart {
  readonly kind: CharacterClass;
  readonly start: number;
  readonly length: number;
}

const isDayPart = (lines: readonly string[], { kind, start, length }: ClassPart): boolean =>
  kind === 'digit' && length === dayLength && isDay(lines, start);

function listClassParts(lines: readonly string[], start: number, end: number): readonly ClassPart[] {
  const parts: ClassPart[] = [];
  for (let at = start; at < end; at += 1) {
    const kind = classOf(lines, at);
    const last = parts.at(-1);
    if (last?.kind === kind) parts[parts.length - 1] = { ...last, length: last.length + 1 };
    else parts.push({ kind, start: at, length: 1 });
  }
  return parts;
}

const codeLength = 3;

/** A currency that stands at one end of letters, with a unit or nothing at its other side. */
function cutAroundCurrencies(lines: readonly string[], start: number, end: number): readonly number[] {
  const textsOf = (from: number, to: number) => lines.map((line) => line.slice(from, to).trim());
  const isCurrency = (at: number) => textsOf(at, at + codeLength).every((text) => isCurrencyCode(text));
  const areUnits = (from: number, to: number) =>
    textsOf(from, to).every((text) => text === '' || isUnitCode(text));
  if (end - start <= codeLength) return [];
  if (isCurrency(start) && areUnits(start + codeLength, end)) return [start + codeLength];
  const last = end - codeLength;
  return isCurrency(last) && areUnits(start, last) ? [last] : [];
}

/**
 * Digits without blanks between them: a day of eight digits, a number with a check digit, and what begins with zeros in every line, are values
 * of their own.
 */
function splitDigits(lines: readonly string[], start: number, end: number): readonly number[] {
  const isDigits = lines.every((line) => /^\d+$/.test(line.slice(start, end)));
  if (!isDigits) return [];
  const found = findGlns(lines, start, end) ?? findDay(lines, start, end);
  if (found === undefined) return splitAtZeros(lines, start, end);
  const { first, length } = found;
  const behind = first + length;
  return [
    ...(first > start ? [...splitDigits(lines, start, first), first] : []),
    ...(behind < end ? [behind, ...splitDigits(lines, behind, end)] : []),
  ];
}

function findDay(lines: readonly string[], start: number, end: number): FieldPlace | undefined {
  for (let first = start; end - start > dayLength && first + dayLength <= end; first += 1)
    if (isDay(lines, first)) return { first, length: dayLength };
  return undefined;
}

const glnLength = 13;

/**
 * Numbers of places and items (GLN, GTIN) whose last digit is right in every line: at an end of the digits of two different ones, elsewhere of
 * three, for one in ten is right by chance.
 */
function findGlns(lines: readonly string[], start: number, end: number): FieldPlace | undefined {
  for (let first = start; first + glnLength <= end; first += 1) {
    const values = lines.map((line) => line.slice(first, first + glnLength));
    const isWhole = end - start === glnLength;
    const isAtEnd = first === start || first + glnLength === end;
    const least = isWhole ? 1 : isAtEnd ? 2 : 3;
    if (new Set(values).size >= least && values.every(isGln)) return { first, length: glnLength };
  }
  return undefined;
}

/** Where all lines have zeros behind digits that differ: what all begin with is the beginning of one number. Zeros alone end the one before. */
function splitAtZeros(lines: readonly string[], start: number, end: number): readonly number[] {
  const isZero = (at: number) => lines.every((line) => line[at] === '0');
  const varies = (from: number, to: number) => new Set(lines.map((line) => line.slice(from, to))).size > 1;
  const isNumber = (from: number) => lines.some((line) => /[1-9]/.test(line.slice(from, end)));
  const found: number[] = [];
  for (let at = start + 2; at + 1 < end; at += 1)
    if (isZero(at) && isZero(at + 1) && !isZero(at - 1) && varies(found.at(-1) ?? start, at) && isNumber(at))
      found.push(at);
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
