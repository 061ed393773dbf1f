import { isMap, isScalar, type YAMLMap } from 'yaml';
import type { Encoding } from '../../text/encodings.ts';
import { extendPath } from '../../tree/nodes/extend-path.ts';
import type { SyntaxRevision } from '../define-syntax.ts';
import { type ProposedField, pickExamples } from '../infer/sample-proposal.ts';
import {
  type DescribedField,
  type FieldPosition,
  findTop,
  isSetting,
  nameOf,
  rootOf,
  scalarText,
  textOf,
} from '../revise/described-fields.ts';
import type { DescriptionChanges } from '../revise/description-changes.ts';
import { changeDescription, correctNumbers, marksOf, parseSettings } from '../revise/description-settings.ts';
import { type DescriptionEntry, listEntries } from '../revise/description-text.ts';
import type { RevisedSample, RevisedValue, RevisionQuestion } from '../revise/revised-fields.ts';
import { xmlSchema } from './description.ts';
import { collectNamespaces, parseRoot, TooManyNames, UsageCollector } from './inference/element-usage.ts';
import { listLeaves, pathOfLeaf } from './inference/sampled-order.ts';

/** By paths: the names are those of the file, and what a person says is the type. */
export const xmlRevision: SyntaxRevision = {
  correctSettings: ({ text, corrections }) =>
    changeDescription(text, (opened, root) => correctNumbers(opened, root, corrections)),
  reviseFields(question, changes) {
    try {
      return reviseXml(question, changes);
    } catch (error) {
      if (error instanceof TooManyNames) return { because: error.because };
      throw error;
    }
  },
};

/** Throws TooManyNames. */
function reviseXml(
  { bytes, corrections: { fields: said = {} } }: Omit<RevisionQuestion, 'text'>,
  changes: DescriptionChanges,
): RevisedSample {
  const root = rootOf(changes.text);
  const fields = listXmlFields(findTop(root).value, '');
  const { numbers, encoding } = parseSettings(xmlSchema, root);
  const seen = collectValues(bytes, encoding);
  const values = fields.map((field): RevisedValue => {
    const { type } = said[field.at.path] ?? {};
    changes.apply(field, type === undefined ? {} : { type });
    const path = withoutPrefixes(field.at.path);
    return { field, path, proposed: proposeField(field, type, seen.get(path)) };
  });
  return { rows: [], records: [], values, marks: marksOf(numbers) };
}

/** `said`: its type, where a person says it. `values`: undefined: the sample has none. */
const proposeField = (
  { name, type, at: { path } }: PathField,
  said: string | undefined,
  values: readonly string[] | undefined,
): ProposedField => ({
  ...{ id: path, heading: path, name, part: 'line', type: said ?? type },
  certainty: said === undefined ? 'known' : 'corrected',
  examples: pickExamples(values ?? []),
  ...(values === undefined ? { state: 'missing' } : {}),
});

interface PathField extends DescribedField {
  readonly at: Extract<FieldPosition, { readonly by: 'path' }>;
}

/** `above`: path of the element that holds them; empty: it is the root. */
function listXmlFields(map: YAMLMap, above: string): readonly PathField[] {
  return listEntries(map).flatMap((entry): readonly PathField[] => {
    const { value } = entry;
    if (entry.key.value === '$attributes' && isMap(value)) return listAttributes(value, above);
    if (isSetting(entry)) return [];
    const name = nameOf(entry);
    const path = extendPath(above, name);
    if (!isMap(value)) return [{ ...entry, name, holder: above, ...typeAt(entry, path) }];
    const inside = listXmlFields(value, path);
    const isText = listEntries(value).every(isSetting);
    return isText ? [{ ...entry, name, holder: above, ...typeAt(entry, path) }, ...inside] : inside;
  });
}

const listAttributes = (map: YAMLMap, holder: string): readonly PathField[] =>
  listEntries(map).map((entry) => {
    const name = nameOf(entry);
    const path = extendPath(holder, `@${name}`);
    return { ...entry, name, holder, ...typeAt(entry, path) };
  });

function typeAt({ value }: DescriptionEntry, path: string): Pick<PathField, 'type' | 'at'> {
  const written = isMap(value) ? textOf(value, '$type') : isScalar(value) ? scalarText(value) : '';
  return { type: written || 'text', at: { by: 'path', path } };
}

/** The sample may have other prefixes than the description. */
const withoutPrefixes = (path: string): string => path.replace(/(^|[/@])[^/@:]*:/g, '$1');

function collectValues(bytes: Uint8Array, encoding: Encoding): ReadonlyMap<string, readonly string[]> {
  const root = parseRoot(bytes, encoding);
  if ('en' in root) return new Map();
  const usage = new UsageCollector(collectNamespaces([root])).root([root]);
  return new Map(listLeaves(usage).map((leaf) => [withoutPrefixes(pathOfLeaf(leaf)), leaf.seen.values]));
}
