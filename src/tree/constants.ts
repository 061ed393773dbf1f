import { callOwn, type OwnFunction, ownFunctions, ValueError } from './functions.ts';
import { child, type Syntax } from './syntax.ts';

/** What is wrong with arguments that stand in the expression itself: the call would fail for every document. */
export interface ConstantProblem {
  readonly argument: Syntax;
  readonly message: string;
  readonly advice: string;
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

const advices: Readonly<Record<string, string>> = {
  'bad-decimal': "Write a number such as '12.50'.",
  'division-by-zero': 'Write another number.',
  'digits-wrong': 'Write the number of digits, such as 2.',
  'bad-date': "Write a date such as '2026-03-31'.",
  'bad-time': "Write a time such as '14:30:00'.",
  'bad-date-time': "Write a moment such as '2026-03-31T14:30:00Z'.",
  'bad-time-zone': "Write a name such as 'Europe/Amsterdam'.",
};

export function constantProblems(name: string, args: readonly Syntax[]): readonly ConstantProblem[] {
  return args.flatMap((argument, at) => {
    const text = literal(argument);
    const advice = text === undefined ? undefined : wrongWith(name, at, text, argument);
    if (advice === undefined) return [];
    return [{ argument, message: `${name}() cannot work with '${text}'.`, advice }];
  });
}

function wrongWith(name: string, at: number, text: string, { name: kind }: Syntax): string | undefined {
  if (numbers.get(name)?.includes(at))
    return kind === 'stringConstantExpr' ? 'Write a number, without quotes.' : undefined;
  const sample = samples.get(name);
  const own = ownFunctions.find((one) => `${one.prefix}:${one.name}` === name);
  return sample === undefined || own === undefined ? undefined : failing(own, sample.with(at, text));
}

/** Undefined: it works. */
function failing(own: OwnFunction, texts: readonly string[]): string | undefined {
  try {
    callOwn(
      own,
      texts.map((text) => [text]),
      (_table, key) => key,
    );
  } catch (error) {
    if (error instanceof ValueError) return advices[error.code] ?? 'Write another value.';
    throw error;
  }
  return undefined;
}

/** The text of a text or number that stands there. */
function literal(syntax: Syntax): string | undefined {
  if (/^(string|integer|decimal|double)ConstantExpr$/.test(syntax.name)) return child(syntax, 'value')?.text;
  const [only, second] = syntax.children;
  const wrapped = ['pathExpr', 'stepExpr', 'filterExpr', 'sequenceExpr'].includes(syntax.name);
  return wrapped && only !== undefined && second === undefined ? literal(only) : undefined;
}
