/** Mistakes in XPath expressions that people make, told by what stands there: the parser itself only knows where it gave up. */

interface Words {
  readonly message: string;
  readonly advice: string;
  /** 0-based: where it stands. */
  readonly at: number;
}

const general =
  'Check brackets and quotes; an expression with " # " or ": " inside must stand in double quotes. A constant is written { $text: … }.';

/** What is wrong with an expression that cannot be read from `at` on (0-based). */
export function syntaxWords(text: string, at: number): Words {
  const quote = unclosedQuote(text);
  if (quote !== undefined)
    return {
      message: `The quote ${text[quote]} that begins here is not closed.`,
      advice: closing,
      at: quote,
    };
  const rest = text.slice(at, at + 20);
  const message = rest === '' ? 'it ends too early' : `it cannot be read from "${rest}" on`;
  return { message: `This is no XPath expression: ${message}.`, advice: mistake(text, at) ?? general, at };
}

const closing =
  'Close it; YAML takes " # " for a remark unless the expression stands in double quotes. A quote inside a text is written twice.';

/** Where a text begins that has no end. */
function unclosedQuote(text: string): number | undefined {
  const rest = text.replace(/'[^']*'|"[^"]*"/g, (whole) => ' '.repeat(whole.length));
  const at = rest.search(/['"]/);
  return at === -1 ? undefined : at;
}

function mistake(text: string, at: number): string | undefined {
  const bare = text.replace(/'[^']*'|"[^"]*"/g, "''");
  if (/[‘’“”„«»]/.test(bare)) return `Write plain quotes ' or " in place of those of a word processor.`;
  if (/==|&&|\|\||!(?!=)|<>/.test(bare)) return 'XPath writes =, !=, and, or, not(…).';
  if (/\bif\s*\(/.test(bare) && count(bare, /\bthen\b/g) > count(bare, /\belse\b/g))
    return 'Every if (…) then … needs its else …; write else () for nothing.';
  if (/\bif\b(?!\s*\()/.test(bare)) return 'Write the condition in brackets: if (…) then … else ….';
  return (
    unclosed(bare) ??
    (/\/\s*$/.test(bare) && at >= text.trimEnd().length - 1 ? 'Write a name after the last /.' : undefined)
  );
}

const count = (text: string, what: RegExp): number => text.match(what)?.length ?? 0;

const pairs = { '(': ')', '[': ']' } as const;

function unclosed(text: string): string | undefined {
  const open: string[] = [];
  for (const sign of text) {
    if (sign === '(' || sign === '[') open.push(pairs[sign]);
    else if ((sign === ')' || sign === ']') && open.pop() !== sign)
      return `A "${sign}" stands here without its beginning.`;
  }
  const missing = open.at(-1);
  return missing === undefined ? undefined : `A bracket is not closed: "${missing}" is missing.`;
}

/**
 * Advice for a name without prefix that the source does not have: a variable without its `$`, a constant without its
 * `$text:` or quotes.
 */
export function wordAdvice(
  name: string,
  expression: string,
  variables: Iterable<string>,
): string | undefined {
  if (!/^[\p{L}\d_-]+$/u.test(name)) return undefined;
  if ([...variables].includes(name)) return `Did you mean $${name}?`;
  return expression.trim() === name
    ? `For the text itself write { $text: ${name} }.`
    : `For the text itself write '${name}', in quotes.`;
}
