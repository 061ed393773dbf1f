import type { Part } from '../findings/mappings.ts';
import { suggested } from '../tree/nearest.ts';
import { type Conversion, conversions } from './convert.ts';
import type { Expressions } from './expressions.ts';
import type { YamlEntry, YamlMap } from './yaml.ts';

/** The `$` keys of rules. */
export const keys = [
  '$from',
  '$text',
  '$else',
  '$as',
  '$required',
  '$when',
  '$volatile',
  '$attributes',
  '$in',
  '$copy',
  '$let',
  '$each',
  '$key',
  '$omit',
  '$mark',
  '$compare',
  '$keepEmpty',
] as const;
export type Key = (typeof keys)[number];

/** They stand only in a rule with members. */
export const objectOnly: readonly Key[] = ['$in', '$copy', '$keepEmpty'];
export const eachOnly: readonly Key[] = ['$key', '$omit', '$mark', '$compare'];

/** The `$` keys that a rule has. */
export type Keys = ReadonlyMap<Key, YamlEntry>;

/** Keys that belong to the list; `$when`, `$else` and the rest too, since the list as a whole has them. */
export const listKeys: ReadonlySet<Key> = new Set([
  '$each',
  '$key',
  '$omit',
  '$mark',
  '$compare',
  '$when',
  '$else',
  '$required',
  '$volatile',
]);

/** What `$as` names. */
export function conversionIn(expressions: Expressions, entry: YamlEntry | undefined): Conversion | undefined {
  const text = textOf(entry);
  const found = conversions.find((known) => known === text);
  if (entry !== undefined && found === undefined)
    expressions.report(entry.value, 'mapping-rule/conversion', {
      name: String(text),
      todo: suggested(text ?? '', conversions, 'conversions'),
    });
  return found;
}

/** Whether a key says `true`. */
export function flag(expressions: Expressions, entry: YamlEntry | undefined): boolean {
  const text = textOf(entry);
  if (entry !== undefined && text !== 'true' && text !== 'false')
    expressions.report(entry.value, 'mapping-rule/flag', { name: entry.name });
  return text === 'true';
}

/** The text of a key, where it is one. */
export function textOf(entry: YamlEntry | undefined): string | undefined {
  return entry?.value.kind === 'text' ? entry.value.text : undefined;
}

/** The `$` keys of a rule; unknown ones are reported. */
export function keysOf(expressions: Expressions, yaml: YamlMap): Keys {
  const found = new Map<Key, YamlEntry>();
  for (const entry of yaml.entries) {
    if (!entry.name.startsWith('$')) continue;
    const key = keys.find((known) => known === entry.name);
    if (key !== undefined) found.set(key, entry);
    else
      expressions.report(entry, 'mapping-rule/rule-key', {
        name: entry.name,
        todo: suggested(entry.name, keys, 'rule-keys'),
      });
  }
  return found;
}

/** Reports keys that do not belong into this kind of rule. */
export function forbid(
  expressions: Expressions,
  entries: Keys,
  names: readonly Key[],
  needs: string | Part,
): void {
  for (const name of names) {
    const entry = entries.get(name);
    if (entry !== undefined) expressions.report(entry, 'mapping-rule/key-place', { key: name, needs });
  }
}
