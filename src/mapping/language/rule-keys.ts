import type { MappingPhrase } from '../../findings/mapping-sentences.ts';
import { suggestNames } from '../../findings/nearest-names.ts';
import type { YamlEntry, YamlMap } from '../files/mapping-yaml.ts';
import { type Conversion, conversions } from './conversions.ts';
import type { ExpressionCompiler } from './expression-compiler.ts';

/** The `$` keys of rules. */
export const ruleKeys = [
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
export type RuleKey = (typeof ruleKeys)[number];

/** They stand only in a rule with members. */
export const objectRuleKeys: readonly RuleKey[] = ['$in', '$copy', '$keepEmpty'];
export const eachRuleKeys: readonly RuleKey[] = ['$key', '$omit', '$mark', '$compare'];

/** The `$` keys that a rule has. */
export type RuleKeyEntries = ReadonlyMap<RuleKey, YamlEntry>;

/** Keys that belong to the list; `$when`, `$else` and the rest too, since the list as a whole has them. */
export const listRuleKeys: ReadonlySet<RuleKey> = new Set([
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
export function readConversion(
  expressions: ExpressionCompiler,
  entry: YamlEntry | undefined,
): Conversion | undefined {
  const text = textOfKey(entry);
  const found = conversions.find((known) => known === text);
  if (entry !== undefined && found === undefined)
    expressions.report(entry.value, 'mapping-rule/conversion', {
      name: String(text),
      todo: suggestNames(text ?? '', conversions, 'conversions'),
    });
  return found;
}

/** Whether a key says `true`. */
export function readFlag(expressions: ExpressionCompiler, entry: YamlEntry | undefined): boolean {
  const text = textOfKey(entry);
  if (entry !== undefined && text !== 'true' && text !== 'false')
    expressions.report(entry.value, 'mapping-rule/flag', { name: entry.name });
  return text === 'true';
}

/** The text of a key, where it is one. */
export function textOfKey(entry: YamlEntry | undefined): string | undefined {
  return entry?.value.kind === 'text' ? entry.value.text : undefined;
}

/** The `$` keys of a rule; unknown ones are reported. */
export function readRuleKeys(expressions: ExpressionCompiler, yaml: YamlMap): RuleKeyEntries {
  const found = new Map<RuleKey, YamlEntry>();
  for (const entry of yaml.entries) {
    if (!entry.name.startsWith('$')) continue;
    const key = ruleKeys.find((known) => known === entry.name);
    if (key !== undefined) found.set(key, entry);
    else
      expressions.report(entry, 'mapping-rule/rule-key', {
        name: entry.name,
        todo: suggestNames(entry.name, ruleKeys, 'rule-keys'),
      });
  }
  return found;
}

/** Reports keys that do not belong into this kind of rule. */
export function reportMisplacedKeys(
  expressions: ExpressionCompiler,
  entries: RuleKeyEntries,
  names: readonly RuleKey[],
  needs: string | MappingPhrase,
): void {
  for (const name of names) {
    const entry = entries.get(name);
    if (entry !== undefined) expressions.report(entry, 'mapping-rule/key-place', { key: name, needs });
  }
}
