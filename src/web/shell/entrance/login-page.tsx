import { Sentence } from '../../parts/sentence.tsx';
import { words } from '../language.ts';
import { LoginForm } from './login-form.tsx';

/** Stands at every address while nobody is logged in: the page of a link opens after it. */
export function LoginPage() {
  const { states } = words.value;
  return (
    <main class="door" id="main">
      <h1>{states.loginTitle}</h1>
      <LoginForm />
      <p class="hint">
        <Sentence text={states.noLogin} />
      </p>
    </main>
  );
}
