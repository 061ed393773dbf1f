import type { YAMLParseError } from 'yaml';
import type { MappingSentence, MappingSentenceName } from '../../findings/mapping-sentences.ts';

/** What is wrong with the YAML, and what to do. */
export interface YamlProblem extends MappingSentence {
  /** Characters from where the parser gave up to where it stands. */
  readonly further?: number;
}

const sentences: Readonly<Record<string, MappingSentenceName>> = {
  TAB_AS_INDENT: 'mapping-yaml/tab',
  MULTIPLE_DOCS: 'mapping-yaml/second-document',
  MULTILINE_IMPLICIT_KEY: 'mapping-yaml/no-colon',
  BAD_SCALAR_START: 'mapping-yaml/sign',
  BAD_ALIAS: 'mapping-yaml/star',
  BAD_DQ_ESCAPE: 'mapping-yaml/escape',
};

/**
 * The parser's error in words that a person who does not know YAML can act on. `rest`: of its line, from the error on. `deepest`: levels
 * that a file may have.
 */
export function explainYamlError(
  { code, message }: YAMLParseError,
  rest: string,
  deepest: number,
): YamlProblem {
  if (/call stack/.test(message)) return { sentence: 'mapping-yaml/deep', values: { most: deepest } };
  const known = sentences[code];
  if (known !== undefined) return { sentence: known, values: {} };
  return (
    explainSpecial(code, message, rest) ?? {
      sentence: 'mapping-yaml/other',
      values: { problem: shortenMessage(message) },
    }
  );
}

function explainSpecial(code: string, message: string, rest: string): YamlProblem | undefined {
  if (code === 'BLOCK_AS_IMPLICIT_KEY') {
    const colon = rest.search(/:\s/);
    if (colon !== -1) return { sentence: 'mapping-yaml/second-colon', values: {}, further: colon };
    return { sentence: 'mapping-yaml/too-far', values: {} };
  }
  const open = /end with an? (.)/.exec(message)?.[1];
  if (code === 'BAD_INDENT' && open !== undefined)
    return { sentence: 'mapping-yaml/open-bracket', values: { sign: open } };
  if (code === 'BAD_INDENT') return { sentence: 'mapping-yaml/indent', values: {} };
  if (/map keys need to be followed/.test(message)) return { sentence: 'mapping-yaml/no-colon', values: {} };
  if (/flow-seq|flow map|flow sequence/.test(message)) return { sentence: 'mapping-yaml/flow', values: {} };
  if (/at node end/.test(message)) return { sentence: 'mapping-yaml/after-end', values: {} };
  return undefined;
}

/** A text in quotes that has no end, reported at its beginning. */
export const unclosedQuoteProblem = (quote: string): YamlProblem => ({
  sentence: 'mapping-yaml/open-quote',
  values: { quote },
});

/** A name of which there is one already, on an earlier line. */
export const repeatedNameProblem = (name: string, line: number): YamlProblem => ({
  sentence: 'mapping-yaml/twice',
  values: { name, line },
});

/** The first line of the parser's words, without its place. */
function shortenMessage(message: string): string {
  return (message.split('\n')[0] ?? message).replace(/ at line \d+, column \d+:?$/, '').replace(/[.:]$/, '');
}
