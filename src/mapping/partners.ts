import { join } from 'node:path';
import { anyOf } from '../findings/mappings.ts';
import { decodeText } from '../text.ts';
import { suggested } from '../tree/nearest.ts';
import type { Shelves } from './extends.ts';
import type { Problem } from './problem.ts';
import { csvRows, foreignProblem } from './tables.ts';
import type { YamlEntry } from './yaml.ts';

/**
 * Headings of a table of partners (`partners:` of a mapping), and names of its values in `$partners/partner`. `account`: the number
 * by which the exchange knows the partner. `own…`: who we are in files from and for it. `format`: the row is for that one alone;
 * `remark`: for whoever reads it.
 */
export const partnerColumns = [
  'account',
  'ownId',
  'ownQualifier',
  'partnerId',
  'partnerQualifier',
  'format',
  'association',
  'level',
  'test',
  'client',
  'ownPort',
  'partnerPort',
  'ownType',
  'partnerType',
  'remark',
] as const;

type Column = (typeof partnerColumns)[number];

/** A row: what it says, without its empty cells. */
export type Partner = Readonly<Partial<Record<Column, string>>>;

export interface Partners {
  readonly text: string;
  /** Those for the formats at hand; a row for one of them alone comes before one for all. */
  readonly rows: readonly Partner[];
}

interface PlacedRow {
  readonly line: number;
  readonly partner: Partner;
}

/**
 * The table of partners that a mapping names, of the first folder that has it. `ends`: the formats that the mapping is between;
 * `formats`: the names of all. Problems: not there, no such column, a row without account or partner, one said twice, a format
 * that is not there.
 */
export function readPartners(
  { value }: YamlEntry,
  { folders, files }: Shelves,
  ends: readonly string[],
  formats: readonly string[],
): { readonly partners?: Partners; readonly problems: readonly Problem[] } {
  const said = value.kind === 'text' ? value.text : '';
  const path = folders.map((folder) => join(folder, said)).find((one) => files.read(one) !== undefined);
  const bytes = path === undefined ? undefined : files.read(path);
  if (path === undefined || bytes === undefined) {
    const { line, column } = value;
    const values = { path: said, folders: anyOf(folders) };
    return { problems: [{ sentence: 'mapping-table/none', values, line, column }] };
  }
  const text = decodeText(bytes);
  const wrong = foreignProblem(text);
  if (wrong) return { problems: [{ ...wrong, file: path }] };
  const { rows, problems } = parsed(text);
  const all = [...problems, ...twice(rows), ...unknownFormats(rows, formats)];
  const mine = rows.map(({ partner }) => partner).filter(({ format }) => isAmong(format, ends));
  const sorted = mine.toSorted((a, b) => Number(a.format === undefined) - Number(b.format === undefined));
  return { partners: { text, rows: sorted }, problems: all.map((one) => ({ ...one, file: path })) };
}

const isAmong = (format: string | undefined, ends: readonly string[]): boolean =>
  format === undefined || ends.includes(format);

function parsed(text: string): { readonly rows: readonly PlacedRow[]; readonly problems: Problem[] } {
  const [head, ...body] = csvRows(text);
  const names = (head?.cells ?? []).map((cell) => cell.trim());
  const missing = (['account', 'partnerId'] as const).filter((name) => !names.includes(name));
  const problems = [
    ...missing.map((name) => problem(1, 'mapping-table/partner-heading', { name })),
    ...names.flatMap((name) => unknownColumn(name)),
  ];
  const rows = body
    .filter(({ cells }) => cells.some((cell) => cell.trim() !== ''))
    .map(({ line, cells }) => ({ line, partner: partnerOf(names, cells) }));
  if (missing.length > 0) return { rows: [], problems };
  for (const { line, partner } of rows)
    for (const name of ['account', 'partnerId'] as const)
      if (partner[name] === undefined) problems.push(problem(line, 'mapping-table/partner-empty', { name }));
  return { rows, problems };
}

function unknownColumn(name: string): readonly Problem[] {
  if (name === '' || partnerColumns.some((known) => known === name)) return [];
  const todo = suggested(name, partnerColumns, 'columns');
  return [{ ...problem(1, 'mapping-table/partner-column', { name, todo }), severity: 'warning' }];
}

function partnerOf(names: readonly string[], cells: readonly string[]): Partner {
  const known = partnerColumns.map((name) => [name, (cells[names.indexOf(name)] ?? '').trim()] as const);
  return Object.fromEntries(known.filter(([, text]) => text !== ''));
}

/** One account, or one pair of ids, in two rows: nobody can tell which of them is meant. */
function twice(rows: readonly PlacedRow[]): readonly Problem[] {
  return [
    ...doubles(rows, ({ account = '' }) => account),
    ...doubles(rows, ({ partnerId = '', partnerQualifier, ownId = '', ownQualifier }) =>
      [named(partnerId, partnerQualifier), named(ownId, ownQualifier)].filter(Boolean).join(' '),
    ),
  ];
}

const named = (id: string, qualifier: string | undefined): string =>
  qualifier === undefined ? id : `${id}:${qualifier}`;

function doubles(rows: readonly PlacedRow[], keyOf: (partner: Partner) => string): readonly Problem[] {
  const first = new Map<string, number>();
  return rows.flatMap(({ line, partner }) => {
    const name = keyOf(partner);
    const key = `${name}\n${partner.format ?? ''}`;
    const before = first.get(key);
    if (before === undefined) first.set(key, line);
    return before === undefined || name === ''
      ? []
      : [problem(line, 'mapping-table/partner-twice', { name, line: before })];
  });
}

function unknownFormats(rows: readonly PlacedRow[], formats: readonly string[]): readonly Problem[] {
  return rows.flatMap(({ line, partner: { format } }) => {
    if (format === undefined || formats.includes(format)) return [];
    const values = { name: format, todo: suggested(format, formats, 'formats') };
    return [{ ...problem(line, 'mapping-table/partner-format', values), severity: 'warning' as const }];
  });
}

const problem = (line: number, sentence: Problem['sentence'], values: Problem['values']): Problem => ({
  sentence,
  values,
  line,
  column: 1,
});
