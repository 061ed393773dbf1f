import type { ProblemAnswer } from '../../api/model/common-model.ts';
import { linkTo } from './address.ts';
import { language } from './language.ts';
import { readSecret, sessionState } from './session.ts';

/**
 * The gateway answered that it does not do it, or nothing at all: `code` is `no-connection`, or `no-answer` where something was to be done,
 * which may have been done before the answer was lost.
 */
export class CallFailed extends Error {
  readonly status: number;
  readonly problem: ProblemAnswer;

  constructor(status: number, problem: ProblemAnswer) {
    super(problem.text);
    this.status = status;
    this.problem = problem;
  }
}

/** Milliseconds; the gateway itself answers within a second or so. */
const usualPatience = 30_000;

/** Milliseconds: the gateway itself ends a trial that takes too long, by the time of its thread, which on a busy machine is minutes on the clock. */
export const trialPatience = 300_000;

interface Call {
  readonly method?: 'GET' | 'POST' | 'PUT' | 'DELETE';
  readonly body?: object;
  readonly signal?: AbortSignal;
  /** It goes on until `signal` ends it. */
  readonly isStream?: true;
  /** Nothing is to be done by it: it is asked again by itself, or by the next key. */
  readonly isQuestion?: true;
  /** Milliseconds, of what may take the gateway longer. */
  readonly patience?: number | undefined;
}

/**
 * Asks the API below `/api`. Rejects with CallFailed. The answer is what the server's description says: it was checked there, by the same
 * version of the program. What gave its turn to another one, as when the thread was closed before it, is asked again.
 */
export async function call<Answer>(path: string, asked: Call = {}): Promise<Answer> {
  const response = await send(path, asked);
  if (response.ok) return (await response.json()) as Answer;
  const failed = new CallFailed(response.status, await problemIn(response, asked));
  if (failed.problem.code === 'asked-again') return await call(path, asked);
  if (response.status === 401 && sessionState.value === 'in') sessionState.value = 'ended';
  throw failed;
}

export async function send(
  path: string,
  { method = 'GET', body, signal, isStream, isQuestion, patience = usualPatience }: Call,
): Promise<Response> {
  const ends = [...(signal ? [signal] : []), ...(isStream ? [] : [AbortSignal.timeout(patience)])];
  try {
    return await fetch(linkTo(`/api${path}`), {
      method,
      headers: headersOf(body),
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      signal: AbortSignal.any(ends),
      cache: 'no-store',
    });
  } catch (error) {
    if (signal?.aborted) throw error;
    throw new CallFailed(0, noAnswerTo({ method, isQuestion }));
  }
}

function headersOf(body?: object): Record<string, string> {
  const secret = readSecret();
  return {
    'Accept-Language': language.value,
    ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
    ...(secret === null ? {} : { Authorization: `Session ${secret}` }),
  };
}

/** A proxy before the gateway may answer with a page, or an object, of its own. */
async function problemIn(response: Response, asked: Asked): Promise<ProblemAnswer> {
  const isJson = response.headers.get('Content-Type')?.startsWith('application/json');
  const said: unknown = isJson && (await response.json());
  return isProblem(said) ? said : noAnswerTo(asked, { status: response.status });
}

const isProblem = (said: unknown): said is ProblemAnswer => said instanceof Object && 'code' in said;

interface Asked {
  readonly method?: Call['method'];
  readonly isQuestion?: true | undefined;
}

const noAnswerTo = (
  { method = 'GET', isQuestion }: Asked,
  details: ProblemAnswer['details'] = {},
): ProblemAnswer => ({
  ...{ code: method === 'GET' || isQuestion ? 'no-connection' : 'no-answer', text: '', details },
});

/** It cannot be reached, or something before it answers in its place. */
export const isAway = (error: unknown): boolean =>
  error instanceof CallFailed && ['no-connection', 'no-answer'].includes(error.problem.code);
