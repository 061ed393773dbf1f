import {
  type FieldNode,
  fieldLabel,
  listAllFields,
  normalizeHeading,
} from '../describe/description-nodes.ts';
import type { CsvLayout } from './layout.ts';

/** A column of a file that is written; without a field it stays empty. */
export interface WriteColumn {
  readonly heading: string;
  readonly field?: FieldNode;
}

/** The columns in their order: as `write.columns` says, else as the tree has them; those with a number have their place. */
export function listWriteColumns({ root, description }: CsvLayout): readonly WriteColumn[] {
  const fields = listAllFields(root).filter(({ at }) => at.by !== 'label');
  const { columns } = description.write;
  if (columns !== undefined) return columns.map((heading) => withField(heading, fields));
  const placed: (WriteColumn | undefined)[] = [];
  for (const field of fields)
    if (field.at.by === 'position') placed[field.at.column] = { heading: field.name, field };
  let next = 0;
  for (const field of fields) {
    if (field.at.by === 'position') continue;
    while (placed[next] !== undefined) next += 1;
    placed[next] = { heading: fieldLabel(field.at), field };
  }
  return Array.from(placed, (column, index) => column ?? { heading: `${index + 1}` });
}

function withField(heading: string, fields: readonly FieldNode[]): WriteColumn {
  const field = fields.find(
    ({ at }) =>
      at.by === 'heading' && at.names.some((name) => normalizeHeading(name) === normalizeHeading(heading)),
  );
  return field === undefined ? { heading } : { heading, field };
}
