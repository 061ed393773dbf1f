import type {
  FormatChangeModel,
  ProposedFieldModel,
  SampleCorrectionsModel,
  SampleProposalModel,
} from '../../../../api/model/workbench/sample-model.ts';
import { words } from '../../../shell/language.ts';
import { changeField } from './correct-sample.ts';
import { fieldRowId } from './sample-table.tsx';
import { GoesTo } from './segment-table.tsx';

interface UseProps {
  readonly field: ProposedFieldModel;
  readonly change: FormatChangeModel;
}

/** Of a format that is kept: where the values of a field go. Absent: the sample has none. */
export function FieldUse({ field: { id, state }, change: { uses } }: UseProps) {
  const use = uses[id];
  if (state === undefined && use !== undefined) return <GoesTo place={use} />;
  if (state !== 'missing') return null;
  return <span class="muted">{words.value.sample.change.missing}</span>;
}

interface ChoiceProps {
  readonly field: ProposedFieldModel;
  /** Names are those of the file. */
  readonly isNamed: boolean;
  readonly called: string;
  readonly proposal: SampleProposalModel;
  readonly corrections: SampleCorrectionsModel;
  onCorrect(corrections: SampleCorrectionsModel): void;
}

const [unread, read] = ['-', ''];

/** Whether the format reads a field; of a column that it does not know, which one it was. */
export function ReadChoice({ field, isNamed, called, proposal, corrections, onCorrect }: ChoiceProps) {
  const { change: texts } = words.value.sample;
  const { id, name, state } = field;
  if (!isNamed) return null;
  const missing = proposal.fields.filter((one) => one.state === 'missing');
  const choose = (chosen: string): void => {
    const known = missing.find((one) => one.name === chosen);
    const named = state === 'unread' ? { name: known?.name ?? name } : {};
    onCorrect(changeField(corrections, id, { isRead: chosen !== unread, ...named }));
  };
  return (
    <select
      id={fieldRowId(id)}
      class="in"
      aria-label={texts.readOf(called)}
      value={state === 'unread' ? unread : read}
      onChange={({ currentTarget }) => choose(currentTarget.value)}
    >
      <option value={read}>{texts.read}</option>
      <option value={unread}>{texts.unread}</option>
      {state === 'unread' &&
        missing.map((one) => (
          <option key={one.id} value={one.name}>
            {texts.readAs(one.name)}
          </option>
        ))}
    </select>
  );
}
