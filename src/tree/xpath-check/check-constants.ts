import {
  buildMappingPhrase,
  type MappingPhrase,
  type MappingPhraseName,
  type MappingSentence,
} from '../../findings/mapping-sentences.ts';
import { callOwnFunction, type OwnFunction, ownFunctions, ValueError } from '../xpath/own-functions.ts';
import { findChild, type SyntaxNode } from '../xpath/xpath-syntax.ts';

/** What is wrong with arguments that stand in the expression itself: the call would fail for every document. */
export interface ConstantProblem extends MappingSentence {
  readonly argument: SyntaxNode;
}

/** Arguments with which each function works: one of them is replaced at a time. */
const samples: ReadonlyMap<string, readonly string[]> = new Map([
  ['dec:add', ['1', '1']],
  ['dec:sub', ['1', '1']],
  ['dec:mul', ['1', '1']],
  ['dec:div', ['1', '1', '1']],
  ['dec:round', ['1', '1']],
  ['dec:normal', ['1']],
  ['dec:sum', ['1']],
  ['dec:product', ['1']],
  ['dec:compare', ['1', '1']],
  ['date:date', ['2026-01-01']],
  ['date:time', ['10:00:00']],
  ['date:local', ['2026-01-01T10:00:00Z', 'UTC']],
]);

/** Arguments of the standard's functions that are numbers, counted from 0. */
const numbers: ReadonlyMap<string, readonly number[]> = new Map([
  ['substring', [1, 2]],
  ['subsequence', [1, 2]],
]);

/** What to write instead, by the code of the failure. */
const advices: readonly MappingPhraseName[] = [
  'bad-decimal',
  'division-by-zero',
  'digits-wrong',
  'bad-date',
  'bad-time',
  'bad-date-time',
  'bad-time-zone',
];

export function checkConstants(name: string, args: readonly SyntaxNode[]): readonly ConstantProblem[] {
  return args.flatMap((argument, at) => {
    const text = literalText(argument);
    const todo = text === undefined ? undefined : findFault(name, at, text, argument);
    if (text === undefined || todo === undefined) return [];
    return [{ argument, sentence: 'mapping-xpath/constant', values: { name, text, todo } }];
  });
}

function findFault(
  name: string,
  at: number,
  text: string,
  { name: kind }: SyntaxNode,
): MappingPhrase | undefined {
  if (numbers.get(name)?.includes(at))
    return kind === 'stringConstantExpr' ? buildMappingPhrase('unquoted-number') : undefined;
  const sample = samples.get(name);
  const own = ownFunctions.find((one) => `${one.prefix}:${one.name}` === name);
  return sample === undefined || own === undefined ? undefined : findFailure(own, sample.with(at, text));
}

/** Undefined: it works. */
function findFailure(own: OwnFunction, texts: readonly string[]): MappingPhrase | undefined {
  try {
    callOwnFunction(
      own,
      texts.map((text) => [text]),
      (_table, key) => key,
    );
  } catch (error) {
    if (error instanceof ValueError)
      return buildMappingPhrase(advices.find((one) => one === error.code) ?? 'other-value');
    throw error;
  }
  return undefined;
}

/** The text of a text or number that stands there. */
function literalText(syntax: SyntaxNode): string | undefined {
  if (/^(string|integer|decimal|double)ConstantExpr$/.test(syntax.name))
    return findChild(syntax, 'value')?.text;
  const [only, second] = syntax.children;
  const wrapped = ['pathExpr', 'stepExpr', 'filterExpr', 'sequenceExpr'].includes(syntax.name);
  return wrapped && only !== undefined && second === undefined ? literalText(only) : undefined;
}
