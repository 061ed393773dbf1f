import type { DraftedKind } from './drafted-kinds.ts';
import { areZeroPadded } from './guess-type.ts';
import { isPlaceable } from './heading-meanings.ts';
import type { DescribedKind, RecordFieldSample } from './infer-record-fields.ts';
import { elementsByRole, type RecordKind } from './infer-record-kinds.ts';
import { areGlns, type ProposedField, type ProposedRecord } from './sample-proposal.ts';
import type { SampledValue } from './sampled-document.ts';

/** The order that records of several kinds make: its tree, and where in it their values stand. */

type Described = DescribedKind<RecordFieldSample>;

/** What a description says of documents and of what stands around them. */
export function describeDocuments(kinds: readonly Described[], document: DraftedKind) {
  const elementOf = (role: RecordKind['role']) => kinds.find((kind) => kind.role === role)?.element;
  const [header, trailer] = [elementOf('header'), elementOf('trailer')];
  const file = {
    ...(header === undefined ? {} : { header }),
    ...(trailer === undefined ? {} : { trailer }),
  };
  return {
    documents: { starts: elementOf('order') ?? 'head' },
    ...(Object.keys(file).length === 0 ? {} : { file }),
    tree: { [`${document}!`]: buildTree(kinds) },
  };
}

/** Details stand below what is above them; an order has its head and its lines. */
function buildTree(kinds: readonly Described[]): Readonly<Record<string, object>> {
  const details = kinds.filter(({ isBehindDelivery }) => isBehindDelivery === true);
  const behind = Object.fromEntries(details.map(({ element }) => [`${element}[]`, {}]));
  const below = (parent: 'order' | 'line') =>
    Object.fromEntries(
      kinds
        .filter(({ parents }) => parents.includes(parent))
        .map(({ element, role }) => [`${element}[]`, role === 'delivery' ? behind : {}]),
    );
  const line = kinds.find(({ role }) => role === 'line');
  return { 'head!': below('order'), ...(line === undefined ? {} : { 'lines[]!': below('line') }) };
}

/** The records of a description; `fieldOf`: how its syntax says where a field stands. */
export const describeRecords = <S extends RecordFieldSample>(
  kinds: readonly DescribedKind<S>[],
  fieldOf: (field: DescribedKind<S>['fields'][number]) => unknown,
): Readonly<Record<string, object>> =>
  Object.fromEntries(
    kinds.map(({ type, element, fields }) => [
      element,
      {
        ...(type === element ? {} : { $type: type }),
        ...Object.fromEntries(
          fields.map((field) => [`${field.name}${field.required ? '!' : ''}`, fieldOf(field)]),
        ),
      },
    ]),
  );

/** Values of the order with their paths in the tree; undefined: there are no lines. */
export function listRecordValues(kinds: readonly Described[]): readonly SampledValue[] | undefined {
  if (!kinds.some(({ role }) => role === 'line')) return undefined;
  return kinds.flatMap((kind) => {
    if (kind.role === 'trailer') return [];
    const prefix = prefixOf(kind);
    return kind.fields.map((field) => ({
      id: field.id,
      path: `${prefix}${field.name}`,
      heading: field.heading,
      part: field.part,
      type: field.type,
      isBlank: false,
      isGln: areGlns(field.examples),
      isPadded: areZeroPadded(field.values),
      ...(kind.isBehindDelivery === true ? { isBehindDelivery: true as const } : {}),
      ...(field.meaning === undefined ? {} : { meaning: field.meaning }),
    }));
  });
}

/** From the order on, of what belongs to a line or a delivery from that on. */
function prefixOf({ role, element, parents }: Described): string {
  if (role === 'line' || role === 'delivery') return '';
  const isOfOrder = role === 'detail' && !parents.includes('line');
  return isOfOrder ? `${elementsByRole.order}/${element}/` : `${element}/`;
}

/** What a person looks at. */
export const proposeKinds = (kinds: readonly RecordKind[]): readonly ProposedRecord[] =>
  kinds.map(({ type, role, count }) => ({ type, role, count }));

/** `document`: what the documents are. */
export const proposeField = (
  record: string,
  { id, heading, name, part, type, meaning, certainty, examples }: Described['fields'][number],
  document: DraftedKind,
): ProposedField => ({
  ...{ id, record, heading, name, part, type, certainty, examples },
  ...(meaning !== undefined && isPlaceable({ meaning, part }, document) ? { meaning: meaning.name } : {}),
});
