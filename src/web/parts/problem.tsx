import { CallFailed, isAway } from '../shell/call-api.ts';
import { words } from '../shell/language.ts';
import { Sentence } from './sentence.tsx';

/** What did not work, where it was done. Nothing while there is no error. */
export function Problem({ error }: { readonly error: unknown }) {
  if (error === undefined) return null;
  return (
    <p class="problem" role="alert">
      <Sentence text={textOf(error)} />
    </p>
  );
}

export function textOf(error: unknown): string {
  const { states } = words.value;
  if (!(error instanceof CallFailed)) return states.failed;
  if (isAway(error)) return error.problem.code === 'no-answer' ? states.unknownEnd : states.noAnswer;
  return error.problem.text === '' ? states.failed : error.problem.text;
}
