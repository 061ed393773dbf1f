import { textOfEntry, type YamlNode } from './mapping-yaml.ts';

/** What an own mapping says of the delivered one that it extends. */

/** Sections whose entries are told by their codes. */
export const clauseSections: readonly string[] = ['stop', 'warn', 'tasks'];

/** Of an entry of such a section; empty: it has none. */
export const clauseCodeOf = (item: YamlNode): string =>
  item.kind === 'map' ? textOfEntry(item, 'code') : '';

export const isRemoved = (value: YamlNode): boolean =>
  value.kind === 'map' && textOfEntry(value, '$remove') === 'true';

/** It takes the place of the whole rule. */
export const replacesRule = (own: YamlNode): boolean =>
  own.kind !== 'map' ||
  isRemoved(own) ||
  own.entries.some(({ name }) => name === '$from' || name === '$text');
