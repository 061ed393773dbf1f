import { leavesOf, type Row, restOf, speaksOf } from './rows.ts';
import { fatesOf, type Outcome, outcomeOf, type Subject } from './subject.ts';
import { notCarried } from './table.ts';
import { variantsOf } from './variants.ts';

/** What is wrong with a row: where it says something else than the mapping does. */
export function problemsOf(subject: Subject, row: Row, rows: readonly Row[]): readonly string[] {
  const wrong = formProblem(row);
  if (wrong !== undefined) return [wrong];
  return isOfLeaf(row) ? leafProblems(subject, row, rows) : valueProblems(subject, row, rows);
}

/** Rows without an expected value: what they say is seen in what became of the leaf. */
const isOfLeaf = ({ fate, to }: Row): boolean =>
  (to === '' && (fate === 'steers' || fate === 'ignored')) || (fate === 'told' && to === notCarried);

function formProblem({ fate, to, expected, why }: Row): string | undefined {
  if (why === '') return 'has no reason (why)';
  if ((fate === 'target' || fate === 'note') && (to === '' || expected === ''))
    return 'wants to and expected';
  if ((fate === 'told' || fate === 'parked' || fate === 'rejected') && to === '') return 'wants a code in to';
  return undefined;
}

function valueProblems(subject: Subject, row: Row, rows: readonly Row[]): readonly string[] {
  const base = baseOf(subject);
  const variants = leavesUnder(subject, row, rows).map((leaf) => variantsOf(subject, row, leaf, rows));
  // of a code that stops wherever it stands, each place is tried, and each code at one place
  const tried = row.isAnywhere ? variants.map((some, at) => (at === 0 ? some : some.slice(0, 1))) : variants;
  return tried.flat().flatMap((variant) => {
    const problem = valueProblem(row, outcomeOf(subject, [variant]), base);
    return problem === undefined ? [] : [[variant.leaf, ...variant.codes, problem].join(' ')];
  });
}

/** What becomes of the base alone. */
function baseOf(subject: Subject): Outcome {
  const known = bases.get(subject) ?? outcomeOf(subject, []);
  bases.set(subject, known);
  return known;
}

const bases = new WeakMap<Subject, Outcome>();

function valueProblem(row: Row, outcome: Outcome, base: Outcome): string | undefined {
  const { fate, to, expected } = row;
  const { stop, findings, texts } = outcome;
  if (fate === 'parked' || fate === 'rejected' || fate === 'ignored')
    return stop?.as === fate && (stop.code === to || row.isAnywhere)
      ? undefined
      : `is ${stopped(outcome)}, not ${fate} with ${to}`;
  if (!outcome.isSent) return `is ${stopped(outcome)}`;
  if (fate === 'told') {
    const isTold = has(findings, to) && !has(base.findings, to);
    return isTold ? undefined : `has no finding ${to}, only ${findings.map(({ code }) => code).join(' ')}`;
  }
  if (!shows(row, outcome)) return `${to} is ${JSON.stringify(texts.get(to) ?? [])}, not ${expected}`;
  return shows(row, base) ? `${to} is ${expected} without it` : undefined;
}

const has = (findings: Outcome['findings'], code: string): boolean =>
  findings.some((one) => one.code === code);

const shows = ({ fate, to, expected }: Row, { texts }: Outcome): boolean =>
  texts.get(to)?.some((text) => (fate === 'note' ? text.includes(expected) : text === expected)) === true;

function stopped({ stop, isSent, findings }: Outcome): string {
  if (stop !== undefined) return `${stop.as} with ${stop.code}`;
  const errors = findings
    .filter(({ severity }) => severity === 'error' || severity === 'park')
    .map(({ code }) => code);
  return isSent ? 'sent' : `refused with ${errors.join(' ')}`;
}

/** All leaves at once; one by one where something is wrong with them. */
function leafProblems(subject: Subject, row: Row, rows: readonly Row[]): readonly string[] {
  const variants = leavesUnder(subject, row, rows).flatMap((leaf) => variantsOf(subject, row, leaf, rows));
  if (variants.length === 0) return ['speaks of no leaf'];
  if (leafProblem(row, fatesOf(subject, variants)) === undefined) return [];
  return variants.flatMap((variant) => {
    const problem = leafProblem(row, fatesOf(subject, [variant]));
    return problem === undefined ? [] : [[variant.leaf, ...variant.codes, problem].join(' ')];
  });
}

const fitting: Readonly<Record<string, readonly string[]>> = {
  told: ['unread', 'tested'],
  ignored: ['unread', 'ignored'],
  steers: ['ignored', 'tested', 'carried'],
};

/** What is said of a leaf wherever it stands may stand where something else stops the document. */
function leafProblem({ fate, isAnywhere }: Row, outcome: ReturnType<typeof fatesOf>): string | undefined {
  if (!isAnywhere && !outcome.isSent) return `is ${stopped(outcome)}`;
  const other = outcome.fates.find((one) => fitting[fate]?.includes(one) !== true);
  return other === undefined ? undefined : `is ${other}`;
}

/** Leaves of which the row has the word, because no other row has a closer one. */
function leavesUnder(subject: Subject, row: Row, rows: readonly Row[]): readonly string[] {
  const place = subject.places.get(row.path);
  if (!row.isAnywhere && (place === undefined || place.type !== undefined)) return [row.path];
  const below = leavesOf(subject).filter((leaf) => speaksOf(row, leaf));
  if (row.isRest) return below.filter((leaf) => restOf(leaf, rows) === row);
  if (row.isAnywhere) return below;
  const closer = rows.filter(({ place }) => place.startsWith(`${row.place}/`));
  const anywhere = rows.filter(({ isAnywhere }) => isAnywhere);
  const isElsewhere = (leaf: string) =>
    closer.some((one) => speaksOf(one, leaf)) ||
    (leaf !== row.path && anywhere.some((one) => speaksOf(one, leaf)));
  return below.filter((leaf) => !isElsewhere(leaf));
}
