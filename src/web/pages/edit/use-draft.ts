import { useEffect, useRef, useState } from 'preact/hooks';
import type { EditableAnswer, EditDraftAnswer } from '../../../api/model/message-model.ts';
import { call } from '../../shell/call-api.ts';
import { timesBack } from '../../shell/live.ts';

export interface Draft {
  /** When the gateway kept it last; RFC 3339. */
  readonly keptAt: string | undefined;
  /** Why the last try did not work; the next key tries again, and so does a gateway that comes back. */
  readonly failed: unknown;
  /** At once. */
  keep(): void;
  /** It was sent. */
  forget(): void;
}

/** Milliseconds after the last key. */
const pause = 1_000;

/** Keeps at the gateway what is typed, so that a closed window, another machine or a lost session loses nothing. */
export function useDraft(
  id: number,
  text: string,
  isChanged: boolean,
  before: EditableAnswer['draft'],
): Draft {
  const [state, setState] = useState({ keptAt: before?.at, failed: undefined as unknown });
  const kept = useRef(before === undefined ? undefined : text);
  const edition = useRef(before?.edition ?? 0);
  const path = `/messages/${id}/draft`;
  const latest = useRef({ text, isChanged });
  latest.current = { text, isChanged };
  const save = async (): Promise<void> => {
    const now = latest.current;
    const body = { text: now.text, seen: edition.current };
    try {
      const answer = await call<EditDraftAnswer>(
        path,
        now.isChanged ? { method: 'PUT', body } : { method: 'DELETE' },
      );
      edition.current = answer.edition;
      kept.current = now.isChanged ? now.text : undefined;
      setState({ keptAt: answer.at, failed: undefined });
    } catch (failed) {
      setState((last) => ({ ...last, failed }));
    }
  };
  // one after the other: each begins from the edition that the one before it made
  const queue = useRef(Promise.resolve());
  const inTurn = (act: () => Promise<void>): void => {
    queue.current = queue.current.then(act);
  };
  useEffect(() => {
    if ((isChanged ? text : undefined) === kept.current) return;
    const timer = setTimeout(() => inTurn(save), pause);
    return () => clearTimeout(timer);
  }, [text, isChanged, timesBack.value]);
  return {
    ...state,
    keep: () => inTurn(save),
    forget: () => inTurn(() => call(path, { method: 'DELETE' }).then(ignore, ignore)),
  };
}

/** A draft of what was sent is no harm: it goes with the document. */
const ignore = (): void => undefined;
