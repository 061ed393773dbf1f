import { useEffect, useRef, useState } from 'preact/hooks';
import type { PreviewAnswer, PreviewQuestion } from '../../../api/model/mapping-model.ts';
import { call } from '../../shell/call-api.ts';

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

/** Milliseconds: between two keys of who types there are more; a result that comes later is dimmed meanwhile. */
const times = { debounce: 60, late: 300 };

const nothingYet: Preview = {
  reply: undefined,
  kept: undefined,
  end: undefined,
  error: undefined,
  isLate: false,
};

/**
 * Tries what is typed. What runs is let finish and shown, unless a newer one was: who types fast sees something too. Undefined: there is
 * nothing to try.
 */
export function usePreview(question: PreviewQuestion | undefined): Preview {
  const [preview, setPreview] = useState(nothingYet);
  const editions = useRef({ asked: 0, shown: 0 });
  const gone = useRef(new AbortController());
  useEffect(() => () => gone.current.abort(), []);
  const asked = question && JSON.stringify(question);
  useEffect(() => {
    if (question === undefined) return;
    const { current } = editions;
    current.asked += 1;
    const edition = current.asked;
    const late = setTimeout(() => setPreview((before) => ({ ...before, isLate: true })), times.late);
    const show = (change: (before: Preview) => Preview): void => {
      if (gone.current.signal.aborted || edition <= current.shown) return;
      current.shown = edition;
      if (edition === current.asked) clearTimeout(late);
      setPreview((before) => ({ ...change(before), isLate: edition < current.asked && before.isLate }));
    };
    const wait = edition === 1 ? 0 : times.debounce;
    const timer = setTimeout(() => void ask(question, gone.current.signal, show), wait);
    return () => {
      clearTimeout(timer);
      clearTimeout(late);
    };
  }, [asked]);
  return preview;
}

async function ask(
  question: PreviewQuestion,
  signal: AbortSignal,
  show: (change: (before: Preview) => Preview) => void,
): Promise<void> {
  try {
    const answer = await call<PreviewAnswer>(`/mappings/${question.name}/preview`, {
      ...{ method: 'POST', body: question, signal },
    });
    if (answer.kind !== 'superseded') show((before) => mergeAnswer(before, answer));
  } catch (error) {
    show((before) => ({ ...before, error }));
  }
}

function mergeAnswer(before: Preview, answer: Exclude<PreviewAnswer, { kind: 'superseded' }>): Preview {
  const after = { ...before, error: undefined };
  if (answer.kind === 'ended') return { ...after, end: answer };
  const kept = answer.result ? { reply: answer, at: new Date() } : before.kept;
  return { ...after, reply: answer, kept, end: undefined };
}
