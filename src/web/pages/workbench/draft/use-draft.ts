import { useEffect, useRef, useState } from 'preact/hooks';
import type { MappingAnswer } from '../../../../api/model/mapping-model.ts';
import { call } from '../../../shell/call-api.ts';
import { timesBack } from '../../../shell/live.ts';
import { type DraftFile, keepText, type OpenDraft } from './keep-text.ts';
import { readUnsent, removeUnsent, storeUnsent } from './unsent-text.ts';
import { warnBeforeLeaving } from './warn-before-leaving.ts';

export interface DraftState {
  /** As it is typed; undefined: there is no file of one's own. */
  readonly text: string | undefined;
  /** RFC 3339: when the gateway last kept it. */
  readonly keptAt: string | undefined;
  /** All files of the draft as they were last kept. */
  readonly files: Readonly<Record<string, string>>;
  /** Something is typed that the gateway has not kept yet. */
  readonly isOpen: boolean;
  /** Why it could not be kept; what is typed stays in the window and is tried again. */
  readonly error: unknown;
  /** Somebody has published this mapping since it began. */
  readonly isConflict: boolean;
  /** What another window has made of this file; nothing is kept before somebody says which stays. */
  readonly other: { readonly text: string } | undefined;
  /** Counts how often the text came from elsewhere than the keys. */
  readonly resets: number;
  change(text: string): void;
  /** Now, not only a second after the last key. Resolves when the gateway has answered, or has not. */
  keepNow(): Promise<void>;
  /** It begins from what runs now: whoever says so has looked at it. */
  rebase(): void;
  /** This window's text takes the place of the other's. */
  keepMine(): void;
  /** The other window's text takes the place of this one's. */
  takeOther(): void;
  discard(): Promise<void>;
}

/** Milliseconds after the last key, and until the next try where the gateway does not answer. */
const times = { keep: 1000, again: 5000 };

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
  const { name, file, saved } = start;
  const first = useRef<FirstState>(undefined);
  first.current ??= readFirst(start, mayEdit);
  const [text, setText] = useState(first.current.text);
  const [kept, setKept] = useState<OpenDraft>(first.current.kept);
  const [resets, setResets] = useState(0);
  const [round, setRound] = useState(0);
  const sending = useRef<Promise<OpenDraft>>(undefined);
  const isOpen = mayEdit && text !== kept.text;
  const keepAtOnce = useRef<() => Promise<void>>(undefined);
  const leave = useRef<() => void>(undefined);
  leave.current =
    isOpen && text !== undefined ? () => void leaveText(start, sending.current ?? kept, text) : undefined;
  // who goes to another page within the second has typed it all the same
  useEffect(() => () => leave.current?.(), []);
  useEffect(() => {
    keepAtOnce.current = undefined;
    if (!isOpen || text === undefined || kept.other) return;
    const keep = async (): Promise<void> => {
      if (sending.current) return;
      sending.current = keepText(start, kept, text);
      const next = await sending.current;
      sending.current = undefined;
      setKept(next);
      if (next.error === undefined && !next.other) removeUnsent(name, file);
      setRound((n) => n + 1);
    };
    keepAtOnce.current = keep;
    const timer = setTimeout(keep, kept.error === undefined ? times.keep : times.again);
    return () => clearTimeout(timer);
  }, [text, kept, isOpen, round]);
  useEffect(() => {
    // the gateway answers again
    if (timesBack.value > 0) void keepAtOnce.current?.();
  }, [timesBack.value]);
  useEffect(() => warnBeforeLeaving(isOpen), [isOpen]);
  const replace = (other: OpenDraft, next: string | undefined): void => {
    removeUnsent(name, file);
    setKept(other);
    setText(next);
    setResets((n) => n + 1);
  };
  const { other } = kept;
  return {
    ...{ text, keptAt: kept.keptAt, files: kept.files, isOpen, error: kept.error, resets },
    isConflict: kept.base !== kept.running,
    other: other && { text: other.text ?? '' },
    change: setText,
    keepNow: async () => await keepAtOnce.current?.(),
    rebase: () => setKept((before) => ({ ...before, base: before.running, text: undefined })),
    keepMine: () => other && setKept({ ...other, text: undefined }),
    takeOther: () => other && replace(other, other.text),
    discard: async () => {
      await call(`/mappings/${name}/draft`, { method: 'DELETE' });
      const { running } = kept;
      replace(
        { ...{ keptAt: undefined, edition: 0, base: running, running, files: {} }, text: saved },
        saved,
      );
    },
  };
}

interface FirstState {
  readonly text: string | undefined;
  readonly kept: OpenDraft;
}

/** What the gateway has, and over it what this window could not send when somebody left the page. */
function readFirst(start: DraftFile, mayEdit: boolean): FirstState {
  const { name, file, files, saved, base, running, edition, keptAt } = start;
  const text = files[file] ?? saved;
  const kept: OpenDraft = { base, running, edition, keptAt, files, text };
  const unsent = mayEdit ? readUnsent(name, file) : undefined;
  if (unsent === undefined || unsent.text === text) return { text, kept };
  return { text: unsent.text, kept: unsent.edition === edition ? kept : { ...kept, other: kept } };
}

/** The page goes: the gateway is asked once more, and the window remembers what it has not taken. `last`: what is on its way is waited for. */
async function leaveText(
  start: DraftFile,
  last: OpenDraft | Promise<OpenDraft>,
  text: string,
): Promise<void> {
  const { name, file } = start;
  const store = ({ edition }: OpenDraft): void => storeUnsent(name, file, { text, edition });
  if (!(last instanceof Promise)) store(last);
  const kept = await last;
  store(kept);
  if (kept.other) return;
  const left = await keepText(start, kept, text);
  if (left.error === undefined && !left.other) removeUnsent(name, file);
}
