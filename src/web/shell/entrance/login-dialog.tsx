import { useEffect, useState } from 'preact/hooks';
import { Dialog } from '../../parts/dialog.tsx';
import { Sentence } from '../../parts/sentence.tsx';
import { words } from '../language.ts';
import { session } from '../session.ts';
import { LoginForm } from './login-form.tsx';

/** Over the page of somebody whose session has ended: what was typed stays below it. */
export function LoginDialog() {
  const { states } = words.value;
  const { name, kind } = session.value?.user ?? {};
  const isTyping = useTyping();
  if (isTyping) return null;
  return (
    <Dialog title={states.loginAgain(name ?? '')}>
      <div class="body">
        <p class="said">{states.sessionOver}</p>
        {kind === 'system' ? <AfterLink /> : <LoginForm name={name} />}
      </div>
    </Dialog>
  );
}

/** An account of the system has no password: another link leads in, or one of the accounts of the gateway. */
function AfterLink() {
  const { states } = words.value;
  return (
    <>
      <p class="said">
        <Sentence text={states.linkOver} />
      </p>
      <button class="b" type="button" onClick={() => location.reload()}>
        {states.logIn}
      </button>
    </>
  );
}

/** Milliseconds without a key, after which nobody is typing. */
const rest = 800;

/** Whoever is typing goes on where it is kept, not in the field of the password. */
function useTyping(): boolean {
  const [isTyping, setTyping] = useState(true);
  useEffect(() => {
    const wait = () => setTimeout(setTyping, rest, false);
    let timer = wait();
    const again = (): void => {
      clearTimeout(timer);
      timer = wait();
    };
    document.addEventListener('keydown', again, true);
    return () => {
      clearTimeout(timer);
      document.removeEventListener('keydown', again, true);
    };
  }, []);
  return isTyping;
}
