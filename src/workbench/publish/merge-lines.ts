import type { RuleLines } from '../../mapping/compare/mapping-differences.ts';
import type { Clash, MergePart } from './merge-parts.ts';

/** Lines `start` up to `end` of a text are replaced by `lines`, which begin at line `at` of the other one; where both are equal, they are put in before that line. */
interface LineEdit {
  readonly start: number;
  readonly end: number;
  readonly at: number;
  readonly lines: readonly string[];
}

/** A rule that both have changed, and the lines that say it in each text. Absent: it has none. */
export interface ContestedRule {
  readonly rule: string;
  readonly base?: RuleLines | undefined;
  readonly theirs?: RuleLines | undefined;
  readonly ours?: RuleLines | undefined;
}

/**
 * Both edits of `base` in one text. Lines that only adjoin are merged; those that both touch, or that say a contested rule, clash. Undefined:
 * no line says where a contested rule is.
 */
export function mergeLines(
  base: string,
  onto: string,
  edited: string,
  contested: readonly ContestedRule[],
): readonly MergePart[] | undefined {
  const [lines = [], others = [], own = []] = [base, onto, edited].map(splitLines);
  const edits: BothEdits = { theirs: findEdits(lines, others), ours: findEdits(lines, own) };
  const rules = contested.map((one) => ({ rule: one.rule, edits: findEditsOf(one, edits) }));
  if (rules.some((one) => one.edits.length === 0)) return undefined;
  const groups = groupClashes(edits, [...listTouching(edits), ...rules.map((one) => one.edits)]);
  return buildParts(lines, edits, groups, rules);
}

/** The end of the last line begins no other. */
const splitLines = (text: string): readonly string[] =>
  text === '' ? [] : text.replace(/\r\n/g, '\n').replace(/\n$/, '').split('\n');

const endEach = (lines: readonly string[]): string => lines.map((line) => `${line}\n`).join('');

interface BothEdits {
  readonly theirs: readonly LineEdit[];
  readonly ours: readonly LineEdit[];
}

type Group = readonly LineEdit[];

interface PlacedRule {
  readonly rule: string;
  readonly edits: Group;
}

const isSameEdit = (one: LineEdit, other: LineEdit): boolean =>
  one.start === other.start && one.end === other.end && endEach(one.lines) === endEach(other.lines);

type BaseRange = Pick<LineEdit, 'start' | 'end'>;

const touches = (one: BaseRange, other: BaseRange): boolean => one.start < other.end && other.start < one.end;

const rangeOf = (group: Group): BaseRange => ({
  start: Math.min(...group.map(({ start }) => start)),
  end: Math.max(...group.map(({ end }) => end)),
});

const listTouching = ({ theirs, ours }: BothEdits): readonly Group[] =>
  ours.flatMap((one) =>
    theirs.filter((other) => touches(one, other) && !isSameEdit(one, other)).map((other) => [one, other]),
  );

function findEditsOf({ base, theirs, ours }: ContestedRule, edits: BothEdits): Group {
  const says = (range: RuleLines | undefined) => (edit: LineEdit) =>
    meets(base, edit.start, edit.end) || meets(range, edit.at, edit.at + edit.lines.length);
  return [...edits.theirs.filter(says(theirs)), ...edits.ours.filter(says(ours))];
}

const meets = (range: RuleLines | undefined, start: number, end: number): boolean =>
  range !== undefined && start < range.after && range.first < end;

/** Each with all that lies between what belongs together. */
function groupClashes({ theirs, ours }: BothEdits, seeds: readonly Group[]): readonly Group[] {
  const all = [...theirs, ...ours];
  return seeds.reduce<readonly Group[]>((groups, seed) => {
    const group = widen(seed, all);
    const isNear = (other: Group): boolean => other.some((edit) => group.includes(edit));
    const near = groups.filter(isNear);
    return [...groups.filter((one) => !isNear(one)), [...new Set([...near.flat(), ...group])]];
  }, []);
}

function widen(group: Group, all: readonly LineEdit[]): Group {
  const range = rangeOf(group);
  const wider = all.filter((edit) => group.includes(edit) || touches(range, edit));
  return wider.length > new Set(group).size ? widen(wider, all) : wider;
}

/** What stands in the folder that runs comes first where both put something in. */
function buildParts(
  lines: readonly string[],
  edits: BothEdits,
  groups: readonly Group[],
  rules: readonly PlacedRule[],
): readonly MergePart[] {
  const apart = (edit: LineEdit): boolean => !groups.some((group) => group.includes(edit));
  const news = edits.ours.filter((one) => !edits.theirs.some((other) => isSameEdit(one, other)));
  const steps = [
    ...[...edits.theirs, ...news].filter(apart).map((edit) => ({ ...edit, group: undefined })),
    ...groups.map((group) => ({ ...rangeOf(group), lines: [], group })),
  ].sort((a, b) => a.start - b.start || a.end - b.end);
  let at = 0;
  const parts: MergePart[] = [];
  for (const { start, end, lines: put, group } of steps) {
    const text = endEach(lines.slice(at, start)) + endEach(put);
    if (text !== '') parts.push({ text });
    if (group) parts.push({ clash: describeClash(lines, edits, group, rules) });
    at = end;
  }
  return [...parts, { text: endEach(lines.slice(at)) }];
}

