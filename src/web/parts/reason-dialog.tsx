import { words } from '../shell/language.ts';
import { FormDialog, type FormDialogProps } from './forms/form-dialog.tsx';

interface ReasonDialogProps extends Omit<FormDialogProps, 'onAct'> {
  /** Rejects with CallFailed: the dialog stays, with what was typed. */
  onAct(fields: FormData, reason: string): Promise<void>;
}

/** Asks why before something is done; the reason is kept with it. */
export function ReasonDialog({ children, onAct, ...dialog }: ReasonDialogProps) {
  const { deciding } = words.value;
  return (
    <FormDialog {...dialog} onAct={(fields) => onAct(fields, String(fields.get('reason')).trim())}>
      {children}
      <div class="field">
        <label for="reason">{deciding.why}</label>
        <input class="in" id="reason" name="reason" required pattern=".*\S.*" maxLength={1000} autofocus />
      </div>
    </FormDialog>
  );
}
