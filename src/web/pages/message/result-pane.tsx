import type { MessageDetails } from '../../../api/model/message-model.ts';
import { words } from '../../shell/language.ts';
import { mayOperate } from '../../shell/session.ts';
import { CodeView } from './code-view.tsx';
import { DownloadButton } from './download-button.tsx';
import { RetryPreview } from './retry-preview.tsx';

/** What was made of the document. */
export function ResultPane({
  message: { id, result, isDeleted, isMasked },
}: {
  readonly message: MessageDetails;
}) {
  const { messages } = words.value;
  return (
    <section aria-labelledby="result">
      <div class="pane-head">
        <h2 id="result">{messages.result}</h2>
        {result ? (
          <>
            <span class="grow" />
            <DownloadButton id={id} part={result.role} />
          </>
        ) : (
          <span class="muted">{isDeleted ? messages.resultDeleted : messages.noResult}</span>
        )}
      </div>
      {result && <CodeView id={id} document={result} label={messages.result} />}
      {mayOperate.value && !isDeleted && !isMasked && <RetryPreview id={id} />}
    </section>
  );
}
