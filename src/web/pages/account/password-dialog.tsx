import type { LoginAnswer } from '../../../api/model/session-model.ts';
import { FormDialog } from '../../parts/forms/form-dialog.tsx';
import { PasswordField } from '../../parts/forms/password-field.tsx';
import { call } from '../../shell/call-api.ts';
import { enter } from '../../shell/entrance/log-in.ts';
import { words } from '../../shell/language.ts';
import { session } from '../../shell/session.ts';
import { toast } from '../../shell/toasts.tsx';

/** Another password: all other sessions end, and this one goes on as a new one. */
export function PasswordDialog({ onClose }: { onClose(isDone?: boolean): void }) {
  const { account: texts, states } = words.value;
  const change = async (fields: FormData): Promise<void> => {
    const body = { current: String(fields.get('current')), password: String(fields.get('password')) };
    enter(await call<LoginAnswer>('/password', { method: 'POST', body }));
    toast(texts.passwordChanged);
    onClose(true);
  };
  return (
    <FormDialog
      title={texts.changePasswordTitle}
      act={texts.setPassword}
      onAct={change}
      onClose={() => onClose()}
    >
      <p class="said">{texts.passwordHint}</p>
      <input type="hidden" name="username" autocomplete="username" value={session.value?.user.name} />
      <PasswordField name="current" label={texts.currentPassword} autofocus />
      <PasswordField name="password" label={states.newPassword} isNew />
    </FormDialog>
  );
}
