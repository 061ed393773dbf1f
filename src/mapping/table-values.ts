import type { Said } from '../findings/mappings.ts';
import { nearest, suggested } from '../tree/nearest.ts';
import { notAmong } from './models/enumerations.ts';
import type { Problem } from './problem.ts';
import type { Table } from './tables.ts';

/** What a mapping does with the values of its tables. */
export interface TableUses {
  /** Names of target members they are written to, by table. */
  readonly written: ReadonlyMap<string, ReadonlySet<string>>;
  /** Texts that conditions compare them with. */
  readonly compared: ReadonlyMap<string, ReadonlySet<string>>;
}

const none: ReadonlySet<string> = new Set();
/** Problems told of one table: the rest is of the same kind. */
const most = 20;

/**
 * Values that would go wrong silently: written to a member that has no such value, or nearly what a condition asks for
 * ("cancl" beside "cancel"). A table that conditions ask too may hold more than what is written: words for them alone.
 * With the line of the CSV file.
 */
export function tableValueProblems(table: Table, { written, compared }: TableUses): readonly Problem[] {
  const asked = new Set([...(compared.get(table.name) ?? none)].filter((text) => text !== ''));
  const members = [...(written.get(table.name) ?? none)];
  const problems = [...table.entries.values()].flatMap(({ value, line, file }): Problem[] => {
    if (value === '' || asked.has(value)) return [];
    const wrong = asked.size === 0 ? unknownTo(value, members) : nearly(value, asked, members);
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

function unknownTo(value: string, members: readonly string[]): Said | undefined {
  for (const member of members) {
    const values = notAmong(member, value);
    if (values === undefined) continue;
    const todo = suggested(value, values, 'values');
    return { sentence: 'mapping-table/value', values: { member, text: value, todo } };
  }
  return undefined;
}

function nearly(value: string, asked: ReadonlySet<string>, members: readonly string[]): Said | undefined {
  const allowed = members.map((member) => notAmong(member, value));
  if (members.length > 0 && allowed.includes(undefined)) return undefined;
  const meant = nearest(value, [...asked, ...allowed.flatMap((values) => values ?? [])]);
  if (meant === undefined) return undefined;
  return { sentence: 'mapping-table/no-use', values: { text: value, meant } };
}
