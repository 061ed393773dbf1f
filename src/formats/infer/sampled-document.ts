import type { HeadingMeaning } from './heading-meanings.ts';
import type { ColumnPart } from './infer-columns.ts';

/** What samples show of a document, as far as a mapping needs it. */
export interface SampledDocument {
  readonly values: readonly SampledValue[];
  /** Path of the lines in the tree: `lines`. */
  readonly lines: string;
}

/** A value of a sample as far as a rule needs it. */
export interface SampledValue {
  /** By which corrections name it. */
  readonly id: string;
  /** From the root on, of a line's value from the line on, of a delivery's from the delivery on. */
  readonly path: string;
  /** What else it is called. */
  readonly heading: string;
  readonly part: ColumnPart;
  readonly type: string;
  /** It may stand there without a text, as elements do. */
  readonly isBlank?: boolean;
  /** Global location numbers: thirteen digits each. */
  readonly isGln?: boolean;
  /** Zeros fill it up, and no mark shows its decimals. */
  readonly isPadded?: boolean;
  readonly meaning?: HeadingMeaning;
  /** Why a person leaves it out. */
  readonly leaveOut?: string;
  /** It stands behind the deliveries of its line. */
  readonly isBehindDelivery?: true;
}
