import { chooseLanguage, language, words } from '../language.ts';
import { Door } from './door.tsx';
import { isStillOpen } from './log-out.ts';
import { LoginForm } from './login-form.tsx';

/** Stands at every address while nobody is logged in: the page of a link opens after it. */
export function LoginPage() {
  const { entrance, shell } = words.value;
  return (
    <Door>
      <h1>{entrance.loginTitle}</h1>
      {isStillOpen.value && (
        <p class="problem" role="alert">
          {entrance.stillOpen}
        </p>
      )}
      <LoginForm />
      <p class="hint">{entrance.noLogin}</p>
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
