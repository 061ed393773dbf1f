import type { FindingValues } from '../../findings/create-finding.ts';
import type { FindingCode } from '../../findings/finding-codes.ts';
import type { TreeElement } from '../../tree/nodes/tree-node.ts';

/**
 * A finding in the making. Its location takes time to compute, so that is left until the finding is
 * reported.
 */
export interface ElementFault {
  readonly element: TreeElement;
  readonly code: FindingCode;
  readonly values: FindingValues;
  /** It is about this attribute of the element. */
  readonly attribute?: string;
  /** Elements that it is about as well. */
  readonly others?: readonly TreeElement[];
  /** Whoever follows the advice puts an element of this name there: it is not missing as well. */
  readonly fills?: { readonly parent: TreeElement; readonly name: string };
}
