import type { RecordTypePlace } from '../../infer/sample-corrections.ts';
import { classifyCharacters } from './field-places.ts';

/** Kinds of records that one file has at the most, and characters that say which. */
const most = { kinds: 12, length: 10 };

/** Where lines say what they are: the same few words or numbers at their beginning, come again and again. Undefined: they do not. */
export function findRecordType(lines: readonly string[]): RecordTypePlace | undefined {
  if (lines.length < 2) return undefined;
  const length = lines.every((line) => /^[A-Za-z]/.test(line)) ? lengthOfWords(lines) : lengthOfCodes(lines);
  return length === undefined || !areKinds(readTypes(lines, length)) ? undefined : { at: 1, length };
}

/** The types of lines; a place may have blanks behind a short one. */
export const readTypes = (lines: readonly string[], length: number, at = 1): readonly string[] =>
  lines.map((line) => line.slice(at - 1, at - 1 + length).trim());

/** `KOP  4711` beside `REGEL`: as long as the longest word behind which the shorter ones have blanks; `KOP4711`: as long as the shortest. */
function lengthOfWords(lines: readonly string[]): number | undefined {
  const words = lines.map((line) => /^[A-Za-z]+/.exec(line)?.[0].length ?? 0);
  const lengths = [...new Set(words)].filter((length) => length <= most.length).sort((a, b) => b - a);
  const isPlace = (length: number) => lines.every((line, n) => line.slice(words[n], length).trim() === '');
  const found = lengths.find(isPlace);
  // a letter alone may have a number behind it: `F0`, `K1`
  const isNumbered = found === 1 && lines.every((line) => /^[A-Za-z]\d/.test(line));
  return isNumbered && areKinds(readTypes(lines, 2)) ? 2 : found;
}

/** The shortest beginning that tells kinds apart, and whose kinds look alike inside. */
function lengthOfCodes(lines: readonly string[]): number | undefined {
  for (let length = 1; length <= 4; length += 1) {
    const isCode = lines.every((line) => /^[A-Za-z0-9]+$/.test(line.slice(0, length)));
    if (!isCode) return undefined;
    if (!areKinds(readTypes(lines, length))) continue;
    return isPartOfCode(lines, length) ? length + 1 : length;
  }
  return undefined;
}

/** Of `10`, `20` the first digit alone; of `00`, `01`, `02` one that lines have in common that are not alike. */
function isPartOfCode(lines: readonly string[], length: number): boolean {
  if (length >= 2) return false;
  if (countKinds(lines, length + 1) === countKinds(lines, length)) return true;
  const isLikelier = measureLikeness(lines, length + 1) > measureLikeness(lines, length) + clearly;
  return isLikelier && areKinds(readTypes(lines, length + 1));
}

const clearly = 0.15;

/** Of the places of lines of one kind the share that has digits, letters or blanks in all of them; from 0 to 1. */
function measureLikeness(lines: readonly string[], length: number): number {
  const kinds = [...Map.groupBy(lines, (line) => line.slice(0, length)).values()];
  const several = kinds.filter((own) => own.length > 1);
  const shares = several.map((own) => {
    const classes = Array.from({ length: own[0]?.length ?? 0 }, (_, at) =>
      classifyCharacters(own.map((line) => line[at] ?? ' ')),
    );
    return classes.filter((one) => one !== 'mixed').length / Math.max(1, classes.length);
  });
  return shares.reduce((sum, share) => sum + share, 0) / Math.max(1, shares.length);
}

const countKinds = (lines: readonly string[], length: number): number =>
  new Set(readTypes(lines, length)).size;

/** More than one, and few enough that they come again. */
function areKinds(types: readonly string[]): boolean {
  const kinds = new Set(types);
  return kinds.size > 1 && kinds.size <= most.kinds && !kinds.has('') && kinds.size < types.length;
}
