import { guessMarks, guessType } from './guess-type.ts';
import type { RecordCorrection, RecordRole } from './sample-corrections.ts';

/** Records of one type, and what they are for. */
export interface RecordKind {
  readonly type: string;
  readonly role: RecordRole;
  readonly count: number;
  /** Of a detail or delivery: above which it stands. */
  readonly parents: readonly ('order' | 'line')[];
  /** Of a detail of a line: some of its records stand behind a delivery of it. */
  readonly isBehindDelivery?: true;
}

/**
 * What records are for, by the order in which their types come: an order begins with the first, its lines are those that come most often.
 * `corrections`: by type. `widths`: how many values records of a type have: then lines are the widest ones.
 */
export function inferRecordKinds(
  types: readonly string[],
  corrections: Readonly<Record<string, RecordCorrection>> = {},
  widths?: ReadonlyMap<string, number>,
): readonly RecordKind[] {
  const counts = new Map<string, number>();
  for (const type of types) counts.set(type, (counts.get(type) ?? 0) + 1);
  const roles = new RoleGuess(types, counts, corrections, widths);
  return [...counts].map(([type, count]) => {
    const role = roles.roleOf(type);
    const isInside = role === 'detail' || role === 'delivery';
    return { type, role, count, parents: isInside ? findParents(type, types, roles) : [] };
  });
}

class RoleGuess {
  readonly order: string | undefined;
  readonly line: string | undefined;
  readonly #corrections: Readonly<Record<string, RecordCorrection>>;
  readonly #header: string | undefined;
  readonly #trailer: string | undefined;

