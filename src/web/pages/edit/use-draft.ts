import { useEffect, useRef, useState } from 'preact/hooks';
import type { EditableAnswer, EditDraftAnswer } from '../../../api/model/message-model.ts';
import { call } from '../../shell/call-api.ts';

export interface Draft {
  /** When the gateway kept it last; RFC 3339. */
  readonly keptAt: string | undefined;
  /** Why the last try did not work; the next key tries again. */
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
  const keep = async (): Promise<void> => {
    try {
      const body = { text, seen: edition.current };
      const { at, edition: now } = await call<EditDraftAnswer>(
        path,
        isChanged ? { method: 'PUT', body } : { method: 'DELETE' },
      );
      edition.current = now;
      kept.current = isChanged ? text : undefined;
      setState({ keptAt: at, failed: undefined });
    } catch (failed) {
      setState((last) => ({ ...last, failed }));
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
