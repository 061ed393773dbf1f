import { useEffect, useReducer, useRef } from 'preact/hooks';
import { CallFailed } from '../../shell/call-api.ts';
import { timesBack } from '../../shell/live.ts';
import { sessionState } from '../../shell/session.ts';
import { type KeptText, type KeptTextStore, TextKeeper } from './text-keeper.ts';
import { storeOfUnsent } from './unsent-text.ts';

interface TextKeeperOptions<Kept extends KeptText> extends Pick<KeptTextStore<Kept>, 'save' | 'read'> {
  /** What the text is, such as `message 12`: the window remembers it under this name. */
  readonly subject: string;
  readonly start: Kept;
  readonly mayType: boolean;
}

/** How a keeper stands, and what can be done with it. Another object at each drawing: a part that is given the same one is not drawn anew. */
export type TypedText<Kept extends KeptText> = Omit<TextKeeper<Kept>, 'open' | 'retry' | 'storeUnsent'>;

/** What is typed on a page, kept by the gateway. The place of the first drawing counts. */
export function useTextKeeper<Kept extends KeptText>(place: TextKeeperOptions<Kept>): TypedText<Kept> {
  const [, draw] = useReducer<number, void>((count) => count + 1, 0);
  const first = useRef<TextKeeper<Kept>>(undefined);
  first.current ??= openKeeper(place);
  const keeper = first.current;
  useEffect(() => keeper.open(draw), []);
  useEffect(() => void keeper.retry(), [timesBack.value, sessionState.value === 'in']);
  useEffect(() => warnBeforeLeaving(keeper), [keeper.isOpen]);
  return snapshotOf(keeper);
}

const openKeeper = <Kept extends KeptText>({
  subject,
  start,
  mayType,
  save,
  read,
}: TextKeeperOptions<Kept>): TextKeeper<Kept> =>
  new TextKeeper({ save, read, isElsewhere, wait, unsent: storeOfUnsent(subject) }, start, { mayType });

function snapshotOf<Kept extends KeptText>(keeper: TextKeeper<Kept>): TypedText<Kept> {
  const { text, kept, isOpen, error, other, resets } = keeper;
  return {
    ...{ text, kept, isOpen, error, other, resets },
    type: (typed) => keeper.type(typed),
    keepNow: () => keeper.keepNow(),
    keepMine: () => keeper.keepMine(),
    takeOther: () => keeper.takeOther(),
    restart: (again) => keeper.restart(again),
    assume: (known) => keeper.assume(known),
    hold: () => keeper.hold(),
    release: () => keeper.release(),
  };
}

const isElsewhere = (error: unknown): boolean =>
  error instanceof CallFailed && ['draft-elsewhere', 'draft-changed'].includes(error.problem.code);

function wait(milliseconds: number, act: () => void): () => void {
  const timer = setTimeout(act, milliseconds);
  return () => clearTimeout(timer);
}

/** The browser asks before the window goes while something typed is not kept yet; who goes all the same finds it again in this window. */
function warnBeforeLeaving(
  keeper: Pick<TextKeeper<KeptText>, 'isOpen' | 'storeUnsent'>,
): (() => void) | undefined {
  if (!keeper.isOpen) return undefined;
  const stop = new AbortController();
  addEventListener('beforeunload', (event) => keeper.isOpen && event.preventDefault(), {
    signal: stop.signal,
  });
  addEventListener('pagehide', () => keeper.storeUnsent(), { signal: stop.signal });
  return () => stop.abort();
}