  constructor(
    types: readonly string[],
    counts: ReadonlyMap<string, number>,
    corrections: Readonly<Record<string, RecordCorrection>>,
    widths?: ReadonlyMap<string, number>,
  ) {
    this.#corrections = corrections;
    const [first = '', second = ''] = types;
    const last = types.at(-1) ?? '';
    const countOf = (type: string) => counts.get(type) ?? 0;
    const isFree = (type: string) => corrections[type]?.role === undefined;
    const named = (role: RecordRole) => [...counts.keys()].find((type) => corrections[type]?.role === role);
    const isHeader = countOf(first) === 1 && countOf(second) > 1 && countOf(second) < types.length / 2;
    this.#header = isHeader && isFree(first) && named('header') === undefined ? first : undefined;
    const isTrailer = countOf(last) === 1 && last !== first && counts.size > 2;
    this.#trailer = isTrailer && isFree(last) && named('trailer') === undefined ? last : undefined;
    const around = [this.#header, this.#trailer, named('header'), named('trailer')];
    const inside = [...counts.keys()].filter((type) => !around.includes(type));
    this.order = named('order') ?? inside.find(isFree);
    const others = inside.filter((type) => type !== this.order && isFree(type));
    const often = others.toSorted((a, b) => countOf(b) - countOf(a));
    this.line =
      named('line') ?? (widths && this.order ? findWidest(often, widths, types, this.order) : often[0]);
  }

  roleOf(type: string): RecordRole {
    const said = this.#corrections[type]?.role;
    if (type === this.order) return 'order';
    if (type === this.line) return 'line';
    if (said !== undefined) return said === 'order' || said === 'line' ? 'detail' : said;
    if (type === this.#header) return 'header';
    return type === this.#trailer ? 'trailer' : 'detail';
  }
}

/** A line has more values than what belongs to it; what an order has once, such as an address, may have as many. */
function findWidest(
  others: readonly string[],
  widths: ReadonlyMap<string, number>,
  types: readonly string[],
  order: string,
): string | undefined {
  const widthOf = (type: string | undefined) => widths.get(type ?? '') ?? 0;
  const sorted = others.toSorted((a, b) => widthOf(b) - widthOf(a));
  const repeated = listRepeated(types, order);
  const again = sorted.find((type) => repeated.has(type));
  return widthOf(again) * 2 >= widthOf(sorted[0]) ? again : sorted[0];
}

/** Types of which one order has several records. */
function listRepeated(types: readonly string[], order: string): ReadonlySet<string> {
  const repeated = new Set<string>();
  const inOrder = new Set<string>();
  for (const type of types) {
    if (type === order) inOrder.clear();
    if (inOrder.has(type)) repeated.add(type);
    inOrder.add(type);
  }
  return repeated;
}

/** What stands above it: the nearest order or line before it. */
function findParents(
  type: string,
  types: readonly string[],
  { order, line }: { readonly order: string | undefined; readonly line: string | undefined },
): readonly ('order' | 'line')[] {
  const found = new Set<'order' | 'line'>();
  let above: 'order' | 'line' = 'order';
  for (const one of types) {
    if (one === order) above = 'order';
    else if (one === line) above = 'line';
    else if (one === type) found.add(above);
  }
  return [...found];
}

/** What values records hold, by their type: a list for each field. */
type ValuesByType = (type: string) => readonly (readonly string[])[];

/**
 * What their values show of what records are for. Below a line, what has a day and a number and no words is a delivery of it; what stands last and
 * has words counts nothing, and would be lost as a trailer. What a person says of records stays.
 */
export function refineRecordKinds(
  kinds: readonly RecordKind[],
  types: readonly string[],
  valuesOf: ValuesByType,
  corrections: Readonly<Record<string, RecordCorrection>> = {},
): readonly RecordKind[] {
  const typeOf = (role: RecordRole) => kinds.find((kind) => kind.role === role)?.type;
  const parentsOf = (type: string) =>
    findParents(type, types, { order: typeOf('order'), line: typeOf('line') });
  const refined = kinds.map((kind): RecordKind => {
    const { type, role, parents } = kind;
    if (corrections[type]?.role !== undefined) return kind;
    const values = valuesOf(type);
    if (role === 'trailer' && hasWords(values)) return { ...kind, role: 'detail', parents: parentsOf(type) };
    const isBelowLine = role === 'detail' && parents.length === 1 && parents[0] === 'line';
    return isBelowLine && isDelivery(values) ? { ...kind, role: 'delivery' } : kind;
  });
  return markBehindDeliveries(refined, types);
}

/** What stands below a delivery may stand below a line as well: it is looked for at both. */
function markBehindDeliveries(kinds: readonly RecordKind[], types: readonly string[]): readonly RecordKind[] {
  const roles = new Map(kinds.map(({ type, role }) => [type, role]));
  const behind = new Set<string>();
  let above: RecordRole = 'order';
  for (const type of types) {
    const role = roles.get(type) ?? 'detail';
    if (role !== 'detail') above = role;
    else if (above === 'delivery') behind.add(type);
  }
  return kinds.map((kind) => (behind.has(kind.type) ? { ...kind, isBehindDelivery: true } : kind));
}

/** Several small letters: codes and units are no words. */
const hasWords = (fields: readonly (readonly string[])[]): boolean =>
  fields.flat().some((value) => /\p{Ll}{3}/u.test(value));

function isDelivery(fields: readonly (readonly string[])[]): boolean {
  const types = fields.map((values) => guessType(values, guessMarks(values)).type);
  const hasDay = types.some((type) => type.startsWith('date'));
  return hasDay && types.includes('decimal') && !hasWords(fields);
}

export const elementsByRole: Readonly<Record<string, string>> = {
  order: 'head',
  line: 'lines',
  delivery: 'deliveries',
  header: 'header',
  trailer: 'trailer',
};

/** `KOP` begins the order, `REGEL` is a line; another is called as it calls itself. By type. */
export function nameElements(kinds: readonly RecordKind[]): ReadonlyMap<string, string> {
  const taken = new Set<string>();
  return new Map(
    kinds.map(({ type, role }) => {
      const own = /^[A-Za-z]/.test(type) ? type.toLowerCase().replace(/[^a-z0-9]/g, '') : `r${type}`;
      const wanted = elementsByRole[role] ?? own;
      const name = taken.has(wanted) ? `${wanted}${type.replace(/[^A-Za-z0-9]/g, '')}` : wanted;
      taken.add(name);
      return [type, name] as const;
    }),
  );
}
