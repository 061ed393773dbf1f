import type { FieldCorrections } from '../infer/sample-corrections.ts';
import { pickExamples } from '../infer/sample-proposal.ts';
import { collectNamespaces, parseRoot, UsageCollector } from '../xml/element-usage.ts';
import { listLeaves, pathOfLeaf } from '../xml/sampled-order.ts';
import type { DescribedField } from './described-fields.ts';
import type { DescriptionChanges } from './description-changes.ts';
import type { RevisedFields } from './revised-fields.ts';

/** Values of an own XML: their names are those of the file. Throws TooManyNames. */
export function reviseXml(
  {
    bytes,
    fields,
    said,
  }: {
    readonly bytes: Uint8Array;
    readonly fields: readonly DescribedField[];
    readonly said: FieldCorrections;
  },
  changes: DescriptionChanges,
): RevisedFields {
  const values = collectValues(bytes);
  return {
    ...{ rows: [], records: [] },
    values: fields.map((field) => {
      const path = field.at.by === 'path' ? field.at.path : field.name;
      const { type } = said[path] ?? {};
      changes.apply(field, type === undefined ? {} : { type });
      const found = values.get(withoutPrefixes(path));
      return {
        field,
        proposed: {
          ...({ id: path, heading: path, name: field.name, part: 'line', type: type ?? field.type } as const),
          ...({
            certainty: type === undefined ? 'known' : 'corrected',
            examples: pickExamples(found ?? []),
          } as const),
          ...(found === undefined ? { state: 'missing' as const } : {}),
        },
      };
    }),
  };
}

/** The sample may have other prefixes than the description. */
const withoutPrefixes = (path: string): string => path.replace(/(^|[/@])[^/@:]*:/g, '$1');

function collectValues(bytes: Uint8Array): ReadonlyMap<string, readonly string[]> {
  const root = parseRoot(bytes);
  if ('en' in root) return new Map();
  const usage = new UsageCollector(collectNamespaces([root])).root([root]);
  return new Map(listLeaves(usage).map((leaf) => [withoutPrefixes(pathOfLeaf(leaf)), leaf.seen.values]));
}
