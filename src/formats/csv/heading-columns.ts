import { buildPhrase } from '../../findings/create-finding.ts';
import { findNearest } from '../../findings/nearest-names.ts';
import type { Finding } from '../../types.ts';
import {
  type FieldAddress,
  type FieldNode,
  listAllFields,
  namesOf,
  normalizeHeading,
} from '../describe/description-nodes.ts';
import type { RawCell } from '../records/value-reader.ts';
import type { CreateCsvFinding } from './findings/catalogue.ts';
import type { CsvLayout } from './layout.ts';

/** The headings of one file, bound to the columns that the format names. */
export class HeadingColumns {
  readonly #headings: readonly RawCell[];
  readonly #byName = new Map<string, number[]>();

  constructor(headings: readonly RawCell[]) {
    this.#headings = headings;
    for (const [index, { text }] of headings.entries()) {
      const name = normalizeHeading(text);
      const known = this.#byName.get(name);
      if (known !== undefined) known.push(index);
      else if (name !== '') this.#byName.set(name, [index]);
    }
  }

  /** Number of the column, 0-based; undefined where the file does not have it. */
  index(where: FieldAddress): number | undefined {
    if (where.by === 'position') return where.column;
    return namesOf(where).flatMap((name) => this.#byName.get(normalizeHeading(name)) ?? [])[0];
  }

  /** As the file writes it. */
  heading(index: number): string | undefined {
    return this.#headings[index]?.text.trim();
  }

  get count(): number {
    return this.#headings.length;
  }

  /** Columns that are missing, stand twice or are not known. */
  findings(layout: CsvLayout, tell: CreateCsvFinding): readonly Finding[] {
    const wanted = listAllFields(layout.root).filter(({ at }) => at.by === 'heading');
    const keys = (layout.key ?? []).filter(({ by }) => by === 'heading');
    const unknown = this.#unknown([...wanted.map(({ at }) => at), ...keys], layout);
    return [
      ...keys.flatMap((at) => this.#missing(at, true, unknown, tell)),
      ...wanted
        .filter(({ at }) => !keys.includes(at))
        .flatMap((field) => this.#missing(field.at, isRequired(field), unknown, tell)),
      ...[...new Set([...wanted.map(({ at }) => at), ...keys])].flatMap((at) => this.#twice(at, tell)),
      ...unknown.map((cell) => tell('csv-heading-unknown', { name: cell.text.trim() }, cellPlace(cell))),
    ];
  }

  /** A heading that an optional value could have is as bad as a missing one: it was renamed, and would be lost. */
  #missing(
    at: FieldAddress,
    required: boolean,
    unknown: readonly RawCell[],
    tell: CreateCsvFinding,
  ): readonly Finding[] {
    if (at.by !== 'heading' || this.index(at) !== undefined) return [];
    const others = unknown.map(({ text }) => text.trim());
    const near = at.names.flatMap((name) => findNearest(name, others) ?? [])[0];
    if (!required && near === undefined) return [];
    const place = this.#headings[0] === undefined ? {} : cellPlace(this.#headings[0]);
    const values = {
      name: at.names[0] ?? '',
      near: near === undefined ? '' : buildPhrase('meant', { name: near }),
    };
    return [tell('csv-heading-missing', values, place)];
  }

  #twice(at: FieldAddress, tell: CreateCsvFinding): readonly Finding[] {
    if (at.by !== 'heading') return [];
    const [first, second] = at.names
      .flatMap((name) => this.#byName.get(normalizeHeading(name)) ?? [])
      .toSorted((a, b) => a - b);
    const cell = second === undefined ? undefined : this.#headings[second];
    if (first === undefined || second === undefined || cell === undefined) return [];
    const values = { name: cell.text.trim(), count: first + 1, other: second + 1 };
    return [tell('csv-heading-twice', values, cellPlace(cell))];
  }

  #unknown(known: readonly FieldAddress[], { description, root }: CsvLayout): readonly RawCell[] {
    const names = known.flatMap((at) => (at.by === 'heading' ? at.names : []));
    const ignored = description.ignore.filter((one) => typeof one === 'string');
    const all = new Set([...names, ...ignored].map(normalizeHeading));
    const positions = new Set([
      ...listAllFields(root).flatMap(({ at }) => (at.by === 'position' ? at.column : [])),
      ...description.ignore.flatMap((one) => (typeof one === 'number' ? one - 1 : [])),
    ]);
    return this.#headings.filter(
      ({ text }, index) => text.trim() !== '' && !all.has(normalizeHeading(text)) && !positions.has(index),
    );
  }
}

const isRequired = ({ required }: FieldNode): boolean => required;

const cellPlace = ({ line, column, record, text }: RawCell) => ({ line, column, record, field: text.trim() });
