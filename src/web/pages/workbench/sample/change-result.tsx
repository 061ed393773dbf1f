import type { RunBegun } from '../../../../api/model/mapping-lost-model.ts';
import type { FormatChangeModel, SampleDraftAnswer } from '../../../../api/model/workbench/sample-model.ts';
import { FindingText } from '../../../parts/finding-text.tsx';
import { FormDialog } from '../../../parts/forms/form-dialog.tsx';
import { Icon } from '../../../parts/icons.tsx';
import { goTo } from '../../../shell/address.ts';
import { call } from '../../../shell/call-api.ts';
import { words } from '../../../shell/language.ts';
import { toast } from '../../../shell/toasts.tsx';
import { DiffLines } from '../jobs/diff-lines.tsx';
import type { KeptNotesState } from './use-sample.ts';

/** What the change of a format does: to the document that is shown, and to rules. */
export function ChangeResult({ change }: { readonly change: FormatChangeModel }) {
  const { change: texts } = words.value.sample;
  if (!change.isChanged) return null;
  return (
    <>
      <ChangedRules change={change} />
      <h3>{texts.difference}</h3>
      {change.difference === undefined ? (
        <p class="muted">{texts.noDifference}</p>
      ) : (
        <DiffLines lines={change.difference} left={texts.before} right={texts.now} none={texts.same} />
      )}
    </>
  );
}

function ChangedRules({ change: { renamed, rules } }: { readonly change: FormatChangeModel }) {
  const { change: texts, lineNumber } = words.value.sample;
  if (renamed.length === 0 && rules.length === 0) return null;
  return (
    <>
      <h3>{texts.rules}</h3>
      <ul class="wb-rows">
        {rules.map(({ message, advice, file, line = 0 }, n) => (
          <li key={n}>
            <Icon name="warning" tone="warn" />
            <span>
              <code>{file?.replace(/^\w+:/, '')}</code> {lineNumber(line)}:{' '}
              <FindingText {...{ message, advice }} />
            </span>
          </li>
        ))}
        {renamed.map(({ line, from, to }, n) => (
          <li key={n}>
            <Icon name="tick" tone="ok" />
            <span>
              {lineNumber(line)}: <code>{from}</code> → <code>{to}</code>
            </span>
          </li>
        ))}
      </ul>
    </>
  );
}

interface DialogProps {
  readonly kept: KeptNotesState;
  readonly mapping: string;
  readonly change: FormatChangeModel;
  readonly document: number;
  onClose(): void;
}

/** The changed format goes into the draft, and the fixtures of the mapping run with it. */
export function ChangeDialog({ kept, mapping, change, document, onClose }: DialogProps) {
  const { change: texts } = words.value.sample;
  return (
    <FormDialog
      title={texts.keepTitle}
      act={words.value.sample.keepNow}
      onAct={() => keepChange(kept, mapping, document)}
      onClose={onClose}
    >
      <p>{texts.keepHint(mapping)}</p>
      <ChangedRules change={change} />
    </FormDialog>
  );
}

/** What is noted on the page is not kept meanwhile: it has become the draft. */
async function keepChange(
  { notes, keeper }: KeptNotesState,
  mapping: string,
  document: number,
): Promise<void> {
  try {
    await keeper.hold();
    const body = { ...notes, document, mask: false, mapping };
    await call<SampleDraftAnswer>('/formats/sample/draft', { method: 'POST', body });
    const { run } = await call<RunBegun>(`/mappings/${mapping}/fixtures/run`, {
      ...{ method: 'POST', body: { name: mapping } },
    });
    toast(words.value.sample.change.kept);
    goTo(`/mappings/${mapping}/fixtures?tests=${run}`);
  } catch (error) {
    keeper.release();
    throw error;
  }
}
