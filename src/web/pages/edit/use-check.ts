import { useEffect, useState } from 'preact/hooks';
import type { CheckAnswer } from '../../../api/model/message-model.ts';
import { call } from '../../shell/call-api.ts';
import { timesBack } from '../../shell/live.ts';

interface Check {
  /** What the gateway would say; the last answer stays while the next is waited for. */
  readonly checked: CheckAnswer | undefined;
  readonly failed: unknown;
}

/** Milliseconds after the last key. */
const pause = 400;

/**
 * Asks what would become of a text a moment after it was changed, and again when the gateway comes back; an older answer never takes the
 * place of a newer. Of the text as it was, too: what is wrong with it is what there is to change.
 */
export function useCheck(id: number, text: string, asAnotherOrder: boolean): Check {
  const [state, setState] = useState<Check>({ checked: undefined, failed: undefined });
  useEffect(() => {
    const stop = new AbortController();
    const timer = setTimeout(() => {
      const body = { text, asAnotherOrder };
      const asked = { method: 'POST', body, signal: stop.signal, isQuestion: true } as const;
      call<CheckAnswer>(`/messages/${id}/check`, asked).then(
        (checked) => setState({ checked, failed: undefined }),
        (failed: unknown) => {
          if (!stop.signal.aborted) setState({ checked: undefined, failed });
        },
      );
    }, pause);
    return () => {
      clearTimeout(timer);
      stop.abort();
    };
  }, [id, text, asAnotherOrder, timesBack.value]);
  return state;
}
