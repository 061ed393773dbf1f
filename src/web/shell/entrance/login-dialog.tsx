import { Dialog } from '../../parts/dialog.tsx';
import { words } from '../language.ts';
import { session } from '../session.ts';
import { LoginForm } from './login-form.tsx';

/** Over the page of somebody whose session has ended: what was typed stays below it. */
export function LoginDialog() {
  const { states } = words.value;
  const name = session.value?.user.name;
  return (
    <Dialog title={states.loginAgain(name ?? '')}>
      <div class="body">
        <p class="said">{states.sessionOver}</p>
        <LoginForm name={name} />
      </div>
    </Dialog>
  );
}
