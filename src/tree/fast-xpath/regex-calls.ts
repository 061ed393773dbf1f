import type { Item } from '../nodes/items.ts';
import { findChild, type SyntaxNode } from '../xpath/xpath-syntax.ts';
import { atomizeLeafToText, type ExpressionClosure, NeedsFullEngine, noItems } from './closures.ts';

/**
 * `matches`, `replace` and `tokenize` as closures, for patterns that stand in the expression, mean the same in XPath and in JavaScript
 * and are done after one look at each character: those at the start of a text with one part of any length, such as `^0+(.)`, or without
 * such a part, such as `[A-Z]{2}$`. All others run in the engine, where only the clock stops them.
 */
export function compilePatternCall(
  name: string,
  syntaxes: readonly SyntaxNode[],
  value: ExpressionClosure,
): ExpressionClosure {
  const [, pattern, replacement] = syntaxes.map(constantText);
  const regex = pattern === undefined ? undefined : translatePattern(pattern);
  if (regex === undefined) throw new NeedsFullEngine();
  const run = calls[name]?.(regex, replacement);
  if (run === undefined) throw new NeedsFullEngine();
  return (env) => run(atomizeLeafToText(value(env), env));
}

export const isPatternCall = (name: string): boolean => Object.hasOwn(calls, name);

type PatternCall = (value: string) => readonly Item[];

const calls: Readonly<
  Record<string, (regex: RegExp, replacement: string | undefined) => PatternCall | undefined>
> = {
  'matches#2': (regex) => (value) => [value.search(regex) !== -1],
  'replace#3': (regex, by) => {
    // the engine refuses a pattern that is found in nothing
    if (by === undefined || ''.search(regex) !== -1 || !isPlainReplacement(by, regex)) return undefined;
    return (value) => [value.replace(regex, by)];
  },
  'tokenize#2': (regex) => {
    if (''.search(regex) !== -1 || groupsOf(regex) > 0) return undefined;
    return (value) => (value === '' ? noItems : value.split(regex));
  },
};

function constantText(syntax: SyntaxNode): string | undefined {
  return syntax.name === 'stringConstantExpr' ? (findChild(syntax, 'value')?.text ?? '') : undefined;
}

/** One character: itself, one of XPath's special ones, any, or one of some. */
const one = String.raw`(?:[^\\.^$|?*+()[\]{}]|\\[\\.^$|?*+()[\]{}]|\.|\[\^?(?:0-9|a-z|A-Z|[\w .,:;/#+])+\])`;
const part = String.raw`(?:${one}(?:[+*?]|\{\d\d?,?\})?)`;
const plain = new RegExp(String.raw`^\^?(?:${part}|\(${part}+\))+\$?$`, 'u');
const ofAnyLength = /[+*?]|,\}/g;
const characters = /\\.|\[[^\]]*\]|\./gu;

/** Undefined where it may mean something else in JavaScript, or take long. */
function translatePattern(pattern: string): RegExp | undefined {
  if (!plain.test(pattern)) return undefined;
  const lengths = bare(pattern).match(ofAnyLength)?.length ?? 0;
  if (lengths > (pattern.startsWith('^') ? 1 : 0)) return undefined;
  return new RegExp(
    pattern.replace(characters, (found) => (found === '.' ? '[^\\n\\r]' : found)),
    'gu',
  );
}

/** Without the characters that could be taken for a group or a length. */
const bare = (pattern: string): string => pattern.replace(characters, 'x');

const groupsOf = ({ source }: RegExp): number => bare(source).match(/\(/g)?.length ?? 0;

/** Texts and groups that are there, each by one digit. */
function isPlainReplacement(by: string, regex: RegExp): boolean {
  if (!/^(?:[^$\\]|\$[1-9](?!\d))*$/u.test(by)) return false;
  return [...by.matchAll(/\$(\d)/g)].every(([, group]) => Number(group) <= groupsOf(regex));
}