function describeClash(
  lines: readonly string[],
  edits: BothEdits,
  group: Group,
  rules: readonly PlacedRule[],
): Clash {
  const { start, end } = rangeOf(group);
  const textOf = (side: readonly LineEdit[]) =>
    applyEdits(
      lines,
      side.filter((edit) => group.includes(edit)),
      { start, end },
    ).join('\n');
  const lineIn = (side: readonly LineEdit[]): number =>
    side
      .filter((edit) => edit.end <= start && !group.includes(edit))
      .reduce((line, edit) => line + edit.lines.length - (edit.end - edit.start), start + 1);
  return {
    kind: 'lines',
    rules: rules.filter((one) => one.edits.some((edit) => group.includes(edit))).map(({ rule }) => rule),
    base: lines.slice(start, end).join('\n'),
    theirs: textOf(edits.theirs),
    ours: textOf(edits.ours),
    lines: { base: start + 1, theirs: lineIn(edits.theirs), ours: lineIn(edits.ours) },
  };
}

function applyEdits(
  lines: readonly string[],
  edits: readonly LineEdit[],
  { start, end }: BaseRange,
): readonly string[] {
  let at = start;
  const found: string[] = [];
  for (const edit of edits) {
    found.push(...lines.slice(at, edit.start), ...edit.lines);
    at = edit.end;
  }
  return [...found, ...lines.slice(at, end)];
}

/** What has to be done to `before` so that it becomes `after`: between the longest rows of lines that both have. */
function findEdits(before: readonly string[], after: readonly string[]): readonly LineEdit[] {
  return listGaps(findCommonLines(before, after), before.length, after.length).flatMap(
    ({ start, end, at, to }) =>
      splitEdit(before.slice(start, end), { start, end, at, lines: after.slice(at, to) }),
  );
}

/** Lines of one text and those in their place in the other: each from the first up to the second of its pair. */
interface Gap {
  readonly start: number;
  readonly end: number;
  readonly at: number;
  readonly to: number;
}

/** What lies between pairs of lines. */
function listGaps(pairs: readonly LinePair[], length: number, otherLength: number): readonly Gap[] {
  let [start, at] = [0, 0];
  return [...pairs, [length, otherLength] as const].flatMap(([end, to]) => {
    const gap = { start, end, at, to };
    [start, at] = [end + 1, to + 1];
    return gap.end > gap.start || gap.to > gap.at ? [gap] : [];
  });
}

/** A line that gives the same name another value is a change of its own: its neighbours go along without it. */
function splitEdit(before: readonly string[], edit: LineEdit): readonly LineEdit[] {
  const { start, at, lines } = edit;
  const pairs = findLongestCommon(before.map(nameOfLine), lines.map(nameOfLine));
  const changes = pairs.map(([one, other]) => ({ start: one, end: one + 1, at: other, to: other + 1 }));
  return [...changes, ...listGaps(pairs, before.length, lines.length)]
    .map((gap) => ({
      ...{ start: start + gap.start, end: start + gap.end },
      ...{ at: at + gap.at, lines: lines.slice(gap.at, gap.to) },
    }))
    .sort((a, b) => a.start - b.start || a.end - b.end);
}

/** With its indentation: `    name:`. */
const nameOfLine = (line: string): string => /^[^:#]*:/.exec(line)?.[0] ?? line;

type LinePair = readonly [number, number];

/** What both begin and end with needs no search: most edits are small. */
function findCommonLines(before: readonly string[], after: readonly string[]): readonly LinePair[] {
  const most = Math.min(before.length, after.length);
  let head = 0;
  while (head < most && before[head] === after[head]) head += 1;
  let tail = 0;
  while (tail < most - head && before.at(-1 - tail) === after.at(-1 - tail)) tail += 1;
  const middle = findLongestCommon(
    before.slice(head, before.length - tail),
    after.slice(head, after.length - tail),
  );
  const pairAt = (n: number, one: number, other: number): LinePair => [one + n, other + n];
  return [
    ...Array.from({ length: head }, (_, n) => pairAt(n, 0, 0)),
    ...middle.map(([one, other]): LinePair => [one + head, other + head]),
    ...Array.from({ length: tail }, (_, n) => pairAt(n, before.length - tail, after.length - tail)),
  ];
}

/** Pairs of the longest common subsequence: mappings have some thousand lines at the most. */
function findLongestCommon(before: readonly string[], after: readonly string[]): readonly LinePair[] {
  const width = after.length + 1;
  const longest = new Uint32Array((before.length + 1) * width);
  const at = (one: number, other: number): number => longest[one * width + other] ?? 0;
  for (let one = before.length - 1; one >= 0; one -= 1)
    for (let other = after.length - 1; other >= 0; other -= 1)
      longest[one * width + other] =
        before[one] === after[other]
          ? at(one + 1, other + 1) + 1
          : Math.max(at(one + 1, other), at(one, other + 1));
  const pairs: LinePair[] = [];
  for (let [one, other] = [0, 0]; one < before.length && other < after.length; ) {
    if (before[one] === after[other]) {
      pairs.push([one, other]);
      [one, other] = [one + 1, other + 1];
    } else if (at(one + 1, other) >= at(one, other + 1)) one += 1;
    else other += 1;
  }
  return pairs;
}
