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
  /** Now, not only a second after the last key. Resolves when the gateway has answered, or has not. */
  keepNow(): Promise<void>;
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

/** A file of a draft, and what is known of it when the page opens. */
export interface DraftFile {
  /** Of the mapping, under whose name drafts are kept. */
  readonly name: string;
  /** In the folder of mappings. */
  readonly file: string;
  /** All files of the draft: those that are not typed here stay as they are. */
  readonly files: Readonly<Record<string, string>>;
  /** As it runs, where that is known. */
  readonly saved: string | undefined;
  /** Hashes of what the draft began from, and of what runs. */
  readonly base: string;
  readonly running: string;
  readonly edition: number;
  readonly keptAt: string | undefined;
}

/** The mapping's text of one's own with its draft. */
export const useDraft = ({ name, draft, own, base }: MappingAnswer, mayEdit: boolean): DraftState =>
  useDraftFile(
    {
      ...{ name, file: `${name}.yaml`, files: draft?.files ?? {}, saved: own },
      ...{ base: draft?.base ?? base, running: base, edition: draft?.edition ?? 0, keptAt: draft?.at },
    },
    mayEdit,
  );

/** A text with its draft, which the gateway keeps a second after the last key. */
export function useDraftFile(start: DraftFile, mayEdit: boolean): DraftState {
  const { name, file, files, saved } = start;
  const [text, setText] = useState(files[file] ?? saved);
  const [kept, setKept] = useState<Kept>({
    ...{ keptAt: start.keptAt, edition: start.edition, base: start.base, running: start.running },
    text: files[file] ?? saved,
  });
  const [resets, setResets] = useState(0);
  const [round, setRound] = useState(0);
  const busy = useRef(false);
  const isOpen = mayEdit && text !== kept.text;
  const send = (): Promise<DraftAnswer> => {
    const body = { name, base: kept.base, files: { ...files, [file]: text ?? '' }, seen: kept.edition };
    return call<DraftAnswer>(`/mappings/${name}/draft`, { method: 'PUT', body });
  };
  const keepAtOnce = useRef<() => Promise<void>>(undefined);
  const leave = useRef<() => void>(undefined);
  leave.current = isOpen ? () => void send().catch(() => undefined) : undefined;
  // who goes to another page within the second has typed it all the same
  useEffect(() => () => leave.current?.(), []);
  useEffect(() => {
    keepAtOnce.current = undefined;
    if (!isOpen || text === undefined) return;
    const keep = async (): Promise<void> => {
      if (busy.current) return;
      busy.current = true;
      await send()
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
    keepAtOnce.current = keep;
    const timer = setTimeout(keep, kept.error === undefined ? times.keep : times.again);
    return () => clearTimeout(timer);
  }, [text, kept.text, isOpen, round]);
  useEffect(() => warnBeforeLeaving(isOpen), [isOpen]);
  const discard = async (): Promise<void> => {
    await call(`/mappings/${name}/draft`, { method: 'DELETE' });
    setKept(({ running }) => ({ edition: 0, base: running, running, text: saved }));
    setText(saved);
    setResets((n) => n + 1);
  };
  return {
    ...{ text, keptAt: kept.keptAt, isOpen, error: kept.error, isConflict: kept.base !== kept.running },
    resets,
    change: setText,
    keepNow: async () => await keepAtOnce.current?.(),
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
