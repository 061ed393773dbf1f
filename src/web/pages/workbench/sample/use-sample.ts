import { useEffect, useState } from 'preact/hooks';
import type {
  NotesAnswer,
  RecognisedSampleModel,
  SampleAnswer,
  SampleNotes,
  SampleTrialAnswer,
} from '../../../../api/model/workbench/sample-model.ts';
import { call } from '../../../shell/call-api.ts';
import { useTextKeeper } from '../use-text-keeper.ts';

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
  hold(): Promise<void>;
  release(): void;
}

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
  const text = JSON.stringify(notes);
  const { state, isOpen, error, hold, release } = useTextKeeper<KeptEdition>({
    ...{ text, mayKeep: true, start: { state: { edition, at }, text } },
    send: (_, { edition: seen }) =>
      call<NotesAnswer>('/formats/sample/notes', { method: 'PUT', body: { notes, seen } }),
  });
  return { notes, keptAt: state.at, isOpen, error, change: setNotes, hold, release };
}

interface KeptEdition {
  readonly edition: number;
  readonly at: string | undefined;
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
