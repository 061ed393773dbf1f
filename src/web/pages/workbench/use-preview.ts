import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { PreviewAnswer, PreviewQuestion } from '../../../api/model/mapping-model.ts';
import { call } from '../../shell/call-api.ts';
import { timesBack } from '../../shell/live.ts';

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

/**
 * Tries what is typed, at once: what runs is let finish and shown, and what was typed last meanwhile is asked next. Who types fast sees
 * something too, and nobody waits for keys that are over. Undefined: there is nothing to try.
 */
export function usePreview(question: PreviewQuestion | undefined): Preview {
  const [preview, setPreview] = useState(nothingYet);
  const newest = useRef(question);
  newest.current = question;
  const asking = useRef({ isBusy: false, gone: new AbortController(), timer: 0 });
  const { current } = asking;
  const askUntilNewest = async (): Promise<void> => {
    if (current.isBusy) return;
    current.isBusy = true;
    for (let last: string | undefined; last !== keyOf(newest.current); ) {
      const { current: asked } = newest;
      if (asked === undefined || current.gone.signal.aborted) break;
      last = keyOf(asked);
      const change = await ask(asked, current.gone.signal);
      if (current.gone.signal.aborted) break;
      const isNewest = last === keyOf(newest.current);
      if (isNewest) clearTimeout(current.timer);
      setPreview((before) => ({ ...change(before), isLate: !isNewest && before.isLate }));
    }
    current.isBusy = false;
  };
  const asked = keyOf(question);
  // before the browser paints what was typed: a frame later is a frame that somebody waits for
  useLayoutEffect(() => {
    if (asked === undefined) return;
    clearTimeout(current.timer);
    current.timer = window.setTimeout(() => setPreview((before) => ({ ...before, isLate: true })), late);
    void askUntilNewest();
  }, [asked]);
  useEffect(() => {
    if (preview.error !== undefined) void askUntilNewest();
  }, [timesBack.value]);
  useEffect(
    () => () => {
      current.gone.abort();
      clearTimeout(current.timer);
    },
    [],
  );
  return preview;
}

const keyOf = (question: PreviewQuestion | undefined): string | undefined =>
  question && JSON.stringify(question);

type PreviewChange = (before: Preview) => Preview;

async function ask(question: PreviewQuestion, signal: AbortSignal): Promise<PreviewChange> {
  try {
    const answer = await call<PreviewAnswer>(`/mappings/${question.name}/preview`, {
      ...{ method: 'POST', body: question, signal, isQuestion: true },
    });
    return answer.kind === 'superseded' ? (before) => before : (before) => mergeAnswer(before, answer);
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
