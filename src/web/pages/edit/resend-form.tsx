import { useState } from 'preact/hooks';
import type { EditableAnswer, ResendAnswer } from '../../../api/model/message-model.ts';
import { Problem } from '../../parts/problem.tsx';
import { call } from '../../shell/call-api.ts';
import { words } from '../../shell/language.ts';
import { lostSince } from '../../shell/live.ts';

interface ResendFormProps {
  readonly document: EditableAnswer;
  readonly text: string;
  /** It was checked, and would be taken. */
  readonly isReady: boolean;
  readonly mayBeAnother: boolean;
  readonly isAnotherOrder: boolean;
  onAnotherOrder(isAnother: boolean): void;
  onSent(answer: ResendAnswer): void;
}

/** Why, and then it is sent. What did not work is told here, and nothing typed is lost. */
export function ResendForm(props: ResendFormProps) {
  const { edit } = words.value;
  const { document, text, isReady, mayBeAnother, isAnotherOrder, onAnotherOrder, onSent } = props;
  const [reason, setReason] = useState('');
  const [isBusy, setBusy] = useState(false);
  const [failed, setFailed] = useState<unknown>();
  const send = async (event: Event): Promise<void> => {
    event.preventDefault();
    setBusy(true);
    setFailed(undefined);
    try {
      const body = { text, reason, seen: document.seen, asAnotherOrder: isAnotherOrder };
      onSent(await call<ResendAnswer>(`/messages/${document.id}/resend`, { method: 'POST', body }));
    } catch (error) {
      setFailed(error);
    }
    setBusy(false);
  };
  return (
    <form class="resend" onSubmit={(event) => void send(event)}>
      {mayBeAnother && (
        <label class="check">
          <input
            type="checkbox"
            checked={isAnotherOrder}
            onChange={({ currentTarget }) => onAnotherOrder(currentTarget.checked)}
          />
          {edit.anotherOrder}
        </label>
      )}
      <div class="field">
        <label for="why">{edit.why}</label>
        <input
          class="in"
          id="why"
          required
          maxLength={2000}
          value={reason}
          onInput={({ currentTarget }) => setReason(currentTarget.value)}
        />
      </div>
      <p class="note">{edit.tellErp}</p>
      <Problem error={failed} />
      <p class="acts">
        <button class="b p" type="submit" disabled={!isReady || isBusy || lostSince.value !== undefined}>
          {edit.send(document.id)}
        </button>
        {document.operation !== undefined && <span class="muted">{edit.to(document.operation)}</span>}
      </p>
    </form>
  );
}
