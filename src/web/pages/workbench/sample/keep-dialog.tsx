import type {
  RecognisedSampleModel,
  SampleDraftAnswer,
} from '../../../../api/model/workbench/sample-model.ts';
import { FormDialog } from '../../../parts/forms/form-dialog.tsx';
import { goTo } from '../../../shell/address.ts';
import { call } from '../../../shell/call-api.ts';
import { words } from '../../../shell/language.ts';
import { toast } from '../../../shell/toasts.tsx';
import { ChannelText } from './sample-result.tsx';
import type { KeptNotesState } from './use-sample.ts';

interface KeepProps {
  readonly kept: KeptNotesState;
  /** What the name of the mapping ends in, and a channel that runs it. */
  readonly recognised: Pick<RecognisedSampleModel, 'mappingEnding' | 'channel'>;
  /** What becomes the fixture. */
  readonly document: number;
  onClose(): void;
}

/** Format, mapping and fixture go into a draft, which the panes of the workbench open. */
export function KeepDialog({ kept, recognised, document, onClose }: KeepProps) {
  const { sample: texts } = words.value;
  const { name } = kept.notes;
  return (
    <FormDialog
      title={texts.keepTitle}
      act={texts.keepNow}
      onAct={(fields) => keepSample(kept, document, fields.has('mask'))}
      onClose={onClose}
    >
      <p>{texts.keepHint}</p>
      <FormatName {...kept} />
      <p class="muted">{texts.mappingName(`${name}${recognised.mappingEnding}`)}</p>
      <ChannelText channel={recognised.channel} name={name} />
      <p class="sample-mask">
        <label>
          <input type="checkbox" name="mask" /> {texts.mask}
        </label>
      </p>
    </FormDialog>
  );
}

function FormatName({ notes, change }: Pick<KeptNotesState, 'notes' | 'change'>) {
  return (
    <div class="field">
      <label for="format-name">{words.value.sample.formatName}</label>
      <input
        class="in mono"
        id="format-name"
        value={notes.name}
        required
        pattern="[a-z0-9][a-z0-9\-]{0,79}"
        onInput={({ currentTarget }) => change({ ...notes, name: currentTarget.value.trim() })}
      />
    </div>
  );
}

/** What is noted on the page is not kept meanwhile: it has become the draft. */
async function keepSample({ notes, keeper }: KeptNotesState, document: number, mask: boolean): Promise<void> {
  try {
    await keeper.hold();
    const body = { ...notes, document, mask };
    const { mapping, fixture } = await call<SampleDraftAnswer>('/formats/sample/draft', {
      ...{ method: 'POST', body },
    });
    toast(words.value.sample.kept);
    goTo(`/mappings/${mapping}?source=fixture:${fixture}`);
  } catch (error) {
    keeper.release();
    throw error;
  }
}
