import type { YamlPath } from '../../yaml/yaml-source.ts';
import { parseValueType } from '../text/value-type.ts';
import { commonSentence } from './common-sentences.ts';
import type { FieldNode, TreeName } from './description-nodes.ts';
import { placedFieldSchema } from './placed-schema.ts';
import type { FieldReader } from './read-records.ts';
import { isMap, type TreeEntries } from './tree-entries.ts';

/** Values that stand at places of records: `quantity!: "12@31 decimal(3)"`, or the same with its parts named. */
export class PlacedFieldReader implements FieldReader {
  readonly lacks = commonSentence('format-tree/no-place');
  readonly #entries: TreeEntries;

  constructor(entries: TreeEntries) {
    this.#entries = entries;
  }

  isField(value: unknown): boolean {
    return (
      typeof value === 'string' ||
      (isMap(value) && [value.place, value.type].some((one) => typeof one === 'string'))
    );
  }

  field({ name, required }: TreeName, value: unknown, path: YamlPath): FieldNode | undefined {
    const data = this.#entries.parse(
      placedFieldSchema,
      typeof value === 'string' ? splitWritten(value) : value,
      path,
    );
    if (data === undefined) return undefined;
    const type = parseValueType(data.type) ?? { kind: 'text' as const };
    const [length = 0, first = 0] = (data.place ?? '').split('@').map(Number);
    // a day of zeros is none; a time of zeros is midnight
    const isDay = type.kind === 'date' || type.kind === 'datetime';
    const zeros = isDay && length > 0 ? ['0'.repeat(length)] : [];
    const at = { by: 'place', name, first: first - 1, length } as const;
    return { kind: 'field', name, required, at, type, empty: [...data.empty, ...zeros] };
  }
}

/** `12@3 decimal(2)`; the type may be left out. */
function splitWritten(written: string): { readonly place?: string; readonly type?: string } {
  const [place = '', ...type] = written.trim().split(/\s+/);
  if (!/^\d/.test(place)) return { type: written };
  return { place, ...(type.length === 0 ? {} : { type: type.join(' ') }) };
}
