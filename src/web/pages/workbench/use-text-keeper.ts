import { useEffect, useRef, useState } from 'preact/hooks';
import { warnBeforeLeaving } from './draft/warn-before-leaving.ts';

/** What a window has typed, and what the gateway keeps of it. */
export interface TextKeeper<State> {
  /** What the gateway answered last. */
  readonly state: State;
  /** Something is typed that the gateway has not kept yet. */
  readonly isOpen: boolean;
  /** Why it could not be kept; what is typed stays in the window and is tried again. */
  readonly error: unknown;
  /** Now, not only a second after the last key. Resolves when the gateway has answered, or has not. */
  keepNow(): Promise<void>;
  /** The gateway has another text than this window thought; undefined: none. */
  restart(state: State, text: string | undefined): void;
  /** Nothing more is kept until `release`. Resolves when nothing is on its way any more. */
  hold(): Promise<void>;
  release(): void;
}

interface Keeping<State> {
  /** As it is typed now; undefined: there is nothing to keep. */
  readonly text: string | undefined;
  /** What the gateway has when the page opens. */
  readonly start: { readonly state: State; readonly text: string | undefined };
  readonly mayKeep: boolean;
  /** `state`: what it answered last, such as the edition that the next one takes the place of. */
  send(text: string, state: State): Promise<State>;
}

/** Milliseconds after the last key, and until the next try where the gateway does not answer. */
const times = { keep: 1000, again: 5000 };

/** Kept a second after the last key. */
export function useTextKeeper<State>(keeping: Keeping<State>): TextKeeper<State> {
  const { text, start, mayKeep } = keeping;
  const [kept, setKept] = useState<typeof start & { readonly error?: unknown }>(start);
  const [round, setRound] = useState(0);
  const latest = useRef(keeping);
  latest.current = keeping;
  // known also after the page is left, when nothing is drawn any more
  const known = useRef(kept);
  const underWay = useRef(Promise.resolve());
  const isHeld = useRef(false);
  const update = (next: typeof kept): void => {
    known.current = next;
    setKept(next);
  };
  const send = async (): Promise<void> => {
    const { text: now, mayKeep: may } = latest.current;
    const { state, text: before } = known.current;
    if (isHeld.current || !may || now === undefined || now === before) return;
    try {
      update({ state: await latest.current.send(now, state), text: now });
    } catch (error) {
      update({ ...known.current, error });
    }
  };
  // one after the other: each begins from what the one before it was answered
  const keepNow = (): Promise<void> => {
    underWay.current = underWay.current.then(send);
    return underWay.current;
  };
  const tryAgain = (): void => setRound((n) => n + 1);
  // who goes to another page within the second has typed it all the same
  useEffect(() => () => void keepNow(), []);
  const isOpen = mayKeep && text !== kept.text;
  useEffect(() => {
    if (!isOpen || text === undefined) return;
    const pause = kept.error === undefined ? times.keep : times.again;
    const timer = setTimeout(() => void keepNow().finally(tryAgain), pause);
    return () => clearTimeout(timer);
  }, [text, kept.text, isOpen, round]);
  useEffect(() => warnBeforeLeaving(isOpen), [isOpen]);
  return {
    ...{ state: kept.state, isOpen, error: kept.error, keepNow },
    restart: (state, again) => update({ state, text: again }),
    hold: () => {
      isHeld.current = true;
      return underWay.current;
    },
    release: () => {
      isHeld.current = false;
      tryAgain();
    },
  };
}
