import { bare, type Condition, type Step, stepsOf } from './place.ts';
import type { Subject } from './subject.ts';
import type { Disposition } from './table.ts';

/** A row whose place is read. */
export interface Row extends Disposition {
  readonly steps: readonly Step[];
  /** Names alone. */
  readonly path: string;
  /** `//DTM/C507/e2379`, `gLIN//DTM/C507/e2380`: wherever it stands, below there. */
  readonly isAnywhere: boolean;
  readonly below: string;
  /** Those that it names. */
  readonly codes: readonly string[];
  /** It is the rest: whatever code stands there, of whatever party or reference. */
  readonly isRest: boolean;
}

export function rowOf(row: Disposition): Row {
  const [below = '', end] = row.place.split('//');
  const isAnywhere = end !== undefined;
  const steps = stepsOf(end ?? row.place);
  const codes = row.qualifier.split(' ').filter((code) => code !== '' && code !== '*');
  const isRest = steps.every(({ conditions }) => conditions.length === 0) && codes.length === 0;
  return { ...row, steps, path: bare(steps), codes, isAnywhere, isRest, below: isAnywhere ? below : '' };
}

/** Does the row speak of this leaf, whatever code it has? */
export const speaksOf = ({ path, isAnywhere, below }: Row, leaf: string): boolean =>
  isAnywhere
    ? `/${leaf}`.endsWith(`/${path}`) && (below === '' || leaf.startsWith(`${below}/`))
    : leaf === path || leaf.startsWith(`${path}/`);

/** The row that a leaf falls back on: its own, else one for such a leaf anywhere, else the one that names most of its place. */
export function restOf(leaf: string, rows: readonly Row[]): Row | undefined {
  const rests = rows.filter((row) => row.isRest && speaksOf(row, leaf));
  const own = rests.find(({ path, isAnywhere }) => path === leaf && !isAnywhere);
  const longest = rests.toSorted(
    (a, b) => Number(b.isAnywhere) - Number(a.isAnywhere) || b.place.length - a.place.length,
  );
  return own ?? longest[0];
}

const known = new WeakMap<Subject, readonly string[]>();

/** Leaves that hold values. A code that says what another value is has the rows of that value. */
export function leavesOf(subject: Subject): readonly string[] {
  const leaves = known.get(subject) ?? listLeaves(subject);
  known.set(subject, leaves);
  return leaves;
}

function listLeaves({ places, qualifiers }: Subject): readonly string[] {
  const codes = Object.entries(qualifiers).map(([name, slot]) => `/${name}/${slot}`);
  return [...places].flatMap(([path, { type }]) =>
    type === undefined || codes.some((code) => `/${path}`.endsWith(code)) ? [] : [path],
  );
}

/** The element above a leaf that has a code: where it is among the steps, and where the code stands below it. */
export interface Slot {
  readonly at: number;
  readonly slot: string;
}

export function slotsOf(steps: readonly Step[], { qualifiers }: Subject): readonly Slot[] {
  const all = steps.flatMap(({ name }, at): Slot[] => {
    const slot = qualifiers[name];
    return slot === undefined ? [] : [{ at, slot }];
  });
  // a group has the code of the segment that begins it
  return all.filter(({ at, slot }) => bare(steps.slice(at + 1)) !== slot && !isAgain(steps, at, slot, all));
}

const isAgain = (steps: readonly Step[], at: number, slot: string, all: readonly Slot[]): boolean =>
  all.some((other) => other.at === at + 1 && slot === `${steps[at + 1]?.name}/${other.slot}`);

/** The steps with a code in a slot: a condition of its element, and of the group that this element begins. */
export function coded(
  steps: readonly Step[],
  { at, slot }: Slot,
  code: string,
  subject: Subject,
): readonly Step[] {
  const below = stepsOf(slot);
  const own = withCondition(steps, at, { steps: below, value: code });
  const step = steps[at];
  const group = steps[at - 1];
  if (step === undefined || group === undefined || subject.qualifiers[group.name] !== `${step.name}/${slot}`)
    return own;
  return withCondition(own, at - 1, { steps: [{ name: step.name, conditions: [] }, ...below], value: code });
}

function withCondition(steps: readonly Step[], at: number, condition: Condition): readonly Step[] {
  return steps.map((step, n) => (n === at ? { ...step, conditions: [...step.conditions, condition] } : step));
}

/** Codes that a mapping names for an element, itself or by a variable: what it may treat otherwise than the rest. */
export function namedCodes({ mapping: { texts } }: Subject, element: string): readonly string[] {
  const rules = texts.flatMap(({ path, text }) => (path.endsWith('.yaml') ? [text] : [])).join('\n');
  const compared = new RegExp(`\\b${element}(?:\\[\\.)?\\s*!?=\\s*(\\([^)]*\\)|'[^']*'|\\$\\w+)`, 'g');
  const sides = [...rules.matchAll(compared)].flatMap(([, side = '']) => side);
  return [...new Set(sides.flatMap((side) => codesOf(side, rules)))];
}

/** Those in a text, and in the variables that it names: `for $code in $promises` is over `promises: "('69', '67')"`. */
function codesOf(text: string, rules: string): readonly string[] {
  const own = [...text.matchAll(/'([^']+)'/g)].flatMap(([, code]) => code ?? []);
  const names = [...text.matchAll(/\$(\w+)/g)].flatMap(([, name]) => name ?? []);
  const values = names.flatMap((name) => [
    ...[...rules.matchAll(new RegExp(`\\$${name} in (\\([^)]*\\)|\\$\\w+)`, 'g'))].map(
      ([, list = '']) => list,
    ),
    ...[...rules.matchAll(new RegExp(`^ +${name}: "(\\('[^)]*\\))"`, 'gm'))].map(([, list = '']) => list),
  ]);
  return [...own, ...new Set(values)].flatMap((value) =>
    own.includes(value) ? value : codesOf(value, rules),
  );
}
