import { useEffect, useMemo, useState } from 'preact/hooks';
import type {
  NotesAnswer,
  RecognisedSampleModel,
  SampleAnswer,
  SampleNotes,
  SampleTrialAnswer,
} from '../../../../api/model/workbench/sample-model.ts';
import type { KeptText } from '../../../parts/drafts/text-keeper.ts';
import { type TypedText, useTextKeeper } from '../../../parts/drafts/use-text-keeper.ts';
import { call } from '../../../shell/call-api.ts';

/** What is said of the sample, and whether the gateway has kept it. */
export interface KeptNotesState {
  readonly notes: SampleNotes;
  /** While a draft is made of the notes it is held: the gateway lets them go with the sample. */
  readonly keeper: TypedText<KeptText>;
  change(notes: SampleNotes): void;
}

/** Of a mapping that whose format is changed. */
export const pathOfSample = (mapping: string | undefined): string =>
  `/formats/sample${mapping === undefined ? '' : `?mapping=${mapping}`}`;

const beginNotes = ({ file, format }: SampleAnswer): SampleNotes => ({
  ...{ name: format ?? nameOf(file?.path ?? ''), corrections: {} },
});

/** `Orders März.csv` -> `orders-marz` */
const nameOf = (path: string): string =>
  path
    .replace(/\.[^.]*$/, '')
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
    .slice(0, 60) || 'orders';

/** What is said of the sample; it counts as typed when somebody has said something. */
export function useNotes(sample: SampleAnswer, mapping: string | undefined): KeptNotesState {
  const parseNotes = (text: string): SampleNotes => {
    const said: unknown = JSON.parse(text);
    return isNotes(said) ? said : beginNotes(sample);
  };
  const { path = '', size = 0 } = sample.file ?? {};
  const keeper = useTextKeeper<KeptNotes>({
    ...{ subject: `sample ${mapping ?? ''} ${path} ${size}`, start: keptNotesOf(sample), mayType: true },
    save: async (text = '', { edition: seen }) => {
      const body = { notes: parseNotes(text), seen, mapping };
      const { edition, at } = await call<NotesAnswer>('/formats/sample/notes', { method: 'PUT', body });
      return { text, edition, keptAt: at };
    },
    read: async () => keptNotesOf(await call<SampleAnswer>(pathOfSample(mapping))),
  });
  const notes = useMemo(() => parseNotes(keeper.text ?? keeper.kept.text), [keeper.text]);
  return { notes, keeper, change: (said) => keeper.type(renderNotes(said)) };
}

interface KeptNotes extends KeptText {
  readonly text: string;
}

const keptNotesOf = (sample: SampleAnswer): KeptNotes => ({
  text: renderNotes(sample.notes ?? beginNotes(sample)),
  ...{ edition: sample.edition, keptAt: sample.at },
});

/** The same notes are the same text, whoever has written them. */
const renderNotes = (notes: SampleNotes): string =>
  JSON.stringify(notes, (_, value: unknown) =>
    typeof value === 'object' && value !== null && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : value,
  );

/** Of another version of this page it may be anything; what is in the corrections is judged by the gateway. */
const isNotes = (said: unknown): said is SampleNotes =>
  said instanceof Object && 'name' in said && 'corrections' in said && said.corrections instanceof Object;

export interface SampleTrialState {
  /** The newest answer. */
  readonly answer: SampleTrialAnswer | undefined;
  /** The last one in which the sample was recognised: it stays while another one cannot be. */
  readonly recognised: RecognisedSampleModel | undefined;
  readonly error: unknown;
}

/** Who clicks: each window has a turn of its own. */
const page = crypto.randomUUID();

/** Recognises anew whenever something else is said; the last answer stays until the next is there. */
export function useSampleTrial(
  notes: SampleNotes,
  document: number,
  mapping: string | undefined,
): SampleTrialState {
  const [state, setState] = useState<SampleTrialState>({
    ...{ answer: undefined, recognised: undefined, error: undefined },
  });
  const asked = JSON.stringify([notes.corrections, document]);
  useEffect(() => {
    const stop = new AbortController();
    call<SampleTrialAnswer>('/formats/sample/trial', {
      ...{ method: 'POST', body: { page, notes, document, mapping }, signal: stop.signal, isQuestion: true },
    }).then(
      (answer) => {
        if (stop.signal.aborted) return;
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
