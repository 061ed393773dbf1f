import { useEffect, useRef, useState } from 'preact/hooks';
import { call } from '../shell/call-api.ts';
import { live, timesBack } from '../shell/live.ts';

export interface Asked<Answer> {
  /** The last answer to this path; it stays while the next one is asked for, and when that fails. */
  readonly answer: Answer | undefined;
  readonly error: unknown;
  /** Asks again. */
  again(): void;
}

interface AskingHow {
  readonly follow?: boolean;
  readonly asking?: number | string | undefined;
  /** Milliseconds, of what may take the gateway longer. */
  readonly patience?: number;
}

/**
 * Asks the API for what a page shows, of no path nothing; anew when the path changes, and, where `follow` says so, whenever the gateway tells that something has
 * changed, or when `asking` is another one, and what failed once the gateway answers again. An answer to an older question never takes the place of one to a newer.
 */
export function useAnswer<Answer>(
  path: string | undefined,
  { follow = false, asking = 0, patience }: AskingHow = {},
): Asked<Answer> {
  const [state, setState] = useState<{ path: string | undefined; answer?: Answer; error?: unknown }>({
    path,
  });
  const [round, setRound] = useState(0);
  const mark = follow ? live.value?.mark : undefined;
  const seen = useRef(mark);
  useEffect(() => {
    seen.current = mark;
    if (!path) return;
    const stop = new AbortController();
    call<Answer>(path, { signal: stop.signal, patience }).then(
      (answer) => setState({ path, answer }),
      (error: unknown) => {
        if (!stop.signal.aborted)
          setState((before) => ({ ...(before.path === path ? before : { path }), error }));
      },
    );
    return () => stop.abort();
  }, [path, round, mark, asking]);
  const current = state.path === path ? state : undefined;
  useEffect(() => {
    if (current?.error !== undefined) setRound((n) => n + 1);
  }, [timesBack.value]);
  return { answer: current?.answer, error: current?.error, again: () => setRound((n) => n + 1) };
}
