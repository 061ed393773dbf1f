import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  pairRuleWords,
  type RuleSentence,
  type RuleWords,
  renderRuleSentences,
} from '../src/findings/rule-sentences.ts';
import { findEntry, parseYaml, textOfEntry, type YamlMap } from '../src/mapping/files/mapping-yaml.ts';
import { packageFolder } from '../src/pipeline/channel/mapping-folders.ts';
import { loadDeliveredRules } from '../src/scsn/rules/load-rules.ts';
import { decodeSavedText } from '../src/text/text-file.ts';

/** What delivered mappings and Schematron rules say, in both languages, for src/findings/rule-sentences.ts. */
export function ruleSentencesText(): string {
  const pairs = [...clausePairs(), ...schematronPairs()];
  const known = new Map(pairs.flatMap(pairOf).map((one) => [one.en, one]));
  return renderRuleSentences([...known.values()]);
}

interface RulePair {
  readonly en: RuleWords;
  readonly nl: RuleWords;
}

function pairOf(words: RulePair): readonly RuleSentence[] {
  const pair = pairRuleWords(words);
  if (pair === undefined) throw new Error(`A rule says something else in Dutch: ${JSON.stringify(words)}`);
  return pair.en === '' || pair.en === pair.nl ? [] : [pair];
}

function clausePairs(): readonly RulePair[] {
  const folder = packageFolder('mappings');
  return globSync('*.yaml', { cwd: folder }).flatMap((name) => {
    const { value } = parseYaml(decodeSavedText(readFileSync(join(folder, name))));
    if (value?.kind !== 'map') return [];
    return ['stop', 'warn', 'tasks'].flatMap((section) => clausesIn(value, section)).flatMap(wordsOfClause);
  });
}

function clausesIn(mapping: YamlMap, section: string): readonly YamlMap[] {
  const clauses = findEntry(mapping, section)?.value;
  return clauses?.kind === 'list' ? clauses.items.filter((item) => item.kind === 'map') : [];
}

function wordsOfClause(clause: YamlMap): readonly RulePair[] {
  const nl = findEntry(clause, 'nl')?.value;
  if (nl?.kind !== 'map') return [];
  return ['say', 'advice'].map((name) => ({
    en: splitWords(textOfEntry(clause, name)),
    nl: splitWords(textOfEntry(nl, name)),
  }));
}

/** Only what a clause says holds expressions; no advice has a brace. */
const splitWords = (text: string): RuleWords =>
  text.split(/(\{[^{}]*\})/).map((part) => (/^\{.*\}$/s.test(part) ? { select: part.slice(1, -1) } : part));

const schematronPairs = (): readonly RulePair[] =>
  loadDeliveredRules().rules.flatMap(({ tests }) =>
    tests.flatMap(({ texts: { en, nl } }) => [
      { en: en.message, nl: nl.message },
      { en: en.advice, nl: nl.advice },
    ]),
  );
