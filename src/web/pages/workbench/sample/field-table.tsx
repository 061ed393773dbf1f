import type {
  FormatChangeModel,
  ProposedFieldModel,
  SampleCorrectionsModel,
  SampleProposalModel,
} from '../../../../api/model/workbench/sample-model.ts';
import { CommittedField } from '../../../parts/forms/committed-field.tsx';
import { Icon } from '../../../parts/icons.tsx';
import { language, words } from '../../../shell/language.ts';
import {
  changeField,
  changeMeaning,
  type DocumentKind,
  isTrailer,
  isUnclearNumber,
  leaveOut,
} from './correct-sample.ts';
import { FieldUse, ReadChoice } from './field-use.tsx';
import { MeaningChoice } from './meaning-choice.tsx';
import { fieldRowId } from './sample-table.tsx';

interface FieldTableProps {
  /** What a field may be, and what its values may be. */
  readonly meanings: readonly string[];
  readonly types: readonly string[];
  readonly kind: DocumentKind;
  readonly proposal: SampleProposalModel;
  readonly corrections: SampleCorrectionsModel;
  /** Of a format that is kept: where values go. */
  readonly change: FormatChangeModel | undefined;
  /** Of this kind of records alone. */
  readonly record: string | undefined;
  /** Names can be given; else they are those of the file. */
  readonly isNamed: boolean;
  onCorrect(corrections: SampleCorrectionsModel): void;
}

/** What each column or field is: its place in an order, its name, its type. */
export function FieldTable(props: FieldTableProps) {
  const { proposal, kind, record, isNamed } = props;
  const { sample: texts } = words.value;
  const fields = proposal.fields.filter((one) => record === undefined || one.record === record);
  const isOutside = isTrailer(proposal, record);
  return (
    <>
      <h2 class="sample-head">
        {props.change ? texts.change.recognised : texts.recognised} <small>{texts.eachCanChange}</small>
      </h2>
      <div class="scroll sample-sideways">
        <table class="sample-fields">
          <thead>
            <tr>
              <th scope="col">{proposal.recordType ? texts.place : texts.columnHead}</th>
              <th scope="col">{props.change ? texts.goesTo : texts.inDocument[kind]}</th>
              {isNamed && <th scope="col">{texts.name}</th>}
              <th scope="col">{texts.is}</th>
              <th scope="col">{texts.example}</th>
              <th scope="col">
                <span class="vh">{props.change ? texts.change.reads : texts.certainty}</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {fields.map((field) => (
              <FieldRow key={field.id} {...{ ...props, field, isOutside }} />
            ))}
          </tbody>
        </table>
      </div>
    </>
  );
}

interface RowProps extends FieldTableProps {
  readonly field: ProposedFieldModel;
  /** It stands in no order. */
  readonly isOutside: boolean;
}

interface CellProps extends RowProps {
  /** As the file calls it, or where it stands. */
  readonly called: string;
}

function FieldRow(props: RowProps) {
  const { meanings, field, corrections, isNamed, isOutside, change } = props;
  const { sample: texts } = words.value;
  const { id, heading, first, length, meaning = '', examples } = field;
  const isPlaced = meanings.includes(meaning);
  const isLeftOut = corrections.fields?.[id]?.leaveOut !== undefined;
  const called = heading || (first === undefined ? texts.column(id) : texts.placeOf(first, length ?? 0));
  return (
    <tr class={isPlaced || isOutside || (change && field.certainty === 'known') ? undefined : 'mine'}>
      <th scope="row" class="mono">
        {called}
      </th>
      <td>{change ? <FieldUse {...{ field, change }} /> : <FieldMeaning {...props} called={called} />}</td>
      {isNamed && (
        <td>
          <FieldName {...props} called={called} />
        </td>
      )}
      <td>
        <FieldType {...props} called={called} />
      </td>
      <td class="mono" title={examples.join(' · ')}>
        {examples[0]}
      </td>
      <td>
        {change && <ReadChoice {...props} called={called} />}
        {!isOutside && !change && <Certainty {...{ field, isPlaced, isLeftOut }} />}
      </td>
    </tr>
  );
}

