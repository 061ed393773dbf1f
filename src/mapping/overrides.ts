import { part, type Sentence, type Values } from '../findings/mappings.ts';
import { nearest, suggested } from '../tree/nearest.ts';
import { onlyPlace, type Place, type Problem } from './problem.ts';
import { entryOf, textIn, type Yaml, type YamlEntry, type YamlMap } from './yaml.ts';

/**
 * What an own mapping lays over the delivered one and hits nothing there: it was misspelt, or what it meant was renamed by an
 * upgrade. Such an override would be lost without a word.
 */
export function overrideProblems(base: YamlMap, own: YamlMap): readonly Problem[] {
  return [
    ...removedNowhere(base, own),
    ...unusedVariables(base, own),
    ...['stop', 'warn', 'tasks'].flatMap((section) =>
      clauseProblems(itemsOf(base, section), itemsOf(own, section)),
    ),
  ];
}

/** A code of one's own that is so near to a delivered one (edits) is a slip of the pen; short ones say nothing. */
const slips = 2;
const shortest = 5;

/** `$remove: true` of a member that is not there, at any depth. */
function removedNowhere(base: Yaml | undefined, own: YamlMap): readonly Problem[] {
  const there = base?.kind === 'map' ? base.entries : [];
  const names = there.map(({ name }) => name);
  return own.entries.flatMap((entry) => {
    const { name, value } = entry;
    const below = there.find((one) => one.name === name)?.value;
    if (value.kind !== 'map') return [];
    if (!isRemoved(value) || below !== undefined) return removedNowhere(below, value);
    return [problem(entry, 'mapping-override/remove', { name, todo: suggested(name, names, 'names') })];
  });
}

/** A variable that the delivered mapping does not have is one of one's own; then something has to use it. */
function unusedVariables(base: YamlMap, own: YamlMap): readonly Problem[] {
  const names = variablesOf(base).map(({ name }) => name);
  const texts = allTexts(own);
  return variablesOf(own)
    .filter(({ name, value }) => !names.includes(name) && !isRemoved(value) && !isUsed(name, texts))
    .map((entry) => {
      const todo = suggested(entry.name, names, 'delivered-variables');
      return problem(entry, 'mapping-override/variable', { name: entry.name, todo });
    });
}

function clauseProblems(base: readonly YamlMap[], own: readonly YamlMap[]): readonly Problem[] {
  const codes = [...new Set(base.map((item) => textIn(item, 'code')))];
  return own
    .filter((item) => !codes.includes(textIn(item, 'code')))
    .flatMap((item): readonly Problem[] => {
      const code = textIn(item, 'code');
      const todo = suggested(code, codes, 'codes');
      if (isRemoved(item)) return [problem(item, 'mapping-override/remove-clause', { code, todo })];
      const meant = code.length < shortest ? undefined : nearest(code, codes, slips);
      return meant === undefined ? [] : [problem(item, 'mapping-override/clause', { code, meant })];
    });
}

/**
 * What is wrong in the delivered mapping only since own variables say something else there: with a hint at them, since nobody
 * looks for the cause where he changed nothing.
 */
export function blaming(problems: readonly Problem[], own: Yaml): readonly Problem[] {
  const mine = own.kind === 'map' ? variablesOf(own).filter(({ value }) => value.kind === 'text') : [];
  const names = mine.map(({ name, line }) => part('variable-at', { name, line }));
  const hint = part('your-variables', { names });
  return problems.map((one) =>
    one.file === undefined || names.length === 0 ? one : { ...one, hints: [hint, ...(one.hints ?? [])] },
  );
}

const variablesOf = (map: YamlMap): readonly YamlEntry[] => {
  const variables = entryOf(map, 'variables')?.value;
  return variables?.kind === 'map' ? variables.entries : [];
};

function itemsOf(map: YamlMap, section: string): readonly YamlMap[] {
  const list = entryOf(map, section)?.value;
  return list?.kind === 'list' ? list.items.filter((item) => item.kind === 'map') : [];
}

const isUsed = (name: string, texts: readonly string[]): boolean =>
  texts.some((text) => new RegExp(`\\$${name}(?![\\w.-])`).test(text));

function allTexts(yaml: Yaml): readonly string[] {
  if (yaml.kind === 'text') return [yaml.text];
  return yaml.kind === 'list'
    ? yaml.items.flatMap(allTexts)
    : yaml.entries.flatMap(({ value }) => allTexts(value));
}

export const isRemoved = (value: Yaml): boolean =>
  value.kind === 'map' && textIn(value, '$remove') === 'true';

const problem = (place: Place, sentence: Sentence, values: Values): Problem => ({
  sentence,
  values,
  ...onlyPlace(place),
});
