import { PasswordField } from '../../parts/forms/password-field.tsx';
import { useSubmit } from '../../parts/forms/use-submit.ts';
import { Problem } from '../../parts/problem.tsx';
import { isAway } from '../call-api.ts';
import { words } from '../language.ts';
import { logIn } from './log-in.ts';

/** Name and password; of somebody whose session has ended the name is known. */
export function LoginForm({ name }: { readonly name?: string | undefined }) {
  const { states } = words.value;
  const { failed, isBusy, submit } = useSubmit((fields) =>
    logIn(name ?? String(fields.get('name')), String(fields.get('password'))),
  );
  return (
    <form onSubmit={submit}>
      {name === undefined && (
        <div class="field">
          <label for="login-name">{states.name}</label>
          <input class="in" id="login-name" name="name" autocomplete="username" required />
        </div>
      )}
      <PasswordField name="password" label={states.password} />
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