function FieldMeaning({ called, meanings, kind, field, corrections, isOutside, onCorrect }: CellProps) {
  const { sample: texts } = words.value;
  const { id, meaning = '' } = field;
  if (isOutside) return <span class="muted">{texts.roles[kind].trailer}</span>;
  return (
    <MeaningChoice
      id={fieldRowId(id)}
      {...{ called, kind, meanings }}
      meaning={meanings.includes(meaning) ? meaning : ''}
      otherwise={texts.notPlaced}
      leaveOut={corrections.fields?.[id]?.leaveOut}
      onMeaning={(one) => onCorrect(changeMeaning(corrections, id, one))}
      onLeaveOut={(said) => onCorrect(leaveOut(corrections, id, said))}
    />
  );
}

function FieldName({ called, field: { id, name, state }, change, corrections, onCorrect }: CellProps) {
  if (state === 'unread') return null;
  return (
    <CommittedField
      class="in mono"
      aria-label={words.value.sample.nameOf(called)}
      value={name}
      pattern={change ? '[A-Za-z_][\\w.\\-]{0,99}' : '[a-z][A-Za-z0-9]{0,39}'}
      required
      onCommit={(typed) => onCorrect(changeField(corrections, id, { name: typed }))}
    />
  );
}

function FieldType({ called, field, types, corrections, onCorrect }: CellProps) {
  const { sample: texts } = words.value;
  const { id, type, examples } = field;
  if (field.state === 'unread') return null;
  const isUnclear = isUnclearNumber(field, corrections);
  const offered = types.includes(type) ? types : [type, ...types];
  return (
    <select
      class="in"
      aria-label={texts.typeOf(called)}
      value={isUnclear ? '' : type}
      onChange={({ currentTarget }) => onCorrect(changeField(corrections, id, { type: currentTarget.value }))}
    >
      {isUnclear && (
        <option value="" disabled>
          {texts.types(type, showDigits(type, examples))}?
        </option>
      )}
      {offered.map((one) => (
        <option key={one} value={one}>
          {texts.types(one, showDigits(one, examples))}
        </option>
      ))}
    </select>
  );
}

/** What a type of numbers makes of digits that zeros fill up (`0001250`), as the reader writes it; undefined where there are none. */
function showDigits(type: string, examples: readonly string[]): string | undefined {
  const [is, implied = '0'] = /^decimal(?:\((\d)\))?$/.exec(type) ?? [];
  const digits = examples.find((one) => /^0\d+$/.test(one));
  if (is === undefined || digits === undefined) return undefined;
  const decimals = Number(implied);
  const form = { minimumFractionDigits: decimals, useGrouping: false };
  return (Number(digits) / 10 ** decimals).toLocaleString(language.value, form);
}

interface CertaintyProps {
  readonly field: ProposedFieldModel;
  readonly isPlaced: boolean;
  readonly isLeftOut: boolean;
}

function Certainty({ field, isPlaced, isLeftOut }: CertaintyProps) {
  const { sample: texts } = words.value;
  const { certainty, meaning } = field;
  if (isLeftOut) return <span class="muted">{texts.fates.leftOut}</span>;
  if (!isPlaced && (certainty !== 'corrected' || meaning !== undefined))
    return (
      <span class="st">
        <Icon name="parked" tone="warn" />
        <span class="vh">{texts.certainties.open}</span>
      </span>
    );
  return (
    <span class="st" title={texts.certainties[certainty]}>
      <Icon
        name={certainty === 'guessed' ? 'warning' : 'tick'}
        tone={certainty === 'guessed' ? 'warn' : 'ok'}
      />
      <span class={certainty === 'guessed' ? undefined : 'vh'}>{texts.certainties[certainty]}</span>
    </span>
  );
}
