import { useEffect, useState } from 'preact/hooks';
import { linkTo } from '../shell/address.ts';
import { CallFailed, isAway } from '../shell/call-api.ts';
import { words } from '../shell/language.ts';
import { toast } from '../shell/toasts.tsx';
import { Answer } from './answer.tsx';
import { textOf } from './problem.tsx';

/** Milliseconds after which something is shown while an answer is waited for: a quick one shows nothing in between. */
const patience = 300;

export const Loading = () => (
  <main id="main" aria-busy="true">
    <LoadingPart />
  </main>
);

/** Of a page whose frame stands there already. */
export function LoadingPart() {
  const [isLate, setLate] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), patience);
    return () => clearTimeout(timer);
  }, []);
  if (!isLate) return null;
  return (
    <div role="status">
      <span class="vh">{words.value.states.loading}</span>
      <div class="skel a" />
      <div class="skel b" />
      <div class="skel c" />
    </div>
  );
}

export function NotFound() {
  const { states } = words.value;
  return (
    <main id="main">
      <Answer state="noNews" title={states.notFound}>
        <a href={linkTo('/')}>{states.toOverview}</a>
      </Answer>
    </main>
  );
}

/** Its script cannot be had: an upgrade has taken it away, or the gateway does not answer. */
export function NotLoaded() {
  const { states, shell } = words.value;
  const reload = (
    <button class="b p" type="button" onClick={() => location.reload()}>
      {shell.reload}
    </button>
  );
  return (
    <main id="main">
      <Answer state="warning" title={states.notLoaded} acts={reload}>
        {states.notLoadedHint}
      </Answer>
    </main>
  );
}

/** Why a page cannot be shown: no right, not found, not possible; a fault of ours. */
export function Failure({ error, again }: { readonly error: unknown; again?(): void }) {
  const { states } = words.value;
  const status = error instanceof CallFailed ? error.status : 0;
  if (isRefusal(status)) return <Refused error={error} status={status} />;
  return (
    <main id="main">
      <Answer
        state="warning"
        title={textOf(error)}
        acts={
          again && (
            <button class="b" type="button" onClick={again}>
              {states.tryAgain}
            </button>
          )
        }
      >
        {isAway(error) ? states.triesItself : states.failedHint}
      </Answer>
      {!isAway(error) && <Details error={error} />}
    </main>
  );
}

/** It would be answered the same again; not where too much was asked at once. */
const isRefusal = (status: number): boolean => status >= 400 && status < 500 && status !== 429;

function Refused({ error, status }: { readonly error: unknown; readonly status: number }) {
  const { states } = words.value;
  return (
    <main id="main">
      <Answer state={status === 404 ? 'noNews' : 'warning'} title={textOf(error)}>
        {status === 403 && `${states.whoMay} `}
        <a href={linkTo('/')}>{states.toOverview}</a>
      </Answer>
    </main>
  );
}

function Details({ error }: { readonly error: unknown }) {
  const { states } = words.value;
  const problem =
    error instanceof CallFailed ? { status: error.status, ...error.problem } : { error: String(error) };
  const text = JSON.stringify({ address: location.href, at: new Date().toISOString(), ...problem }, null, 2);
  const copy = async (): Promise<void> => {
    await navigator.clipboard.writeText(text);
    toast(states.copied);
  };
  return (
    <details>
      <summary>{states.details}</summary>
      <pre class="code">{text}</pre>
      <button class="b s" type="button" onClick={() => void copy()}>
        {states.copy}
      </button>
    </details>
  );
}
