import { useEffect, useState } from 'preact/hooks';
import type { WelcomeAnswer } from '../../../api/model/session-model.ts';
import { PasswordField } from '../../parts/forms/password-field.tsx';
import { useSubmit } from '../../parts/forms/use-submit.ts';
import { Problem } from '../../parts/problem.tsx';
import { Sentence } from '../../parts/sentence.tsx';
import { goTo } from '../address.ts';
import { CallFailed, call } from '../call-api.ts';
import { words } from '../language.ts';
import { Door } from './door.tsx';
import { enter } from './log-in.ts';

/** The token stands in the fragment, which no server and no log sees; it is taken out of the address at once. */
function takeToken(): string {
  const token = location.hash.slice(1);
  // of every other address the query says what the page shows
  if (token !== '') history.replaceState(null, '', location.pathname + location.search);
  return token;
}

const token = takeToken();

/** The page that the link is for: `/mappings`. */
const next = /^\/[a-z]+$/.exec(new URLSearchParams(location.search).get('to') ?? '')?.[0] ?? '/';

/** Where a one-time link leads: it logs in, or asks for a password first. */
export default function WelcomePage() {
  const { states } = words.value;
  const [answer, setAnswer] = useState<WelcomeAnswer>();
  const [failed, setFailed] = useState<unknown>();
  useEffect(() => {
    call<WelcomeAnswer>('/welcome', { method: 'POST', body: { token } }).then(setAnswer, setFailed);
  }, []);
  useEffect(() => {
    if (answer?.kind !== 'in') return;
    enter(answer.login);
    goTo(next, { replace: true });
  }, [answer]);
  if (failed instanceof CallFailed && failed.status !== 0)
    return (
      <Door>
        <h1>{states.linkSpent}</h1>
        <p>
          <Sentence text={states.linkSpentHint} />
        </p>
      </Door>
    );
  if (answer?.kind !== 'password') return <main class="door" id="main" aria-busy="true" />;
  return <PasswordPage name={answer.name} />;
}

function PasswordPage({ name }: { readonly name: string }) {
  const { states } = words.value;
  const { failed, isBusy, submit } = useSubmit(async (fields) => {
    const body = { token, password: String(fields.get('password')) };
    const answer = await call<WelcomeAnswer>('/welcome', { method: 'POST', body });
    if (answer.kind === 'in') enter(answer.login);
    goTo(next, { replace: true });
  });
  return (
    <Door>
      <h1>{states.welcome(name)}</h1>
      <p>{states.choosePassword}</p>
      <form onSubmit={submit}>
        <input type="hidden" name="username" autocomplete="username" value={name} />
        <PasswordField name="password" label={states.newPassword} isNew />
        <Problem error={failed} />
        <button class="b p" type="submit" disabled={isBusy}>
          {states.setPassword}
        </button>
      </form>
    </Door>
  );
}
