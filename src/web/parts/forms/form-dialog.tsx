import type { ComponentChildren } from 'preact';
import { words } from '../../shell/language.ts';
import { Dialog } from '../dialog.tsx';
import { Problem } from '../problem.tsx';
import { useSubmit } from './use-submit.ts';

export interface FormDialogProps {
  readonly title: string;
  /** What it does, and what it asks. */
  readonly children?: ComponentChildren;
  /** On the button: verb and number. */
  readonly act: string;
  readonly isDangerous?: boolean | undefined;
  /** Rejects with CallFailed: the dialog stays, with what was typed. */
  onAct(fields: FormData): Promise<void>;
  onClose(): void;
}

/** Asks for what something needs, and does it; Ctrl+Enter does too. */
export function FormDialog({ title, children, act, isDangerous, onAct, onClose }: FormDialogProps) {
  const { deciding } = words.value;
  const { failed, isBusy, submit } = useSubmit(onAct);
  return (
    <Dialog title={title} onClose={onClose}>
      <form onSubmit={submit} onKeyDown={submitOnCtrlEnter}>
        <div class="body">
          {children}
          <Problem error={failed} />
        </div>
        <footer>
          <button class="b" type="button" onClick={onClose}>
            {deciding.cancel}
          </button>
          <button class={`b p${isDangerous ? ' d' : ''}`} type="submit" disabled={isBusy}>
            {act}
          </button>
        </footer>
      </form>
    </Dialog>
  );
}

export function submitOnCtrlEnter(event: KeyboardEvent): void {
  const isAsked = event.key === 'Enter' && (event.ctrlKey || event.metaKey);
  if (isAsked && event.currentTarget instanceof HTMLFormElement) event.currentTarget.requestSubmit();
}
