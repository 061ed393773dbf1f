import { useRef, useState } from 'preact/hooks';
import type { DecisionAction, DecisionAnswer, MessageDetails } from '../../../api/model/message-model.ts';
import { StateWord } from '../../parts/answer.tsx';
import { Dialog } from '../../parts/dialog.tsx';
import { Problem } from '../../parts/problem.tsx';
import { Sentence } from '../../parts/sentence.tsx';
import { formatCount } from '../../parts/times.ts';
import { call } from '../../shell/call-api.ts';
import { words } from '../../shell/language.ts';
import { lostSince } from '../../shell/live.ts';
import { toast } from '../../shell/toasts.tsx';

export interface DecisionDialogProps {
  readonly way: DecisionAction;
  readonly message: MessageDetails;
  onClose(): void;
}

/** First what it changes, then why, then it is done. What was typed stays when it does not work. */
export function DecisionDialog({ way, message, onClose }: DecisionDialogProps) {
  const { deciding, messages, plans } = words.value;
  const form = useRef<HTMLFormElement>(null);
  const [reason, setReason] = useState('');
  const [isBusy, setBusy] = useState(false);
  const [failed, setFailed] = useState<unknown>();
  const [answer, setAnswer] = useState<DecisionAnswer>();
  const decide = async (event: Event): Promise<void> => {
    event.preventDefault();
    setBusy(true);
    setFailed(undefined);
    try {
      const body = { action: way, reason, seen: message.seen };
      const done = await call<DecisionAnswer>(`/messages/${message.id}/decisions`, { method: 'POST', body });
      if (done.kind === 'done' && done.after.length === 0) finish(done.text);
      else setAnswer(done);
    } catch (error) {
      setFailed(error);
    }
    setBusy(false);
  };
  const finish = (text: string): void => {
    toast(text);
    onClose();
  };
  if (answer) return <Outcome answer={answer} title={messages.ways[way].name} onClose={onClose} />;
  const isOptional = way === 'retry';
  return (
    <Dialog title={`${messages.ways[way].name}: ${messages.message(message.id)}`} onClose={onClose}>
      <form
        ref={form}
        onSubmit={(event) => void decide(event)}
        onKeyDown={(event) => submitByKeys(event, form.current)}
      >
        <div class="body">
          <ol class="plan">
            {plans.of[way].map((text) => (
              <li key={text}>{text}</li>
            ))}
            {message.behind.length > 0 && <li>{messages.behind(formatCount(message.behind.length))}</li>}
          </ol>
          <div class="field">
            <label for="reason">{isOptional ? plans.whyOptional : deciding.why}</label>
            <input
              class="in"
              id="reason"
              required={!isOptional}
              maxLength={2000}
              value={reason}
              onInput={({ currentTarget }) => setReason(currentTarget.value)}
            />
          </div>
          <Problem error={failed} />
        </div>
        <footer>
          <span class="muted grow">{plans.notBefore}</span>
          <button class="b" type="button" onClick={onClose}>
            {deciding.cancel}
          </button>
          <button
            class={way === 'discard' ? 'b d' : 'b p'}
            type="submit"
            disabled={isBusy || lostSince.value !== undefined}
          >
            {messages.ways[way].name}
          </button>
        </footer>
      </form>
    </Dialog>
  );
}

/** Ctrl and Enter do it from the field, too. */
function submitByKeys(event: KeyboardEvent, form: HTMLFormElement | null): void {
  if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) form?.requestSubmit();
}

interface OutcomeProps {
  readonly answer: DecisionAnswer;
  readonly title: string;
  onClose(): void;
}

/** What came of it, where that is more than that it was done. */
export function Outcome({ answer: { kind, text, after }, title, onClose }: OutcomeProps) {
  const { deciding } = words.value;
  return (
    <Dialog title={title} onClose={onClose}>
      <div class="body">
        <p class={kind === 'refused' ? 'problem' : undefined} role="status">
          <Sentence text={text} />
        </p>
        <ul class="outcomes">
          {after.map(({ id, mark, sentence }) => (
            <li key={id}>
              <span class="mono">#{id}</span>{' '}
              <StateWord state={mark}>
                <Sentence text={sentence} />
              </StateWord>
            </li>
          ))}
        </ul>
      </div>
      <footer>
        <button class="b p" type="button" onClick={onClose}>
          {deciding.close}
        </button>
      </footer>
    </Dialog>
  );
}
