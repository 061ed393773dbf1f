import { useEffect, useRef, useState } from 'preact/hooks';
import type { DraftAnswer, MappingAnswer } from '../../../api/model/mapping-model.ts';
import { call } from '../../shell/call-api.ts';

export interface DraftState {
  /** As it is typed; undefined: there is no file of one's own. */
  readonly text: string | undefined;
  /** RFC 3339: when the gateway last kept it. */
  readonly keptAt: string | undefined;
  /** Something is typed that the gateway has not kept yet. */
  readonly isOpen: boolean;
  /** Why it could not be kept; what is typed stays in the window and is tried again. */
  readonly error: unknown;
  /** Somebody has published this mapping since it began. */
  readonly isConflict: boolean;
  /** Counts how often the text came from elsewhere than the keys. */
  readonly resets: number;
  change(text: string): void;
  /** It begins from what runs now: whoever says so has looked at it. */
  rebase(): void;
  discard(): Promise<void>;
}

/** Milliseconds after the last key, and until the next try where the gateway does not answer. */
const times = { keep: 1000, again: 5000 };

interface Kept {
  readonly keptAt?: string | undefined;
  readonly edition: number;
  readonly base: string;
  readonly running: string;
  readonly text: string | undefined;
  readonly error?: unknown;
}

/** The text of one's own with its draft, which the gateway keeps a second after the last key. */
export function useDraft(mapping: MappingAnswer, mayEdit: boolean): DraftState {
  const { name, draft, own, base } = mapping;
  const file = `${name}.yaml`;
  const [text, setText] = useState(draft?.files[file] ?? own);
  const [kept, setKept] = useState<Kept>({
    keptAt: draft?.at,
    ...{ edition: draft?.edition ?? 0, base: draft?.base ?? base, running: base },
    text: draft?.files[file] ?? own,
  });
  const [resets, setResets] = useState(0);
  const [round, setRound] = useState(0);
  const busy = useRef(false);
  const isOpen = mayEdit && text !== kept.text;
  useEffect(() => {
    if (!isOpen || text === undefined) return;
    const keep = (): void => {
      if (busy.current) return;
      busy.current = true;
      const body = { name, base: kept.base, files: { ...draft?.files, [file]: text }, seen: kept.edition };
      call<DraftAnswer>(`/mappings/${name}/draft`, { method: 'PUT', body })
        .then(
          ({ edition, at, running }) =>
            setKept((before) => ({ ...before, edition, keptAt: at, running, text, error: undefined })),
          (error: unknown) => {
            setKept((before) => ({ ...before, error }));
            setTimeout(() => setRound((n) => n + 1), times.again);
          },
        )
        .finally(() => {
          busy.current = false;
          setRound((n) => n + 1);
        });
    };
    const timer = setTimeout(keep, kept.error === undefined ? times.keep : times.again);
    return () => clearTimeout(timer);
  }, [text, kept.text, isOpen, round]);
  useEffect(() => warnBeforeLeaving(isOpen), [isOpen]);
  const discard = async (): Promise<void> => {
    await call(`/mappings/${name}/draft`, { method: 'DELETE' });
    setKept({ edition: 0, base, running: base, text: own });
    setText(own);
    setResets((n) => n + 1);
  };
  return {
    ...{ text, keptAt: kept.keptAt, isOpen, error: kept.error, isConflict: kept.base !== kept.running },
    resets,
    change: setText,
    rebase: () => setKept((before) => ({ ...before, base: before.running, text: undefined })),
    discard,
  };
}

/** A second's typing is not kept yet. */
function warnBeforeLeaving(isOpen: boolean): (() => void) | undefined {
  if (!isOpen) return undefined;
  const warn = (event: Event): void => event.preventDefault();
  addEventListener('beforeunload', warn);
  return () => removeEventListener('beforeunload', warn);
}
