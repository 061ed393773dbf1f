import { type GroupNode, groupsOf } from '../describe/description-nodes.ts';
import type { RecordNode } from '../describe/read-records.ts';

interface DescribedBeginning {
  readonly root: GroupNode;
  /** Stands before all documents. */
  readonly header?: RecordNode;
  /** Type of the record that each document begins with. */
  readonly starts?: string;
}

/** Whether a file begins with a record of that type: the header's, the one that documents begin with, else any that is described. */
export function isFirstRecordType(
  { root, header, starts }: DescribedBeginning,
  type: string | undefined,
): boolean {
  const first = header?.type ?? starts;
  return first === undefined ? groupsOf(root).some(({ record }) => record === type) : type === first;
}
