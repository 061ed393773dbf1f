import type { Shape } from '../../../tree/nodes/shape.ts';
import type { TreeDocument } from '../../../tree/nodes/tree-node.ts';
import { explainRun } from '../../explain/explain-run.ts';
import { isLost, type LeafWithFate, listLeafFates } from '../../explain/leaf-fates.ts';
import type { MappingResult } from '../../mapping.ts';
import { rootPath, textsOf } from '../delivered.ts';
import { type DispositionIndex, isNotCarried, leavesBelow, levels, plainPath, shapeAt } from './model.ts';
import type { Sample } from './sample.ts';
import { unwatched } from './subject.ts';
import type { Disposition } from './table.ts';

/** A row that says something else than the mapping does. */
export interface WrongRow {
  readonly row: Disposition;
  readonly problem: string;
}

/** Runs a delivered mapping on documents that are made for the rows of a table, and says where a row is wrong. */
export class DispositionJudge {
  readonly #sample: Sample;
  readonly #index: DispositionIndex;
  readonly #plain: MappingResult;
  readonly #root: string;

  constructor(sample: Sample, index: DispositionIndex) {
    const document = sample.withValues([]);
    this.#sample = sample;
    this.#index = index;
    this.#root = rootPath(document);
    this.#plain = this.#run(document);
    if (this.#plain.target === undefined)
      throw new Error(`The sample makes nothing: ${JSON.stringify(this.#plain)}`);
  }

  /** What is wrong: nothing where the mapping does as all rows say. */
  findWrong(rows: readonly Disposition[]): readonly WrongRow[] {
    const [plain, others] = partition(
      rows,
      (row) => isNotCarried(row) && row.qualifier === '' && !/[*[]/.test(row.place),
    );
    const leaves = rows.filter(({ place }) => !place.endsWith('/*') && !place.startsWith('//'));
    return [
      ...chunks(plain, 40).flatMap((some) => this.#together(some)),
      ...others.flatMap((row) => wrongRow(row, this.#wrong(row))),
      ...chunks(leaves, 40).flatMap((some) => this.#wrongAttributes(some)),
    ];
  }

  /** Leaves that no rule reads do not disturb one another; where one is read, each is tried alone. */
  #together(rows: readonly Disposition[]): readonly WrongRow[] {
    const leaves = this.#fates(this.#sample.withValues(rows.flatMap(valuesOf)));
    const fine = rows.every(
      (row) => this.#leavesAt(row, leaves).every(isLost) && this.#leavesAt(row, leaves).length > 0,
    );
    return fine ? [] : rows.flatMap((row) => wrongRow(row, this.#wrong(row)));
  }

  #wrong(row: Disposition): string | undefined {
    if (row.place.startsWith('//')) return undefined;
    if (row.place.endsWith('/*')) return this.#subtree(row);
    const document = this.#sample.withValues(valuesOf(row));
    if (row.fate === 'steers' && row.to === '') return this.#unchanged(row, document);
    if (row.fate === 'ignored' || isNotCarried(row)) return this.#leaf(row, document);
    return this.#effect(row, this.#run(document));
  }

  /** Attributes that only a row for every place covers, of many leaves at once: nothing carries them. */
  #wrongAttributes(rows: readonly Disposition[]): readonly WrongRow[] {
    const attributes = rows.flatMap((row) =>
      this.#generalAttributes(plainPath(row.place)).map((place) => ({ row, place })),
    );
    const leaves = rows.filter(({ qualifier }) => qualifier === '').flatMap(valuesOf);
    const document = this.#sample.withValues([
      ...leaves,
      ...attributes.map(({ place }) => [place, 'x1'] as const),
    ]);
    if (this.#run(document).target === undefined && rows.length > 1)
      return chunks(rows, Math.ceil(rows.length / 2)).flatMap((some) => this.#wrongAttributes(some));
    const carried = this.#fates(document).filter(({ fate, text }) => fate === 'carried' && text === 'x1');
    return attributes
      .filter(({ place }) => carried.some(({ name }) => name === this.#root + place))
      .map(({ row, place }) => ({ row, problem: `${place} is carried and has no row of its own` }));
  }

  #generalAttributes(place: string): readonly string[] {
    return (shapeAt(this.#sample.shape, place)?.attributes ?? [])
      .filter(
        ({ name }) => this.#index.anywhere.has(`@${name}`) && !this.#index.exact.has(`${place}/@${name}`),
      )
      .map(({ name }) => `${place}/@${name}`);
  }

  #leavesAt(row: Disposition, leaves: readonly LeafWithFate[]): readonly LeafWithFate[] {
    const place = plainPath(row.place);
    const name = place.startsWith('/') ? place : this.#root + place;
    return leaves.filter((leaf) => leaf.name === name && leaf.text === givenOf(row));
  }

  #effect(row: Disposition, result: MappingResult): string | undefined {
    if (row.fate === 'parked' || row.fate === 'rejected') return wrongEnd(row, result);
    if (row.fate === 'told') return this.#wrongFinding(row, result);
    const { target, stop, findings } = result;
    if (target === undefined) return `no result: ${stop?.finding.code ?? findings.map(({ code }) => code)}`;
    const [before, after] = [this.#plain.target, target].map((one) => textsOf(one).get(row.to) ?? []);
    return wrongValue(row, before ?? [], after ?? []);
  }

  #wrongFinding({ to }: Disposition, { findings, stop, tasks = [] }: MappingResult): string | undefined {
    if (this.#plain.findings.some(({ code }) => code === to)) return `${to} is told without it as well`;
    const ignored = stop?.as === 'ignored' ? [stop.finding] : [];
    const asked = tasks.map(({ finding }) => finding);
    const codes = [...findings, ...ignored, ...asked].map(({ code }) => code);
    return codes.includes(to) ? undefined : `${to} is not told, but ${codes.join() || 'nothing'}`;
  }

  #leaf(row: Disposition, document: TreeDocument): string | undefined {
    const leaves = this.#leavesAt(row, this.#fates(document));
    if (leaves.length === 0) return `no leaf ${row.place} with ${givenOf(row)}`;
    const odd = leaves.map((leaf) => unlike(row, leaf)).find((wrong) => wrong !== undefined);
    return odd ?? (row.fate === 'ignored' ? this.#unchanged(row, document) : undefined);
  }

  /** The result is as without it, and there is no finding. */
  #unchanged(row: Disposition, document: TreeDocument): string | undefined {
    const { target, findings, stop } = this.#run(document);
    const without = this.#run(this.#sample.withValues(valuesBeside(row)));
    if (stop !== undefined) return `stops with ${stop.finding.code}`;
    const told = findings.filter(({ code }) => !without.findings.some((known) => known.code === code));
    if (told.length > 0) return `tells ${told.map(({ code }) => code).join()}`;
    const same = JSON.stringify([...textsOf(target)]) === JSON.stringify([...textsOf(without.target)]);
    return same ? undefined : 'changes the result';
  }

  #subtree(row: Disposition): string | undefined {
    const place = row.place.slice(0, -2);
    const shape = shapeAt(this.#sample.shape, place);
    if (shape === undefined) return 'the model has no such place';
    const paths = leavesBelow(shape, place, levels).filter((path) => !this.#hasOwnRow(path, place));
    const values = paths.map((path) => [path, valueFor(shapeAt(this.#sample.shape, path))] as const);
    const names = new Set(paths.map((path) => this.#root + plainPath(path)));
    const leaves = this.#fates(this.#sample.withValues([...values, ...valuesBeside(row)])).filter(
      ({ name }) => names.has(name),
    );
    if (leaves.length === 0) return `nothing is left below ${place}`;
    const odd = leaves.flatMap((leaf) => unlike(row, leaf) ?? []);
    return odd.length === 0 ? undefined : odd.slice(0, 4).join(', ');
  }

  /** A leaf, or a part of the subtree, that has a row of its own. */
  #hasOwnRow(path: string, place: string): boolean {
    const { exact, subtrees } = this.#index;
    if (exact.has(plainPath(path))) return true;
    return [...subtrees.keys()].some(
      (other) => other.startsWith(`${plainPath(place)}/`) && plainPath(path).startsWith(`${other}/`),
    );
  }

  #run(document: TreeDocument): MappingResult {
    const { mapping, contextFor } = this.#sample;
    return mapping.startRun(document, contextFor(document), unwatched).run();
  }

  #fates(document: TreeDocument): readonly LeafWithFate[] {
    const context = this.#sample.contextFor(document);
    const explanation = explainRun(this.#sample.mapping, document, context, unwatched.deadline);
    return listLeafFates(this.#sample.mapping, document, context, explanation);
  }
}

function wrongEnd({ fate, to }: Disposition, { stop, findings }: MappingResult): string | undefined {
  const errors = findings
    .filter(({ severity }) => severity === 'error')
    .map(({ code }) => `rejected ${code}`);
  const ends = stop === undefined ? errors : [`${stop.as} ${stop.finding.code}`];
  return ends.includes(`${fate} ${to}`) ? undefined : `${ends.join() || 'goes on'}, expected ${fate} ${to}`;
}

/** The value is there, and once less often without the leaf; none is expected: there is one without it. */
function wrongValue(
  { to, expected }: Disposition,
  before: readonly string[],
  after: readonly string[],
): string | undefined {
  const is = after.join(' | ') || 'empty';
  const without = `${to} is ${is} without it as well`;
  if (expected === '') return after.length > 0 ? `${to} is ${is}` : before.length > 0 ? undefined : without;
  if (!after.includes(expected)) return `${to} is ${is}, expected ${expected}`;
  return count(after, expected) > count(before, expected) ? undefined : without;
}

const unlike = ({ fate }: Disposition, leaf: LeafWithFate): string | undefined =>
  (fate === 'ignored' ? leaf.fate === 'ignored' : isLost(leaf)) ? undefined : `${leaf.name} is ${leaf.fate}`;

const count = (texts: readonly string[], text: string): number => texts.filter((one) => one === text).length;

const wrongRow = (row: Disposition, problem: string | undefined): readonly WrongRow[] =>
  problem === undefined ? [] : [{ row, problem }];

function partition<T>(all: readonly T[], is: (one: T) => boolean): readonly [readonly T[], readonly T[]] {
  return [all.filter(is), all.filter((one) => !is(one))];
}

function chunks<T>(all: readonly T[], size: number): readonly (readonly T[])[] {
  return all.length === 0 ? [] : [all.slice(0, size), ...chunks(all.slice(size), size)];
}

const givenOf = ({ given, qualifier }: Disposition): string => (given === '' ? qualifier : given);

/** The value at its place, and what stands beside it. */
const valuesOf = (row: Disposition) => [...valuesBeside(row), [row.place, givenOf(row)] as const];

function valuesBeside({ place, qualifier }: Disposition): readonly (readonly [string, string])[] {
  return qualifier.split(';').flatMap((part) => {
    const [, other = '', value = ''] = /^\s*([^=\s]+)\s*=\s*(.*?)\s*$/.exec(part) ?? [];
    return other === '' ? [] : [[besidePlace(place, other), value] as const];
  });
}

/** `@schemeID` is of the leaf, `cbc:ID` stands beside it, `../cbc:ID` beside its element, `/cbc:ID` in the document. */
function besidePlace(place: string, other: string): string {
  if (other.startsWith('@')) return `${place}/${other}`;
  if (other.startsWith('/')) return other.startsWith('/json/') ? other : other.slice(1);
  const steps = place.split('/').slice(0, -1);
  const up = other.split('/').filter((step) => step === '..').length;
  return [...steps.slice(0, steps.length - up), ...other.split('/').slice(up)].join('/');
}

function valueFor(shape: Shape | undefined): string {
  const type = shape?.type ?? '';
  if (type === 'date') return '2027-05-17';
  if (type === 'time') return '11:22:33';
  if (type === 'boolean') return 'true';
  return ['decimal', 'integer', 'numeric'].includes(type) ? '717' : 'zz717';
}
