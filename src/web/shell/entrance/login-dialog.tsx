import { Dialog } from '../../parts/dialog.tsx';
import { words } from '../language.ts';
import { session } from '../session.ts';
import { LoginForm } from './login-form.tsx';

/** Over the page of somebody whose session has ended: what was typed stays below it. */
export function LoginDialog() {
  const { states } = words.value;
  return (
    <Dialog title={states.loginAgain}>
      <div class="body">
        <p>{states.sessionOver}</p>
        <LoginForm name={session.value?.user.name} />
      </div>
    </Dialog>
  );
}
