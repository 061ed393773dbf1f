import { useState } from 'preact/hooks';
import { Problem } from '../../parts/problem.tsx';
import { isAway } from '../call-api.ts';
import { words } from '../language.ts';
import { logIn } from './log-in.ts';

/** Name and password; of somebody whose session has ended the name is known. */
export function LoginForm({ name }: { readonly name?: string | undefined }) {
  const { states } = words.value;
  const [failed, setFailed] = useState<unknown>();
  const [isBusy, setBusy] = useState(false);
  const submit = async (event: SubmitEvent): Promise<void> => {
    event.preventDefault();
    if (!(event.currentTarget instanceof HTMLFormElement)) return;
    const fields = new FormData(event.currentTarget);
    setBusy(true);
    await logIn(name ?? String(fields.get('name')), String(fields.get('password'))).catch(setFailed);
    setBusy(false);
  };
  return (
    <form onSubmit={(event) => void submit(event)}>
      {name === undefined && (
        <div class="field">
          <label for="login-name">{states.name}</label>
          <input class="in" id="login-name" name="name" autocomplete="username" required />
        </div>
      )}
      <div class="field">
        <label for="login-password">{states.password}</label>
        <input
          class="in"
          id="login-password"
          name="password"
          type="password"
          autocomplete="current-password"
          required
        />
      </div>
      {isAway(failed) ? (
        <p class="problem" role="alert">
          {states.noAnswer}
        </p>
      ) : (
        <Problem error={failed} />
      )}
      <button class="b p" type="submit" disabled={isBusy}>
        {states.logIn}
      </button>
    </form>
  );
}
