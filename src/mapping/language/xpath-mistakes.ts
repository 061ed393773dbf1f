import {
  buildMappingPhrase,
  type MappingPhrase,
  type MappingSentence,
} from '../../findings/mapping-sentences.ts';

/** Common mistakes in XPath expressions, found in the text: the parser only knows where it gave up. */

interface SyntaxAdvice extends MappingSentence {
  /** 0-based: where it stands. */
  readonly at: number;
}

/** What is wrong with an expression that cannot be read from `at` on (0-based). */
export function explainSyntaxError(text: string, at: number): SyntaxAdvice {
  const quote = findUnclosedQuote(text);
  if (quote !== undefined)
    return { sentence: 'mapping-xpath/quote', values: { quote: text.charAt(quote) }, at: quote };
  const rest = text.slice(at, at + 20);
  const todo = findMistake(text, at) ?? buildMappingPhrase('xpath-general');
  if (rest === '') return { sentence: 'mapping-xpath/ends', values: { todo }, at };
  return { sentence: 'mapping-xpath/unreadable', values: { rest, todo }, at };
}

/** Where a text begins that has no end. */
function findUnclosedQuote(text: string): number | undefined {
  const rest = text.replace(/'[^']*'|"[^"]*"/g, (whole) => ' '.repeat(whole.length));
  const at = rest.search(/['"]/);
  return at === -1 ? undefined : at;
}

function findMistake(text: string, at: number): MappingPhrase | undefined {
  const bare = text.replace(/'[^']*'|"[^"]*"/g, "''");
  if (/[‘’“”„«»]/.test(bare)) return buildMappingPhrase('xpath-quotes');
  if (/==|&&|\|\||!(?!=)|<>/.test(bare)) return buildMappingPhrase('xpath-signs');
  if (/\bif\s*\(/.test(bare) && count(bare, /\bthen\b/g) > count(bare, /\belse\b/g))
    return buildMappingPhrase('xpath-else');
  if (/\bif\b(?!\s*\()/.test(bare)) return buildMappingPhrase('xpath-if');
  return (
    findUnclosed(bare) ??
    (/\/\s*$/.test(bare) && at >= text.trimEnd().length - 1 ? buildMappingPhrase('xpath-slash') : undefined)
  );
}

const count = (text: string, what: RegExp): number => text.match(what)?.length ?? 0;

const pairs = { '(': ')', '[': ']' } as const;

function findUnclosed(text: string): MappingPhrase | undefined {
  const open: string[] = [];
  for (const sign of text) {
    if (sign === '(' || sign === '[') open.push(pairs[sign]);
    else if ((sign === ')' || sign === ']') && open.pop() !== sign)
      return buildMappingPhrase('bracket-begin', { sign });
  }
  const missing = open.at(-1);
  return missing === undefined ? undefined : buildMappingPhrase('bracket-end', { sign: missing });
}

/**
 * Advice for a name without prefix that the source does not have: a variable without its `$`, a constant without its
 * `$text:` or quotes.
 */
export function adviseOnWord(
  name: string,
  expression: string,
  variables: Iterable<string>,
): MappingPhrase | undefined {
  if (!/^[\p{L}\d_-]+$/u.test(name)) return undefined;
  if ([...variables].includes(name)) return buildMappingPhrase('did-you-mean-bare', { near: `$${name}` });
  return buildMappingPhrase(expression.trim() === name ? 'text-alone' : 'text-inside', { name });
}
