import type { Encoding } from '../../../text/encodings.ts';
import {
  type DateForms,
  detectDateForms,
  guessMarks,
  guessType,
  hasNumberSigns,
} from '../../infer/guess-type.ts';
import type { SampleRows } from '../../infer/infer-columns.ts';
import { renderYaml } from '../../infer/yaml-text.ts';
import { guessTable } from './sample-table.ts';

/** The kinds of rows of a table without headings, by its first column. */
interface RowKinds {
  readonly rows: SampleRows;
  /** In the order in which they come. */
  readonly names: readonly string[];
  readonly header?: string;
  readonly trailer?: string;
  /** What documents begin with. */
  readonly start: string;
}

/** The text of a format file; undefined: the rows say nothing of what they are. */
export function inferRecordsYaml(name: string, text: string, encoding: Encoding): string | undefined {
  const table = guessTable(text);
  const kinds = table && kindsOf(table.rows);
  if (table === undefined || kinds === undefined) return undefined;
  const { rows, names, header, trailer, start } = kinds;
  const cells = rows.flatMap((row) => row.slice(1));
  const known = { marks: guessMarks(cells), days: detectDateForms(cells) };
  const around = {
    ...(header === undefined ? {} : { header }),
    ...(trailer === undefined ? {} : { trailer }),
  };
  const inside = names.filter((one) => one !== header && one !== trailer && one !== start);
  const description = {
    format: name,
    syntax: 'csv',
    encoding,
    csv: { separator: table.separator === '\t' ? 'tab' : table.separator, headings: 0, ...known.marks },
    record: { type: { column: 1 } },
    records: Object.fromEntries(names.map((one) => [one, fieldsOf(filterByKind(rows, one), known)])),
    documents: { starts: start },
    ...(header === undefined && trailer === undefined ? {} : { file: around }),
    tree: { [`${start}!`]: {}, ...buildNesting(inside, kinds) },
  };
  const remark =
    '# Nothing in such a file says what its fields are: give them names (c2 is the second column).\n';
  return `${remark}${renderYaml(description, (map) => ['column', 'separator', 'starts', 'header', 'trailer', 'type'].some((one) => map.has(one)))}`;
}

const filterByKind = (rows: SampleRows, kind: string): SampleRows => rows.filter(([type]) => type === kind);

/** A few letters or digits, of which some come again; the first and the last row may be of the file. */
function kindsOf(rows: SampleRows): RowKinds | undefined {
  const types = rows.map(([type = '']) => type);
  const names = [...new Set(types)];
  const isKind =
    names.length > 1 && names.length <= 12 && names.every((one) => /^[A-Za-z]\w{0,9}$/.test(one));
  if (!isKind || names.length === types.length) return undefined;
  const [first = '', last = ''] = [types[0], types.at(-1)];
  const isOnce = (one: string) => types.filter((type) => type === one).length === 1;
  const trailer = isOnce(last) && last !== first ? last : undefined;
  // before all documents: it comes once, and what stands behind it comes again, if not as often as lines do
  const second = types[1] ?? '';
  const again = types.filter((type) => type === second).length;
  const header = isOnce(first) && again > 1 && again < types.length / 2 ? first : undefined;
  return {
    rows,
    names,
    start: header === undefined ? first : second,
    ...(header === undefined ? {} : { header }),
    ...(trailer === undefined ? {} : { trailer }),
  };
}

/** A kind that always stands behind one other belongs to it; but what begins a document holds nothing. */
function buildNesting(
  inside: readonly string[],
  { rows, start }: RowKinds,
): Readonly<Record<string, object>> {
  const types = rows.map(([type = '']) => type);
  const before = (kind: string) =>
    new Set(types.flatMap((type, n) => (type === kind && types[n - 1] !== kind ? [types[n - 1] ?? ''] : [])));
  const parents = new Map(
    inside.map((kind) => {
      const [only = start, ...more] = before(kind);
      return [kind, more.length === 0 && inside.includes(only) ? only : start] as const;
    }),
  );
  const below = (parent: string): Readonly<Record<string, object>> =>
    Object.fromEntries(
      inside.filter((kind) => parents.get(kind) === parent).map((kind) => [`${kind}[]`, below(kind)]),
    );
  return below(start);
}

function fieldsOf(
  rows: SampleRows,
  { marks, days }: { readonly marks: Parameters<typeof guessType>[1]; readonly days: DateForms },
) {
  const width = Math.max(...rows.map(({ length }) => length));
  return Object.fromEntries(
    Array.from({ length: width - 1 }, (_, n) => n + 1).map((at) => {
      const values = rows.map((row) => row[at] ?? '');
      const guess = guessType(values, marks, { days });
      const type = guess.type === 'decimal' && !hasNumberSigns(values, marks) ? 'identifier' : guess.type;
      const isFilled = values.every((value) => value !== '' && !guess.empty.includes(value));
      const field = {
        column: at + 1,
        ...(type === 'text' ? {} : { type }),
        ...(guess.empty.length === 0 ? {} : { empty: guess.empty }),
      };
      return [`c${at + 1}${isFilled ? '!' : ''}`, field];
    }),
  );
}
