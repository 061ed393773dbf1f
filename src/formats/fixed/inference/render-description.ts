import { mostShownRows, type SampleProposal } from '../../infer/sample-proposal.ts';
import { renderYaml } from '../../infer/yaml-text.ts';
import type { FixedField, FixedKind, InferredFixed } from './infer-fixed.ts';

/** The text of a format file. */
export function renderFixedYaml(name: string, inferred: InferredFixed): string {
  const { kinds, type, encoding, marks } = inferred;
  const elementOf = (role: FixedKind['role']) => kinds.find((kind) => kind.role === role)?.element;
  const [header, trailer] = [elementOf('header'), elementOf('trailer')];
  const around = {
    ...(header === undefined ? {} : { header }),
    ...(trailer === undefined ? {} : { trailer }),
  };
  const description = {
    format: name,
    syntax: 'fixed',
    encoding,
    record: { ends: 'newline', type },
    records: Object.fromEntries(kinds.map((kind) => [kind.element, recordOf(kind)])),
    numbers: marks,
    documents: { starts: elementOf('order') ?? 'head' },
    ...(Object.keys(around).length === 0 ? {} : { file: around }),
    tree: { 'order!': buildTree(kinds) },
  };
  const text = renderYaml(description, (map) =>
    ['ends', 'at', 'decimal', 'starts', 'header', 'trailer', 'place'].some((one) => map.has(one)),
  );
  return `# Nothing in such a file says what its fields are: look whether each is what its name says.\n${text}`;
}

const recordOf = ({ type, element, fields }: FixedKind) => ({
  ...(type === element ? {} : { $type: type }),
  ...Object.fromEntries(fields.map((field) => [`${field.name}${field.required ? '!' : ''}`, fieldOf(field)])),
});

function fieldOf({ length, first, type, empty }: FixedField) {
  const place = `${length}@${first}`;
  if (empty.length > 0) return { place, type, empty: [...empty] };
  return type === 'text' ? place : `${place} ${type}`;
}

/** Details stand below what is above them; an order has its head and its lines. */
function buildTree(kinds: readonly FixedKind[]): Readonly<Record<string, object>> {
  const below = (parent: 'order' | 'line') =>
    Object.fromEntries(
      kinds.filter(({ parents }) => parents.includes(parent)).map(({ element }) => [`${element}[]`, {}]),
    );
  const line = kinds.find(({ role }) => role === 'line');
  return { 'head!': below('order'), ...(line === undefined ? {} : { 'lines[]!': below('line') }) };
}

/** What a person looks at. */
export const proposeRecords = ({ encoding, marks, type, kinds, lines }: InferredFixed): SampleProposal => ({
  ...{ encoding, marks, recordType: type },
  records: kinds.map(({ type: name, role, count }) => ({ type: name, role, count })),
  fields: kinds.flatMap((kind) =>
    kind.fields.map(({ id, name, part, type: value, meaning, certainty, examples, first, length }) => ({
      ...{ id, record: kind.type, heading: '', name, part, type: value, certainty, examples, first, length },
      ...(meaning === undefined ? {} : { meaning: meaning.name }),
    })),
  ),
  rows: lines
    .slice(0, mostShownRows)
    .map(({ line, type: record, text }) => ({ line, record, cells: [text] })),
});
