import { useEffect, useState } from 'preact/hooks';
import type { PreviewQuestion, SourceAnswer } from '../../../../api/model/mapping-model.ts';
import { call } from '../../../shell/call-api.ts';

export interface Opened {
  readonly answer: SourceAnswer | undefined;
  readonly error: unknown;
}

/** The text of the document that is tried; the last one stays until the next is there. */
export function useOpened(question: PreviewQuestion | undefined): Opened {
  const [opened, setOpened] = useState<Opened>({ answer: undefined, error: undefined });
  const asked =
    question && JSON.stringify([question.name, question.chain, question.source, question.situation]);
  useEffect(() => {
    if (!question) return;
    const stop = new AbortController();
    const { name, chain, source, situation } = question;
    call<SourceAnswer>(`/mappings/${name}/source`, {
      ...{ method: 'POST', body: { name, chain, source, situation }, signal: stop.signal },
    }).then(
      (answer) => setOpened({ answer, error: undefined }),
      (error: unknown) => stop.signal.aborted || setOpened({ answer: undefined, error }),
    );
    return () => stop.abort();
  }, [asked]);
  return opened;
}
