import type { YAMLParseError } from 'yaml';

/** What is wrong with the YAML, and what to do. */
export interface Words {
  readonly message: string;
  readonly advice: string;
  /** Characters from where the parser gave up to where it stands. */
  readonly further?: number;
}

export const quotes = 'Put the expression in double quotes.';
const indent = 'Indent with blanks, the same number at every level.';

const words: Readonly<Record<string, Words>> = {
  TAB_AS_INDENT: { message: 'A tab stands at the beginning of this line', advice: indent },
  MULTIPLE_DOCS: { message: 'A second document begins here', advice: 'Remove the line with ---.' },
  MULTILINE_IMPLICIT_KEY: {
    message: 'There is no ": " after this name',
    advice: 'Write NAME: EXPRESSION, with a blank after the colon.',
  },
  BAD_SCALAR_START: { message: 'YAML gives this character a meaning of its own', advice: quotes },
  BAD_ALIAS: { message: 'YAML gives * a meaning of its own', advice: quotes },
  BAD_DQ_ESCAPE: {
    message: 'In double quotes a backslash begins a sign such as \\n',
    advice: 'Write it twice: \\\\, or put the expression in single quotes.',
  },
};

/** The parser's error in words that a person who does not know YAML can act on. `rest`: of its line, from the error on. */
export function yamlWords({ code, message }: YAMLParseError, rest: string): Words {
  return (
    words[code] ??
    special(code, message, rest) ?? { message: firstWords(message), advice: `${quotes} ${indent}` }
  );
}

function special(code: string, message: string, rest: string): Words | undefined {
  if (code === 'BLOCK_AS_IMPLICIT_KEY') {
    const colon = rest.search(/:\s/);
    if (colon !== -1) return { ...secondColon, further: colon };
    return { message: 'The next line is indented too far to belong beside this one', advice: indent };
  }
  const open = /end with an? (.)/.exec(message)?.[1];
  if (code === 'BAD_INDENT' && open !== undefined)
    return {
      message: `A bracket before this is not closed with "${open}"`,
      advice: `Write ${open} at its end.`,
    };
  if (code === 'BAD_INDENT')
    return { message: 'This line is indented unlike its neighbours', advice: indent };
  if (/map keys need to be followed/.test(message)) return words.MULTILINE_IMPLICIT_KEY;
  if (/flow-seq|flow map|flow sequence/.test(message))
    return { message: 'Inside { } and [ ], YAML takes this bracket or comma for its own', advice: quotes };
  if (/at node end/.test(message))
    return {
      message: 'Something stands after the end of the quotes or of the list',
      advice: `${quotes} ${indent}`,
    };
  return undefined;
}

const secondColon: Words = {
  message: 'A second ": " stands in this line, which YAML takes for another name',
  advice: quotes,
};

/** A text in quotes that has no end, told where it begins. */
export const unclosed = (quote: string): Words => ({
  message: `The quote ${quote} that begins here is not closed`,
  advice: `Write ${quote} at the end of the expression.`,
});

/** A name of which there is one already, on an earlier line. */
export const twice = (name: string, line: number): Words => ({
  message: `${name} stands twice here, on line ${line} too`,
  advice: 'Remove one of them.',
});

/** The first line of the parser's words, without its place. */
function firstWords(message: string): string {
  return (message.split('\n')[0] ?? message).replace(/ at line \d+, column \d+:?$/, '').replace(/[.:]$/, '');
}
