import {
  buildMappingPhrase,
  type MappingSentenceName,
  type MappingValues,
} from '../../findings/mapping-sentences.ts';
import { findNearest, suggestNames } from '../../findings/nearest-names.ts';
import { type MappingPosition, type MappingProblem, pickPosition } from './mapping-problem.ts';
import { findEntry, textOfEntry, type YamlEntry, type YamlMap, type YamlNode } from './mapping-yaml.ts';
import { clauseSections, isRemoved } from './override-forms.ts';

/**
 * What an own mapping lays over the delivered one and hits nothing there: it was misspelt, or what it meant was renamed by an
 * upgrade. Such an override would be lost without a word.
 */
export function checkOverrides(base: YamlMap, own: YamlMap): readonly MappingProblem[] {
  return [
    ...findRemovedNowhere(base, own),
    ...findUnusedVariables(base, own),
    ...clauseSections.flatMap((section) => checkClauses(itemsOf(base, section), itemsOf(own, section))),
  ];
}

/**
 * An own code this many edits away from a delivered one counts as misspelt; shorter codes than `shortest`
 * are not compared.
 */
const slips = 2;
const shortest = 5;

/** `$remove: true` of a member that is not there, at any depth. */
function findRemovedNowhere(base: YamlNode | undefined, own: YamlMap): readonly MappingProblem[] {
  const there = base?.kind === 'map' ? base.entries : [];
  const names = there.map(({ name }) => name);
  return own.entries.flatMap((entry) => {
    const { name, value } = entry;
    const below = there.find((one) => one.name === name)?.value;
    if (value.kind !== 'map') return [];
    if (!isRemoved(value) || below !== undefined) return findRemovedNowhere(below, value);
    return [problemAt(entry, 'mapping-override/remove', { name, todo: suggestNames(name, names, 'names') })];
  });
}

/** A variable that the delivered mapping does not have is one of one's own; then something has to use it. */
function findUnusedVariables(base: YamlMap, own: YamlMap): readonly MappingProblem[] {
  const names = variablesOf(base).map(({ name }) => name);
  const texts = listTexts(own);
  return variablesOf(own)
    .filter(({ name, value }) => !names.includes(name) && !isRemoved(value) && !isUsed(name, texts))
    .map((entry) => {
      const todo = suggestNames(entry.name, names, 'delivered-variables');
      return problemAt(entry, 'mapping-override/variable', { name: entry.name, todo });
    });
}

function checkClauses(base: readonly YamlMap[], own: readonly YamlMap[]): readonly MappingProblem[] {
  const codes = [...new Set(base.map((item) => textOfEntry(item, 'code')))];
  return own
    .filter((item) => !codes.includes(textOfEntry(item, 'code')))
    .flatMap((item): readonly MappingProblem[] => {
      const code = textOfEntry(item, 'code');
      const todo = suggestNames(code, codes, 'codes');
      if (isRemoved(item)) return [problemAt(item, 'mapping-override/remove-clause', { code, todo })];
      const meant = code.length < shortest ? undefined : findNearest(code, codes, slips);
      return meant === undefined ? [] : [problemAt(item, 'mapping-override/clause', { code, meant })];
    });
}

/**
 * What is wrong in the delivered mapping only since own variables say something else there: with a hint at them, since nobody
 * looks for the cause where he changed nothing.
 */
export function addOverrideHints(
  problems: readonly MappingProblem[],
  own: YamlNode,
): readonly MappingProblem[] {
  const mine = own.kind === 'map' ? variablesOf(own).filter(({ value }) => value.kind === 'text') : [];
  const names = mine.map(({ name, line }) => buildMappingPhrase('variable-at', { name, line }));
  const hint = buildMappingPhrase('your-variables', { names });
  return problems.map((one) =>
    one.file === undefined || names.length === 0 ? one : { ...one, hints: [hint, ...(one.hints ?? [])] },
  );
}

const variablesOf = (map: YamlMap): readonly YamlEntry[] => {
  const variables = findEntry(map, 'variables')?.value;
  return variables?.kind === 'map' ? variables.entries : [];
};

function itemsOf(map: YamlMap, section: string): readonly YamlMap[] {
  const list = findEntry(map, section)?.value;
  return list?.kind === 'list' ? list.items.filter((item) => item.kind === 'map') : [];
}

const isUsed = (name: string, texts: readonly string[]): boolean =>
  texts.some((text) => new RegExp(`\\$${name}(?![\\w.-])`).test(text));

function listTexts(yaml: YamlNode): readonly string[] {
  if (yaml.kind === 'text') return [yaml.text];
  return yaml.kind === 'list'
    ? yaml.items.flatMap(listTexts)
    : yaml.entries.flatMap(({ value }) => listTexts(value));
}

const problemAt = (
  place: MappingPosition,
  sentence: MappingSentenceName,
  values: MappingValues,
): MappingProblem => ({
  sentence,
  values,
  ...pickPosition(place),
});
