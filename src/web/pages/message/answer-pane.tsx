import type { MessageDetails } from '../../../api/model/message-model.ts';
import { words } from '../../shell/language.ts';
import { CodeView } from './code-view.tsx';
import { DownloadButton } from './download-button.tsx';

/** Where the page has what the exchange answered. */
export const answerPlace = 'answer';

/** What the exchange answered last, in its words. */
export function AnswerPane({ message: { id, answer } }: { readonly message: MessageDetails }) {
  const { messages } = words.value;
  if (!answer) return null;
  return (
    <section aria-labelledby={answerPlace}>
      <div class="pane-head">
        <h2 id={answerPlace} tabIndex={-1}>
          {messages.answer}
        </h2>
        <span class="grow" />
        <DownloadButton id={id} part={answer.role} />
      </div>
      <CodeView id={id} document={answer} label={messages.answer} />
    </section>
  );
}
