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

/**
 * Values that would go wrong silently: written to a member that has no such value, or nearly what a condition asks for
 * ("cancl" beside "cancel"). A table that conditions ask too may hold more than what is written: words for them alone.
 * With the line of the CSV file.
 */
export function checkTableValues(table: Table, { written, compared }: TableUses): readonly MappingProblem[] {
  const asked = new Set([...(compared.get(table.name) ?? none)].filter((text) => text !== ''));
  const members = [...(written.get(table.name) ?? none)];
  const problems = [...table.entries.values()].flatMap(({ value, line, file }): MappingProblem[] => {
    if (value === '' || asked.has(value)) return [];
    const wrong = asked.size === 0 ? checkKnownTo(value, members) : checkNearMiss(value, asked, members);
    return wrong === undefined
      ? []
      : [
          {
            ...wrong,
            severity: 'warning',
            line,
            column: 1,
            ...(file === undefined ? {} : { file }),
          },
        ];
  });
  return problems.slice(0, most);
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
