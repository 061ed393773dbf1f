import { useState } from 'preact/hooks';
import type { SampleDraftAnswer } from '../../../../api/model/workbench/sample-model.ts';
import { Dialog } from '../../../parts/dialog.tsx';
import { Problem } from '../../../parts/problem.tsx';
import { goTo } from '../../../shell/address.ts';
import { call } from '../../../shell/call-api.ts';
import { words } from '../../../shell/language.ts';
import { toast } from '../../../shell/toasts.tsx';
import type { KeptNotesState } from './use-sample.ts';

interface KeepProps {
  readonly kept: KeptNotesState;
  /** Of the name of the mapping. */
  readonly ending: string;
  /** What becomes the fixture. */
  readonly document: number;
  onClose(): void;
}

/** Format, mapping and fixture go into a draft, which the panes of the workbench open. */
export function KeepDialog({ kept, ending, document, onClose }: KeepProps) {
  const { sample: texts } = words.value;
  const { notes, keeper, change } = kept;
  const [isMasked, setMasked] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const [failed, setFailed] = useState<unknown>();
  const keep = (event: SubmitEvent): void => {
    event.preventDefault();
    const body = { ...notes, document, mask: isMasked };
    setBusy(true);
    setFailed(undefined);
    keeper
      .hold()
      .then(() => call<SampleDraftAnswer>('/formats/sample/draft', { method: 'POST', body }))
      .then(
        ({ mapping, fixture }) => {
          toast(texts.kept);
          goTo(`/mappings/${mapping}?source=fixture:${fixture}`);
        },
        (error: unknown) => {
          setFailed(error);
          keeper.release();
        },
      )
      .finally(() => setBusy(false));
  };
  return (
    <Dialog title={texts.keepTitle} onClose={onClose}>
      <form onSubmit={keep}>
        <div class="body">
          <p>{texts.keepHint}</p>
          <div class="field">
            <label for="format-name">{texts.formatName}</label>
            <input
              class="in mono"
              id="format-name"
              value={notes.name}
              required
              pattern="[a-z0-9][a-z0-9\-]{0,79}"
              onInput={({ currentTarget }) => change({ ...notes, name: currentTarget.value.trim() })}
            />
          </div>
          <p class="muted">{texts.mappingName(`${notes.name}${ending}`)}</p>
          <p class="sample-mask">
            <label>
              <input
                type="checkbox"
                checked={isMasked}
                onChange={({ currentTarget }) => setMasked(currentTarget.checked)}
              />{' '}
              {texts.mask}
            </label>
          </p>
          <Problem error={failed} />
        </div>
        <footer>
          <button type="button" class="b" onClick={onClose}>
            {texts.cancel}
          </button>
          <button type="submit" class="b p" disabled={isBusy}>
            {texts.keepNow}
          </button>
        </footer>
      </form>
    </Dialog>
  );
}
