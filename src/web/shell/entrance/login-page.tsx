import { chooseLanguage, language, words } from '../language.ts';
import { Door } from './door.tsx';
import { LoginForm } from './login-form.tsx';

/** Stands at every address while nobody is logged in: the page of a link opens after it. */
export function LoginPage() {
  const { shell, states } = words.value;
  return (
    <Door>
      <h1>{states.loginTitle}</h1>
      <LoginForm />
      <p class="hint">{states.noLogin}</p>
      <p class="hint">
        <button
          class="ghost link"
          type="button"
          onClick={() => chooseLanguage(language.value === 'nl' ? 'en' : 'nl')}
        >
          {shell.otherLanguage}
        </button>
      </p>
    </Door>
  );
}
