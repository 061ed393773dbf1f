import { useState } from 'preact/hooks';
import type { PreviewAnswer } from '../../../api/model/message-model.ts';
import { Problem } from '../../parts/problem.tsx';
import { Sentence } from '../../parts/sentence.tsx';
import { call } from '../../shell/call-api.ts';
import { words } from '../../shell/language.ts';
import { CodeView } from './code-view.tsx';

/** What a retry would send today, beside what was made before. Tried on demand; nothing is sent. */
export function RetryPreview({ id }: { readonly id: number }) {
  const { messages } = words.value;
  const [preview, setPreview] = useState<PreviewAnswer>();
  const [failed, setFailed] = useState<unknown>();
  const [isBusy, setBusy] = useState(false);
  const look = async (): Promise<void> => {
    setBusy(true);
    setFailed(undefined);
    await call<PreviewAnswer>(`/messages/${id}/preview`).then(setPreview, setFailed);
    setBusy(false);
  };
  return (
    <div class="retry-preview">
      <button class="b s" type="button" disabled={isBusy} onClick={() => void look()}>
        {messages.preview}
      </button>
      <Problem error={failed} />
      {preview && (
        <p role="status">
          {messages.previewEnd(preview.text)} {preview.why && <Sentence text={preview.why} />}
          {preview.isSame && messages.previewSame}
        </p>
      )}
      {preview?.result && !preview.isSame && (
        <CodeView id={id} document={preview.result} label={messages.preview} />
      )}
    </div>
  );
}
