import { type Item, itemParts, itemText } from '../../tree/nodes/items.ts';
import { findMeantUnit, isCurrency, isGln, isUnit } from './code-lists.ts';

/**
 * What rules can ask beside XPath, as the value of a `sch:let`: `scsn:is-gln(.)`. Each takes texts and gives true or false,
 * or texts.
 */
const functions = {
  'is-empty': (texts: readonly string[]) => [texts.every((text) => text.trim() === '')],
  'has-blank': (texts: readonly string[]) => [texts.some((text) => /\s/.test(text.trim()))],
  'hidden-characters': (texts: readonly string[]) => [...new Set(texts.flatMap(findHidden))],
  'is-gln': (texts: readonly string[]) => [texts.every((text) => isGln(text.trim()))],
  'is-likely-date': (texts: readonly string[]) => [
    texts.every((text) => /^(19[7-9]|20|21)\d/.test(text.trim())),
  ],
  'is-unit': (texts: readonly string[]) => [texts.every(isUnit)],
  'is-mistaken-unit': (texts: readonly string[]) => [
    texts.some((text) => !isUnit(text) && findMeantUnit(text) !== ''),
  ],
  'is-unknown-unit': (texts: readonly string[]) => [
    texts.some((text) => !isUnit(text) && findMeantUnit(text) === ''),
  ],
  'unit-meant': (texts: readonly string[]) => texts.map(findMeantUnit).filter((text) => text !== ''),
  'is-currency': (texts: readonly string[]) => [texts.every(isCurrency)],
} satisfies Readonly<Record<string, (texts: readonly string[]) => readonly Item[]>>;

/** `U+200B`: what nobody sees, or sees as the blank that it is not. White space of XML around a text is none of it. */
const hidden = /[^\S \t\r\n]|[\u007f-\u009f\p{Default_Ignorable_Code_Point}]/gu;

const findHidden = (text: string): readonly string[] =>
  (text.match(hidden) ?? []).map(
    (c) => `U+${(c.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`,
  );

type RuleFunction = keyof typeof functions | 'is-base64';

export function isRuleFunction(name: string): name is RuleFunction {
  return name in functions || name === 'is-base64';
}

export function callRuleFunction(name: RuleFunction, items: readonly Item[]): readonly Item[] {
  return name === 'is-base64' ? [items.every(isBase64)] : functions[name](items.map(itemText));
}

/** A long text is looked at part by part. libxml2 leaves out what is not base64 (RFC 2045, 6.8) instead of refusing it. */
function isBase64(item: Item): boolean {
  for (const part of itemParts(item)) if (/[^A-Za-z0-9+/=\s]/.test(part)) return false;
  return true;
}
