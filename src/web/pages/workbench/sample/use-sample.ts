import { useEffect, useRef, useState } from 'preact/hooks';
import type {
  NotesAnswer,
  RecognisedSampleModel,
  SampleAnswer,
  SampleNotes,
  SampleTrialAnswer,
} from '../../../../api/model/workbench/sample-model.ts';
import { call } from '../../../shell/call-api.ts';

/** What is said of the sample, and whether the gateway has kept it. */
export interface KeptNotesState {
  readonly notes: SampleNotes;
  /** RFC 3339: when the gateway last kept it. */
  readonly keptAt: string | undefined;
  /** Something is said that the gateway has not kept yet. */
  readonly isOpen: boolean;
  readonly error: unknown;
  change(notes: SampleNotes): void;
  /** While a draft is made of them they are not kept beside: the gateway lets them go with the sample. */
  hold(isHeld: boolean): void;
}

/** Milliseconds after the last change, and until the next try where the gateway does not answer. */
const times = { keep: 1000, again: 5000 };

const beginNotes = (path: string): SampleNotes => ({ name: nameOf(path), corrections: {} });

/** `Orders 2026.csv` -> `orders-2026` */
const nameOf = (path: string): string =>
  path
    .replace(/\.[^.]*$/, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
    .slice(0, 60) || 'orders';

/** Kept a second after the last change, as other drafts are. */
export function useNotes({ file, notes: saved, edition, at }: SampleAnswer): KeptNotesState {
  const [notes, setNotes] = useState(saved ?? beginNotes(file?.path ?? ''));
  const [kept, setKept] = useState<{
    edition: number;
    at: string | undefined;
    text: string;
    error?: unknown;
  }>({
    ...{ edition, at, text: JSON.stringify(notes) },
  });
  const [round, setRound] = useState(0);
  const busy = useRef(false);
  const held = useRef(false);
  const text = JSON.stringify(notes);
  const isOpen = text !== kept.text;
  const send = (): Promise<NotesAnswer> =>
    call<NotesAnswer>('/formats/sample/notes', { method: 'PUT', body: { notes, seen: kept.edition } });
  const leave = useRef<() => void>(undefined);
  leave.current = isOpen
    ? () => {
        if (!held.current) void send().catch(() => undefined);
      }
    : undefined;
  // who goes to another page within the second has said it all the same
  useEffect(() => () => leave.current?.(), []);
  useEffect(() => {
    if (!isOpen) return;
    const keep = (): void => {
      if (busy.current || held.current) return;
      busy.current = true;
      send()
        .then(
          (answer) => setKept({ ...answer, text }),
          (error: unknown) => setKept((before) => ({ ...before, error })),
        )
        .finally(() => {
          busy.current = false;
          setRound((n) => n + 1);
        });
    };
    const timer = setTimeout(keep, kept.error === undefined ? times.keep : times.again);
    return () => clearTimeout(timer);
  }, [text, kept.text, round]);
  useEffect(() => {
    if (!isOpen) return;
    const warn = (event: Event): void => event.preventDefault();
    addEventListener('beforeunload', warn);
    return () => removeEventListener('beforeunload', warn);
  }, [isOpen]);
  const hold = (isHeld: boolean): void => {
    held.current = isHeld;
    if (!isHeld) setRound((n) => n + 1);
  };
  return { notes, keptAt: kept.at, isOpen, error: kept.error, change: setNotes, hold };
}

export interface SampleTrialState {
  /** The newest answer. */
  readonly answer: Exclude<SampleTrialAnswer, { kind: 'superseded' }> | undefined;
  /** The last one in which the sample was recognised: it stays while another one cannot be. */
  readonly recognised: RecognisedSampleModel | undefined;
  readonly error: unknown;
}

/** Who clicks: each window has a turn of its own. */
const page = crypto.randomUUID();

/** Recognises anew whenever something else is said; the last answer stays until the next is there. */
export function useSampleTrial(notes: SampleNotes, document: number): SampleTrialState {
  const [state, setState] = useState<SampleTrialState>({
    ...{ answer: undefined, recognised: undefined, error: undefined },
  });
  const asked = JSON.stringify([notes.corrections, document]);
  useEffect(() => {
    const stop = new AbortController();
    call<SampleTrialAnswer>('/formats/sample/trial', {
      ...{ method: 'POST', body: { page, notes, document }, signal: stop.signal },
    }).then(
      (answer) => {
        if (stop.signal.aborted || answer.kind === 'superseded') return;
        setState(({ recognised }) => ({
          ...{ answer, error: undefined },
          recognised: answer.kind === 'recognised' ? answer : recognised,
        }));
      },
      (error: unknown) => stop.signal.aborted || setState((before) => ({ ...before, error })),
    );
    return () => stop.abort();
  }, [asked]);
  return state;
}
