import type { RecordCorrection, RecordRole } from './sample-corrections.ts';

/** Records of one type, and what they are for. */
export interface RecordKind {
  readonly type: string;
  readonly role: RecordRole;
  readonly count: number;
  /** Of a detail or delivery: above which it stands. */
  readonly parents: readonly ('order' | 'line')[];
}

/**
 * What records are for, by the order in which their types come: an order begins with the first, its lines are those that come most often.
 * `corrections`: by type.
 */
export function inferRecordKinds(
  types: readonly string[],
  corrections: Readonly<Record<string, RecordCorrection>> = {},
): readonly RecordKind[] {
  const counts = new Map<string, number>();
  for (const type of types) counts.set(type, (counts.get(type) ?? 0) + 1);
  const roles = new RoleGuess(types, counts, corrections);
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
    this.line =
      named('line') ??
      others.toSorted((a, b) => countOf(b) - countOf(a) || others.indexOf(a) - others.indexOf(b))[0];
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

/** What stands above it: the nearest order or line before it. */
function findParents(
  type: string,
  types: readonly string[],
  { order, line }: RoleGuess,
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
