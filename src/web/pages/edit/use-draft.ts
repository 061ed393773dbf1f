import { useEffect, useRef, useState } from 'preact/hooks';
import type { DraftAnswer } from '../../../api/model/message-model.ts';
import { call } from '../../shell/call-api.ts';

export interface Draft {
  /** When the gateway kept it last; RFC 3339. */
  readonly keptAt: string | undefined;
  /** The last try did not reach the gateway; the next key tries again. */
  readonly isLost: boolean;
  /** At once. */
  keep(): void;
  /** It was sent. */
  forget(): void;
}

/** Milliseconds after the last key. */
const pause = 1_000;

/** Keeps at the gateway what is typed, so that a closed window, another machine or a lost session loses nothing. */
export function useDraft(id: number, text: string, isChanged: boolean, before: string | undefined): Draft {
  const [state, setState] = useState({ keptAt: before, isLost: false });
  const kept = useRef(before === undefined ? undefined : text);
  const path = `/messages/${id}/draft`;
  const keep = async (): Promise<void> => {
    try {
      const { at } = await call<DraftAnswer>(
        path,
        isChanged ? { method: 'PUT', body: { text } } : { method: 'DELETE' },
      );
      kept.current = isChanged ? text : undefined;
      setState({ keptAt: at, isLost: false });
    } catch {
      setState((last) => ({ ...last, isLost: true }));
    }
  };
  useEffect(() => {
    if ((isChanged ? text : undefined) === kept.current) return;
    const timer = setTimeout(() => void keep(), pause);
    return () => clearTimeout(timer);
  }, [text, isChanged]);
  return {
    ...state,
    keep: () => void keep(),
    forget: () => void call(path, { method: 'DELETE' }).catch(() => undefined),
  };
}
