import { useState } from 'preact/hooks';
import type { LoginAnswer } from '../../../api/model/session-model.ts';
import { Dialog } from '../../parts/dialog.tsx';
import { Problem } from '../../parts/problem.tsx';
import { call } from '../../shell/call-api.ts';
import { enter } from '../../shell/entrance/log-in.ts';
import { words } from '../../shell/language.ts';
import { session } from '../../shell/session.ts';
import { toast } from '../../shell/toasts.tsx';

/** Another password: all other sessions end, and this one goes on as a new one. */
export function PasswordDialog({ onClose }: { onClose(isDone?: boolean): void }) {
  const { account: texts, deciding, states } = words.value;
  const [failed, setFailed] = useState<unknown>();
  const [isBusy, setBusy] = useState(false);
  const submit = async (event: SubmitEvent): Promise<void> => {
    event.preventDefault();
    if (!(event.currentTarget instanceof HTMLFormElement)) return;
    const fields = new FormData(event.currentTarget);
    const body = { current: String(fields.get('current')), password: String(fields.get('password')) };
    setBusy(true);
    setFailed(undefined);
    try {
      enter(await call<LoginAnswer>('/password', { method: 'POST', body }));
      toast(texts.passwordChanged);
      onClose(true);
    } catch (error) {
      setFailed(error);
      setBusy(false);
    }
  };
  return (
    <Dialog title={texts.changePasswordTitle} onClose={() => onClose()}>
      <form onSubmit={(event) => void submit(event)}>
        <div class="body">
          <p class="said">{texts.passwordHint}</p>
          <input type="hidden" name="username" autocomplete="username" value={session.value?.user.name} />
          <div class="field">
            <label for="current-password">{texts.currentPassword}</label>
            <input
              class="in"
              id="current-password"
              name="current"
              type="password"
              autocomplete="current-password"
              required
              autofocus
            />
          </div>
          <div class="field">
            <label for="next-password">{states.newPassword}</label>
            <input
              class="in"
              id="next-password"
              name="password"
              type="password"
              autocomplete="new-password"
              minLength={12}
              required
            />
          </div>
          <Problem error={failed} />
        </div>
        <footer>
          <button class="b" type="button" onClick={() => onClose()}>
            {deciding.cancel}
          </button>
          <button class="b p" type="submit" disabled={isBusy}>
            {texts.setPassword}
          </button>
        </footer>
      </form>
    </Dialog>
  );
}
