/** Lines `start` up to `end` of a text are replaced by `lines`; where both are equal, they are put in before that line. */
interface LineEdit {
  readonly start: number;
  readonly end: number;
  readonly lines: readonly string[];
}

/** Both edits of `base` in one text; undefined where they touch the same lines. Lines that only adjoin are merged. */
export function mergeLines(base: string, onto: string, edited: string): string | undefined {
  const [lines = [], others = [], own = []] = [base, onto, edited].map((text) => text.split('\n'));
  const [theirs, ours] = [findEdits(lines, others), findEdits(lines, own)];
  const news = ours.filter((one) => !theirs.some((other) => isSameEdit(one, other)));
  if (news.some((one) => theirs.some((other) => touches(one, other)))) return undefined;
  // what stands in the folder that runs comes first where both put something in
  const all = [...theirs, ...news].sort((a, b) => a.start - b.start || a.end - b.end);
  return applyEdits(lines, all).join('\n');
}

const isSameEdit = (one: LineEdit, other: LineEdit): boolean => JSON.stringify(one) === JSON.stringify(other);

const touches = (one: LineEdit, other: LineEdit): boolean => one.start < other.end && other.start < one.end;

function applyEdits(lines: readonly string[], edits: readonly LineEdit[]): readonly string[] {
  let at = 0;
  const found: string[] = [];
  for (const edit of edits) {
    found.push(...lines.slice(at, edit.start), ...edit.lines);
    at = edit.end;
  }
  return [...found, ...lines.slice(at)];
}

/** What has to be done to `before` so that it becomes `after`: between the longest rows of lines that both have. */
export function findEdits(before: readonly string[], after: readonly string[]): readonly LineEdit[] {
  const common = findCommonLines(before, after);
  const edits: LineEdit[] = [];
  let [at, to] = [0, 0];
  for (const [one, other] of [...common, [before.length, after.length] as const]) {
    if (one > at || other > to) edits.push({ start: at, end: one, lines: after.slice(to, other) });
    [at, to] = [one + 1, other + 1];
  }
  return edits;
}

/** Pairs of the longest common subsequence: mappings have some thousand lines at the most. */
function findCommonLines(
  before: readonly string[],
  after: readonly string[],
): readonly (readonly [number, number])[] {
  const width = after.length + 1;
  const longest = new Uint32Array((before.length + 1) * width);
  const at = (one: number, other: number): number => longest[one * width + other] ?? 0;
  for (let one = before.length - 1; one >= 0; one -= 1)
    for (let other = after.length - 1; other >= 0; other -= 1)
      longest[one * width + other] =
        before[one] === after[other]
          ? at(one + 1, other + 1) + 1
          : Math.max(at(one + 1, other), at(one, other + 1));
  const pairs: (readonly [number, number])[] = [];
  for (let [one, other] = [0, 0]; one < before.length && other < after.length; ) {
    if (before[one] === after[other]) {
      pairs.push([one, other]);
      [one, other] = [one + 1, other + 1];
    } else if (at(one + 1, other) >= at(one, other + 1)) one += 1;
    else other += 1;
  }
  return pairs;
}
