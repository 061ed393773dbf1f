import { useState } from 'preact/hooks';
import { Dialog } from '../../parts/dialog.tsx';
import { Sentence } from '../../parts/sentence.tsx';
import { words } from '../../shell/language.ts';

interface SecretDialogProps {
  readonly title: string;
  readonly text: string;
  readonly secret: string;
  onClose(): void;
}

/** A link or a token: the gateway keeps its hash alone, so that it is shown this once. */
export function SecretDialog({ title, text, secret, onClose }: SecretDialogProps) {
  const { deciding, states, users: texts } = words.value;
  const [isCopied, setCopied] = useState(false);
  const copy = async (): Promise<void> => {
    await navigator.clipboard.writeText(secret);
    setCopied(true);
  };
  return (
    <Dialog title={title} onClose={onClose}>
      <div class="body">
        <p class="said">
          <Sentence text={text} />
        </p>
        <div class="field">
          <label for="secret">{texts.onceOnly}</label>
          <textarea
            class="in mono secret"
            id="secret"
            rows={3}
            readOnly
            value={secret}
            onFocus={({ currentTarget }) => currentTarget.select()}
          />
        </div>
        <p role="status">{isCopied && states.copied}</p>
      </div>
      <footer>
        <button class="b" type="button" onClick={onClose}>
          {deciding.close}
        </button>
        <button class="b p" type="button" autofocus onClick={() => void copy()}>
          {states.copy}
        </button>
      </footer>
    </Dialog>
  );
}
