import type { YamlEntry, YamlList, YamlMap, YamlNode } from './mapping-yaml.ts';
import { clauseCodeOf, clauseSections, isRemoved, replacesRule } from './override-forms.ts';

/**
 * `extends:`: the delivered mapping with what the own one says otherwise. Members are laid over each other by name, at
 * every depth; `$remove: true` takes one away. A value, and a rule with `$from` or `$text`, takes the place of the whole
 * rule. Entries of `stop:`, `warn:` and `tasks:` take the place of those with their code, or come after them.
 */
export function mergeMappings(base: YamlMap, own: YamlMap): YamlMap {
  return { ...base, entries: mergeEntries(base.entries, own.entries, mergeSection) };
}

type EntryMerger = (base: YamlEntry, own: YamlEntry) => YamlNode;

function mergeEntries(
  base: readonly YamlEntry[],
  own: readonly YamlEntry[],
  merge: EntryMerger,
): readonly YamlEntry[] {
  const over = new Map(own.map((entry) => [entry.name, entry]));
  const names = new Set(base.map(({ name }) => name));
  const laid = base.map((entry) => {
    const mine = over.get(entry.name);
    return mine === undefined ? entry : { ...mine, value: merge(entry, mine) };
  });
  return [...laid, ...own.filter(({ name }) => !names.has(name))].filter(({ value }) => !isRemoved(value));
}

function mergeSection(base: YamlEntry, own: YamlEntry): YamlNode {
  if (clauseSections.includes(own.name)) return mergeClauses(base.value, own.value);
  if (own.name === 'ignore' && base.value.kind === 'list' && own.value.kind === 'list')
    return { ...own.value, items: [...base.value.items, ...own.value.items] };
  return mergeRule(base, own);
}

function mergeRule({ value: base }: YamlEntry, { value: own }: YamlEntry): YamlNode {
  if (own.kind !== 'map' || base.kind !== 'map' || replacesRule(own)) return own;
  return { ...own, entries: mergeEntries(base.entries, own.entries, mergeRule) };
}

function mergeClauses(base: YamlNode, own: YamlNode): YamlNode {
  if (base.kind !== 'list' || own.kind !== 'list') return own;
  const mine = new Map(own.items.map((item) => [clauseCodeOf(item), item]));
  const seen = new Set<string>();
  const laid = base.items.flatMap((item) => {
    const code = clauseCodeOf(item);
    const first = !seen.has(code);
    seen.add(code);
    const other = mine.get(code);
    return other === undefined ? [item] : first ? [other] : [];
  });
  const items = [...laid, ...own.items.filter((item) => !seen.has(clauseCodeOf(item)))];
  const kept: YamlList = { ...own, items: items.filter((item) => !isRemoved(item)) };
  return kept;
}
