import type { MappingSentence } from '../../findings/mapping-sentences.ts';
import { findNearest, suggestNames } from '../../findings/nearest-names.ts';
import type { MappingProblem } from '../files/mapping-problem.ts';
import { findAllowedValues } from '../models/enumerations.ts';
import type { Table } from '../tables/lookup-table.ts';

/** What a mapping does with the values of its tables. */
export interface TableUses {
  /** Names of target members they are written to, by table. */
  readonly written: ReadonlyMap<string, ReadonlySet<string>>;
  /** Texts that conditions compare them with. */
  readonly compared: ReadonlyMap<string, ReadonlySet<string>>;
}

const none: ReadonlySet<string> = new Set();
/** Problems reported per table at most: the rest is of the same kind. */
const most = 20;

/** Values whose check is remembered: a table of a million rows may have as many. */
const mostMemoized = 1000;

/**
 * Values that would go wrong silently: written to a member that has no such value, or nearly what a condition asks for
 * ("cancl" beside "cancel"). A table that conditions ask too may hold more than what is written: words for them alone.
 * With the line of the CSV file.
 */
export function checkTableValues(table: Table, { written, compared }: TableUses): readonly MappingProblem[] {
  const asked = new Set([...(compared.get(table.name) ?? none)].filter((text) => text !== ''));
  const members = [...(written.get(table.name) ?? none)];
  const check = memoizeText((value) => {
    if (value === '' || asked.has(value)) return undefined;
    return asked.size === 0 ? checkKnownTo(value, members) : checkNearMiss(value, asked, members);
  });
  const { values } = table.entries;
  return values && [...values].every((value) => check(value) === undefined)
    ? []
    : findWrongRows(table, check);
}

function findWrongRows(
  { entries }: Table,
  check: (value: string) => MappingSentence | undefined,
): readonly MappingProblem[] {
  const problems: MappingProblem[] = [];
  for (const [, { value, line, file }] of entries) {
    const wrong = check(value);
    if (wrong === undefined) continue;
    const place = { line, column: 1, ...(file === undefined ? {} : { file }) };
    problems.push({ ...wrong, severity: 'warning', ...place });
    if (problems.length === most) break;
  }
  return problems;
}

/** Of a thousand rows most have one of ten values. */
function memoizeText<T>(compute: (text: string) => T): (text: string) => T {
  const known = new Map<string, { readonly result: T }>();
  return (text) => {
    const found = known.get(text) ?? { result: compute(text) };
    if (known.size < mostMemoized) known.set(text, found);
    return found.result;
  };
}

function checkKnownTo(value: string, members: readonly string[]): MappingSentence | undefined {
  for (const member of members) {
    const values = findAllowedValues(member, value);
    if (values === undefined) continue;
    const todo = suggestNames(value, values, 'values');
    return { sentence: 'mapping-table/value', values: { member, text: value, todo } };
  }
  return undefined;
}

function checkNearMiss(
  value: string,
  asked: ReadonlySet<string>,
  members: readonly string[],
): MappingSentence | undefined {
  const allowed = members.map((member) => findAllowedValues(member, value));
  if (members.length > 0 && allowed.includes(undefined)) return undefined;
  const meant = findNearest(value, [...asked, ...allowed.flatMap((values) => values ?? [])]);
  if (meant === undefined) return undefined;
  return { sentence: 'mapping-table/no-use', values: { text: value, meant } };
}
