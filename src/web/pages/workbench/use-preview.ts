import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
import type { PreviewAnswer, PreviewQuestion } from '../../../api/model/mapping-model.ts';
import { call, trialPatience } from '../../shell/call-api.ts';
import { timesBack } from '../../shell/live.ts';
import { NewestQuestion } from '../../shell/newest-question.ts';

export type PreviewReply = Extract<PreviewAnswer, { kind: 'answer' }>;
export type PreviewEnd = Extract<PreviewAnswer, { kind: 'ended' }>;

export interface Preview {
  /** The newest reply. */
  readonly reply: PreviewReply | undefined;
  /** The last one that had a result, and when it came. */
  readonly kept: { readonly reply: PreviewReply; readonly at: Date } | undefined;
  /** The trial was stopped: why. */
  readonly end: PreviewEnd | undefined;
  readonly error: unknown;
  /** A newer one is waited for, and it takes long enough to be seen. */
  readonly isLate: boolean;
}

/** Milliseconds: a result that comes later is dimmed meanwhile. */
const late = 300;

const nothingYet: Preview = {
  reply: undefined,
  kept: undefined,
  end: undefined,
  error: undefined,
  isLate: false,
};

/** Tries what is typed, at once. Undefined: there is nothing to try. */
export function usePreview(question: PreviewQuestion | undefined): Preview {
  const [preview, setPreview] = useState(nothingYet);
  const { current } = useRef({ gone: new AbortController(), timer: 0 });
  const newest = useMemo(() => {
    const tell = (change: PreviewChange, isNewest: boolean): void => {
      if (isNewest) clearTimeout(current.timer);
      setPreview((before) => ({ ...change(before), isLate: !isNewest && before.isLate }));
    };
    return new NewestQuestion<PreviewQuestion, PreviewChange>({
      ask: (asked) => ask(asked, current.gone.signal),
      tell,
    });
  }, []);
  const asked = question && JSON.stringify(question);
  // before the browser paints what was typed: a frame later is a frame that somebody waits for
  useLayoutEffect(() => {
    clearTimeout(current.timer);
    newest.put(question);
    if (question === undefined) return;
    current.timer = window.setTimeout(() => setPreview((before) => ({ ...before, isLate: true })), late);
  }, [asked]);
  useEffect(() => {
    // another object is another question
    if (preview.error !== undefined) newest.put(question && { ...question });
  }, [timesBack.value]);
  useEffect(
    () => () => {
      newest.put(undefined);
      current.gone.abort();
      clearTimeout(current.timer);
    },
    [],
  );
  return preview;
}

type PreviewChange = (before: Preview) => Preview;

/** Undefined: the thread was closed for another one before its turn came, as for folders that the config names anew. */
async function ask(question: PreviewQuestion, signal: AbortSignal): Promise<PreviewChange | undefined> {
  try {
    const answer = await call<PreviewAnswer>(`/mappings/${question.name}/preview`, {
      ...{ method: 'POST', body: question, signal, isQuestion: true, patience: trialPatience },
    });
    return answer.kind === 'superseded' ? undefined : (before) => mergeAnswer(before, answer);
  } catch (error) {
    return (before) => ({ ...before, error });
  }
}

function mergeAnswer(before: Preview, answer: Exclude<PreviewAnswer, { kind: 'superseded' }>): Preview {
  const after = { ...before, error: undefined };
  if (answer.kind === 'ended') return { ...after, end: answer };
  const kept = answer.result ? { reply: answer, at: new Date() } : before.kept;
  return { ...after, reply: answer, kept, end: undefined };
}
