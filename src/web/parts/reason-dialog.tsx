import type { ComponentChildren } from 'preact';
import { useRef, useState } from 'preact/hooks';
import { words } from '../shell/language.ts';
import { Dialog } from './dialog.tsx';
import { Problem } from './problem.tsx';

interface ReasonDialogProps {
  readonly title: string;
  /** What it does, and what else it asks. */
  readonly children?: ComponentChildren;
  /** On the button: verb and number. */
  readonly act: string;
  readonly isDangerous?: boolean;
  /** Rejects with CallFailed: the dialog stays, with what was typed. */
  onAct(fields: FormData, reason: string): Promise<void>;
  onClose(): void;
}

/** Asks why before something is done; the reason is kept with it. */
export function ReasonDialog({ title, children, act, isDangerous, onAct, onClose }: ReasonDialogProps) {
  const { decide } = words.value;
  const form = useRef<HTMLFormElement>(null);
  const [failed, setFailed] = useState<unknown>();
  const [isBusy, setBusy] = useState(false);
  const submit = async (event: SubmitEvent): Promise<void> => {
    event.preventDefault();
    if (!form.current) return;
    const fields = new FormData(form.current);
    setBusy(true);
    setFailed(undefined);
    await onAct(fields, String(fields.get('reason')).trim()).catch(setFailed);
    setBusy(false);
  };
  const press = (event: KeyboardEvent): void => {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) form.current?.requestSubmit();
  };
  return (
    <Dialog title={title} onClose={onClose}>
      <form ref={form} onSubmit={(event) => void submit(event)} onKeyDown={press}>
        <div class="body">
          {children}
          <div class="field">
            <label for="reason">{decide.why}</label>
            <input
              class="in"
              id="reason"
              name="reason"
              required
              pattern=".*\S.*"
              maxLength={1000}
              autofocus
            />
          </div>
          <Problem error={failed} />
        </div>
        <footer>
          <button class="b" type="button" onClick={onClose}>
            {decide.cancel}
          </button>
          <button class={`b p${isDangerous ? ' d' : ''}`} type="submit" disabled={isBusy}>
            {act}
          </button>
        </footer>
      </form>
    </Dialog>
  );
}
