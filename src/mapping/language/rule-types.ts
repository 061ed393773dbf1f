import type { ComparedValue } from '../../negotiation/line-values.ts';
import type { Namespaces, XPath } from '../../tree/compile-xpath.ts';
import type { OpenPart } from '../../tree/open-parts.ts';
import type { MappingPosition } from '../files/mapping-problem.ts';
import type { Conversion } from './conversions.ts';

/** An expression of the mapping file and where it stands. */
export interface Expression extends MappingPosition {
  readonly text: string;
  readonly xpath: XPath;
}

interface Common extends MappingPosition {
  /** Condition; false: the rule gives nothing. */
  readonly when?: Expression;
  /** Tried in order when the rule gives nothing. */
  readonly otherwise: readonly Rule[];
  readonly required: boolean;
  readonly volatile: boolean;
}

/** `$let`: names for expressions, each visible to the next. */
export type Bindings = readonly (readonly [string, Expression])[];

/** A value: of an expression, or constant. */
export interface LeafRule extends Common {
  readonly kind: 'leaf';
  readonly variables: Bindings;
  readonly from: Expression | { readonly constant: string };
  readonly as: Conversion;
  /** All that the exchange knows. */
  readonly values?: readonly string[];
  readonly attributes: readonly (readonly [string, LeafRule])[];
}

export interface ObjectRule extends Common {
  readonly kind: 'object';
  /** New context node; nothing there: no object. */
  readonly within?: Expression;
  /** An element whose whole content is there to begin with; members take the place of what is copied. */
  readonly copy?: Expression;
  readonly variables: Bindings;
  readonly members: readonly (readonly [string, Rule])[];
  readonly attributes: readonly (readonly [string, LeafRule])[];
  readonly keepEmpty: boolean;
  /** Members that the target model wants in every such object. */
  readonly wanted: readonly string[];
}

/** A list with one item for each node. */
export interface EachRule extends Common {
  readonly kind: 'each';
  readonly each: Expression;
  readonly item: ObjectRule | LeafRule;
  /** Where the value stands that identifies an item. */
  readonly key?: readonly string[];
  readonly omit?: 'unchanged';
  /** What the document says of the item itself. */
  readonly mark?: Expression;
  /** Values by which an item is compared with what stands at the other side. */
  readonly compare?: CompareRule;
}

export interface CompareRule {
  readonly values: readonly ComparedValue[];
  /** Table in which units that mean the same have one code. */
  readonly units?: string;
}

/** All values of all rules, one item each. */
export interface ListRule extends Common {
  readonly kind: 'list';
  readonly items: readonly Rule[];
}

export type Rule = LeafRule | ObjectRule | EachRule | ListRule;

/** What a clause says and advises in one language. */
export interface ClauseText {
  /** Texts and expressions in turn. */
  readonly say: readonly (string | Expression)[];
  readonly advice: string;
}

/** A `stop:`, `warn:` or `tasks:` clause. */
export interface Clause extends MappingPosition, ClauseText {
  /** One finding for each node where the condition holds; without it, the document's root is looked at. */
  readonly each?: Expression;
  readonly when: Expression;
  /** Of a task: which order line it is about; absent or empty: the whole order. */
  readonly orderLine?: Expression;
  /** Absent for a warning and a task. */
  readonly as?: 'ignored' | 'parked' | 'rejected';
  readonly code: string;
  /** In Dutch, where the mapping has it. */
  readonly nl?: ClauseText;
}

/** A mapping file as it runs. */
export interface Program {
  readonly name: string;
  readonly from: string;
  readonly to: string;
  /** Those that the mapping declares; what the target's own elements are written with. */
  readonly ownNamespaces: Namespaces;
  /** Of names in its expressions. */
  readonly namespaces: Namespaces;
  /** Parts of an SCSN document that are not open in its result, whatever the source left open. */
  readonly closes: readonly OpenPart[];
  /** Condition over `$event`: what was handled before does not count. */
  readonly again?: Expression;
  /**
   * Condition over `$event`: true when the event holds nothing for this ERP, whatever the document says.
   */
  readonly silent?: Expression;
  readonly variables: Bindings;
  readonly stop: readonly Clause[];
  readonly warn: readonly Clause[];
  /** What no operation of the target can say, for a person to do. */
  readonly tasks: readonly Clause[];
  readonly ignore: readonly Expression[];
  readonly target: ObjectRule;
  /** Its run must be watched: an expression may run very long on a small document. */
  readonly unbounded: boolean;
}
