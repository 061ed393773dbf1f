import { join } from 'node:path';
import { joinAlternatives } from '../../findings/mapping-sentences.ts';
import { suggestNames } from '../../findings/nearest-names.ts';
import { decodeSavedText } from '../../text/text-file.ts';
import type { MappingFolders } from '../files/apply-extends.ts';
import type { MappingProblem } from '../files/mapping-problem.ts';
import type { YamlEntry } from '../files/mapping-yaml.ts';
import { checkForeignText } from './check-table-rows.ts';
import { parseCsvRows } from './csv-rows.ts';

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

interface PartnerRow {
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
  { folders, files }: MappingFolders,
  ends: readonly string[],
  formats: readonly string[],
): { readonly partners?: Partners; readonly problems: readonly MappingProblem[] } {
  const said = value.kind === 'text' ? value.text : '';
  const path = folders.map((folder) => join(folder, said)).find((one) => files.read(one) !== undefined);
  const bytes = path === undefined ? undefined : files.read(path);
  if (path === undefined || bytes === undefined) {
    const { line, column } = value;
    const values = { path: said, folders: joinAlternatives(folders) };
    return { problems: [{ sentence: 'mapping-table/none', values, line, column }] };
  }
  const text = decodeSavedText(bytes);
  const wrong = checkForeignText(text);
  if (wrong) return { problems: [{ ...wrong, file: path }] };
  const { rows, problems } = parsePartners(text);
  const all = [...problems, ...findRepeated(rows), ...checkFormats(rows, formats)];
  const mine = rows.map(({ partner }) => partner).filter(({ format }) => isForEnds(format, ends));
  const sorted = mine.toSorted((a, b) => Number(a.format === undefined) - Number(b.format === undefined));
  return { partners: { text, rows: sorted }, problems: all.map((one) => ({ ...one, file: path })) };
}

/** Every cell of a table of partners, by what names it: `4711 ownId`; of a row for one format alone `4711 (acme-orders) ownId`. */
export function listPartnerCells(text: string): ReadonlyMap<string, string> {
  const cells = parsePartners(text).rows.flatMap(({ partner: { account = '', format, ...rest } }) => {
    const row = format === undefined ? account : `${account} (${format})`;
    return Object.entries(rest).map(([column, value]) => [`${row} ${column}`, value] as const);
  });
  return new Map(cells);
}

const isForEnds = (format: string | undefined, ends: readonly string[]): boolean =>
  format === undefined || ends.includes(format);

function parsePartners(text: string): {
  readonly rows: readonly PartnerRow[];
  readonly problems: MappingProblem[];
} {
  const [head, ...body] = parseCsvRows(text);
  const names = (head?.cells ?? []).map((cell) => cell.trim());
  const missing = (['account', 'partnerId'] as const).filter((name) => !names.includes(name));
  const problems = [
    ...missing.map((name) => problemAt(1, 'mapping-table/partner-heading', { name })),
    ...names.flatMap((name) => checkColumn(name)),
  ];
  const rows = body
    .filter(({ cells }) => cells.some((cell) => cell.trim() !== ''))
    .map(({ line, cells }) => ({ line, partner: partnerOf(names, cells) }));
  if (missing.length > 0) return { rows: [], problems };
  for (const { line, partner } of rows)
    for (const name of ['account', 'partnerId'] as const)
      if (partner[name] === undefined)
        problems.push(problemAt(line, 'mapping-table/partner-empty', { name }));
  return { rows, problems };
}

function checkColumn(name: string): readonly MappingProblem[] {
  if (name === '' || partnerColumns.some((known) => known === name)) return [];
  const todo = suggestNames(name, partnerColumns, 'columns');
  return [{ ...problemAt(1, 'mapping-table/partner-column', { name, todo }), severity: 'warning' }];
}

function partnerOf(names: readonly string[], cells: readonly string[]): Partner {
  const known = partnerColumns.map((name) => [name, (cells[names.indexOf(name)] ?? '').trim()] as const);
  return Object.fromEntries(known.filter(([, text]) => text !== ''));
}

/** Rows with the account or the pair of ids of an earlier row: which one is meant cannot be known. */
function findRepeated(rows: readonly PartnerRow[]): readonly MappingProblem[] {
  return [
    ...findDoubles(rows, ({ account = '' }) => account),
    ...findDoubles(rows, ({ partnerId = '', partnerQualifier, ownId = '', ownQualifier }) =>
      [qualifiedId(partnerId, partnerQualifier), qualifiedId(ownId, ownQualifier)].filter(Boolean).join(' '),
    ),
  ];
}

const qualifiedId = (id: string, qualifier: string | undefined): string =>
  qualifier === undefined ? id : `${id}:${qualifier}`;

function findDoubles(
  rows: readonly PartnerRow[],
  keyOf: (partner: Partner) => string,
): readonly MappingProblem[] {
  const first = new Map<string, number>();
  return rows.flatMap(({ line, partner }) => {
    const name = keyOf(partner);
    const key = `${name}\n${partner.format ?? ''}`;
    const before = first.get(key);
    if (before === undefined) first.set(key, line);
    return before === undefined || name === ''
      ? []
      : [problemAt(line, 'mapping-table/partner-twice', { name, line: before })];
  });
}

function checkFormats(rows: readonly PartnerRow[], formats: readonly string[]): readonly MappingProblem[] {
  return rows.flatMap(({ line, partner: { format } }) => {
    if (format === undefined || formats.includes(format)) return [];
    const values = { name: format, todo: suggestNames(format, formats, 'formats') };
    return [{ ...problemAt(line, 'mapping-table/partner-format', values), severity: 'warning' as const }];
  });
}

const problemAt = (
  line: number,
  sentence: MappingProblem['sentence'],
  values: MappingProblem['values'],
): MappingProblem => ({
  sentence,
  values,
  line,
  column: 1,
});
