import { z } from 'zod';
import { BuildTable, renderBuildTable } from '../system/build-table.ts';
import type { Language } from '../types.ts';

/**
 * The sentences of delivered rules (`stop:`, `warn:` and `tasks:` of mappings, Schematron) in both languages, as a build has read them:
 * whoever reads what such a rule found needs neither the rule nor its document.
 */

export const ruleSentencesFile = 'rule-sentences.txt';

/** `{v0}` stands for what the rule puts in: the same value in each language. */
export type RuleSentence = Readonly<Record<Language, string>>;

/** A sentence as a rule has it: texts, and expressions whose values stand between them. */
export type RuleWords = readonly (string | { readonly select: string })[];

/** Undefined: one language puts in what the other does not, so that one cannot be made of the other. */
export function pairRuleWords(words: Readonly<Record<Language, RuleWords>>): RuleSentence | undefined {
  const en = joinSelects(words.en);
  const nl = joinSelects(words.nl);
  const values = listSelects(en);
  const same = new Set([...values, ...listSelects(nl)]).size === new Set(values).size && hasAll(nl, values);
  return same ? { en: renderTemplate(en, values), nl: renderTemplate(nl, values) } : undefined;
}

/** Where two expressions stand beside each other, nothing tells where the value of the first one ends. */
function joinSelects(words: RuleWords): RuleWords {
  const joined: RuleWords[number][] = [];
  for (const part of words) {
    const before = joined.at(-1);
    if (part === '') continue;
    if (typeof before === 'object' && typeof part === 'object')
      joined.splice(-1, 1, { select: `${before.select}\n${part.select}` });
    else joined.push(part);
  }
  return joined;
}

const hasAll = (words: RuleWords, values: readonly string[]): boolean =>
  values.every((value) => listSelects(words).includes(value));

const listSelects = (words: RuleWords): readonly string[] =>
  words.flatMap((part) => (typeof part === 'string' ? [] : [part.select]));

const renderTemplate = (words: RuleWords, values: readonly string[]): string =>
  words.map((part) => (typeof part === 'string' ? part : `{v${values.indexOf(part.select)}}`)).join('');

export const renderRuleSentences = (sentences: readonly RuleSentence[]): string =>
  renderBuildTable([[key, sentences]]);

const key = 'sentences';
const table = new BuildTable(ruleSentencesFile);
const schema = z.array(z.object({ en: z.string(), nl: z.string() }));
let known: readonly RuleSentence[] | undefined;

/** Of a rule that puts in what is not there, the marks around it are left out too (src/scsn/rules/rule-findings.ts). */
const withoutMarks = (text: string): string => text.replace(/ `\{v\d+\}`/, '');

/** None where nothing was built. */
export function listRuleSentences(): readonly RuleSentence[] {
  known ??= schema
    .parse(JSON.parse(table.find(key) ?? '[]'))
    .flatMap((one) => [
      one,
      ...(/ `\{v\d+\}`/.test(one.en) ? [{ en: withoutMarks(one.en), nl: withoutMarks(one.nl) }] : []),
    ]);
  return known;
}
