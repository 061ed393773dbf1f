import type { LineComparison } from '../../negotiation/line-values.ts';

/**
 * What a mapping makes: a tree that either writer (JSON, XML) can write. Members keep the order of the rules; the XML
 * writer puts them into schema order.
 */
export type TargetValue = TargetScalar | TargetObject | TargetList;

/** A leaf. Its text is written as it is: numbers keep the digits of the source. */
export interface TargetScalar {
  readonly kind: 'scalar';
  readonly type: 'string' | 'number' | 'boolean';
  readonly text: string;
  /** XML attributes by qualified name. */
  readonly attributes?: ReadonlyMap<string, string>;
  /** Does not count for sameness. */
  readonly volatile?: true;
}

/** JSON: an object by member name. XML: an element's children by qualified name (`cbc:ID`, `cac:Party`). */
export interface TargetObject {
  readonly kind: 'object';
  readonly members: ReadonlyMap<string, TargetValue>;
  readonly attributes?: ReadonlyMap<string, string>;
  /** XML: namespaces of own elements (below `ext:ExtensionContent`) by prefix. Set on the root. */
  readonly namespaces?: ReadonlyMap<string, string>;
  /** Set on the items of a keyed list (a rule with `$key`). */
  readonly key?: string;
  /** Set with `key`: the fingerprint without volatile leaves. */
  readonly fingerprint?: string;
  /** What the document says of the item itself (a rule with `$mark`). */
  readonly mark?: string;
}

/** JSON: an array. XML: the element repeated. */
export interface TargetList {
  readonly kind: 'list';
  readonly items: readonly TargetValue[];
  /** `unchanged`: items equal to the one of that key in the order state are left out when it is sent. */
  readonly omit?: 'unchanged';
  /** How its items are compared value by value (a rule with `$compare`). */
  readonly comparison?: LineComparison;
}
