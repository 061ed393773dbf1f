import { useEffect, useRef, useState } from 'preact/hooks';
import type {
  PreviewQuestion,
  TraceAnswer,
  TracedValueModel,
  TracePlaceModel,
} from '../../../api/model/mapping-model.ts';
import { call, isAway, trialPatience } from '../../shell/call-api.ts';
import { timesBack } from '../../shell/live.ts';

/** What somebody pointed at, and the values that go through it. */
export interface Tracing {
  readonly answer: TraceAnswer | undefined;
  /** Which of the values is shown in the chain. */
  readonly index: number;
  readonly value: TracedValueModel | undefined;
  readonly place: TracePlaceModel | undefined;
  /** Why the last question has no answer; a new result takes it away. */
  readonly error: unknown;
  /** Counts what was pointed at and answered: an answer that is newer alone does not count. */
  readonly pointed: number;
  ask(place: TracePlaceModel): void;
  /** To the next value, or back. */
  step(by: number): void;
}

interface Traced {
  readonly answer?: TraceAnswer;
  readonly index: number;
  readonly place?: TracePlaceModel;
  readonly error?: unknown;
  readonly pointed: number;
}

/** Milliseconds: who walks through a text by keys stays on a line for longer than that where it matters. */
const debounce = 80;

/** Milliseconds after the last result: who types on needs no newer answer. */
const rest = 600;

/** Asks when somebody points, and once more for the value that is looked at when typing has come to rest: most keys need none of it. `result`: of the last trial. */
export function useTrace(question: PreviewQuestion | undefined, result: unknown): Tracing {
  const [traced, set] = useState<Traced>({ index: 0, pointed: 0 });
  const { answer, index, place, error, pointed } = traced;
  const last = useRef(question);
  last.current = question;
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  const stop = useRef<AbortController | undefined>(undefined);
  useEffect(
    () => () => {
      clearTimeout(timer.current);
      stop.current?.abort();
    },
    [],
  );
  // pointed at, and not answered yet; and answered last
  const open = useRef<TracePlaceModel>(undefined);
  const answered = useRef<TracePlaceModel>(undefined);
  const failed = useRef<() => void>(undefined);
  const send = (asked: TracePlaceModel, wait: number, take: (found: TraceAnswer) => void): void => {
    clearTimeout(timer.current);
    stop.current?.abort();
    failed.current = undefined;
    timer.current = setTimeout(() => {
      if (last.current === undefined) return;
      const own = new AbortController();
      stop.current = own;
      const body = { ...last.current, place: asked };
      call<TraceAnswer>(`/mappings/${body.name}/provenance`, {
        ...{ method: 'POST', body, signal: own.signal, isQuestion: true, patience: trialPatience },
      }).then(
        (found) => own.signal.aborted || take(found),
        // what is lit stays, and it is asked again; the preview tells why the gateway does not answer at all
        (failure: unknown) => {
          if (own.signal.aborted) return;
          open.current = undefined;
          if (!isAway(failure)) set((before) => ({ ...before, error: failure }));
          failed.current = () => send(asked, wait, take);
        },
      );
    }, wait);
  };
  useEffect(() => failed.current?.(), [timesBack.value]);
  const ask = (asked: TracePlaceModel): void => {
    open.current = asked;
    send(asked, debounce, (found) => {
      [open.current, answered.current] = [undefined, asked];
      set((before) => ({ answer: found, index: 0, place: asked, pointed: before.pointed + 1 }));
    });
  };
  const value = answer?.values[index];
  useEffect(() => {
    if (error !== undefined) set(withoutError);
    // or another place was answered since this was drawn: its own drawing follows
    if (value === undefined || place === undefined || open.current || place !== answered.current) return;
    // lines of what is typed and of what is made have moved since
    const asked = place.in === 'document' ? place : ({ in: 'target', path: value.target } as const);
    send(asked, rest, (found) => set((before) => refresh(before, found)));
  }, [result]);
  const step = (by: number): void =>
    set((before) => {
      const count = before.answer?.values.length ?? 0;
      return count === 0 ? before : { ...before, index: (before.index + by + count) % count };
    });
  return { answer, index, value, place, error, pointed, ask, step };
}

/** The value that is looked at stays the same one; where it has gone, what was seen of it stays. */
function refresh(before: Traced, found: TraceAnswer): Traced {
  const shown = before.answer?.values[before.index]?.target;
  const index = found.values.findIndex(({ target }) => target === shown);
  return index < 0 ? withoutError(before) : { ...withoutError(before), answer: found, index };
}

const withoutError = ({ error: _, ...rest }: Traced): Traced => rest;
