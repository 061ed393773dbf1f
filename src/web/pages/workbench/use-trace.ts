import { useEffect, useRef, useState } from 'preact/hooks';
import type {
  PreviewQuestion,
  TraceAnswer,
  TracedValueModel,
  TracePlaceModel,
} from '../../../api/model/mapping-model.ts';
import { call } from '../../shell/call-api.ts';

/** What somebody pointed at, and the values that go through it. */
export interface Tracing {
  readonly answer: TraceAnswer | undefined;
  /** Which of the values is shown in the chain. */
  readonly index: number;
  readonly value: TracedValueModel | undefined;
  readonly place: TracePlaceModel | undefined;
  ask(place: TracePlaceModel): void;
  /** To the next value, or back. */
  step(by: number): void;
}

interface Traced {
  readonly answer?: TraceAnswer;
  readonly index: number;
  readonly place?: TracePlaceModel;
}

/** Milliseconds: who walks through a text by keys stays on a line for longer than that where it matters. */
const debounce = 80;

/** Asks only when somebody points: most keys need none of it. */
export function useTrace(question: PreviewQuestion | undefined): Tracing {
  const [{ answer, index, place }, set] = useState<Traced>({ index: 0 });
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
  const ask = (asked: TracePlaceModel): void => {
    clearTimeout(timer.current);
    stop.current?.abort();
    timer.current = setTimeout(() => {
      if (last.current === undefined) return;
      const own = new AbortController();
      stop.current = own;
      const body = { ...last.current, place: asked };
      call<TraceAnswer>(`/mappings/${body.name}/provenance`, {
        method: 'POST',
        body,
        signal: own.signal,
      }).then(
        (found) => own.signal.aborted || set({ answer: found, index: 0, place: asked }),
        // what is lit stays; the preview tells why the gateway does not answer
        () => undefined,
      );
    }, debounce);
  };
  const step = (by: number): void =>
    set((before) => {
      const count = before.answer?.values.length ?? 0;
      return count === 0 ? before : { ...before, index: (before.index + by + count) % count };
    });
  return { answer, index, value: answer?.values[index], place, ask, step };
}
