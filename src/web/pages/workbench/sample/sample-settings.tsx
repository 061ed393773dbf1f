import { useId } from 'preact/hooks';
import type {
  RecognisedSampleModel,
  SampleCorrectionsModel,
  SampleProposalModel,
} from '../../../../api/model/workbench/sample-model.ts';
import { CommittedField } from '../../../parts/forms/committed-field.tsx';
import { words } from '../../../shell/language.ts';
import { changeTypeColumn } from './correct-sample.ts';

interface SettingsProps {
  readonly corrections: SampleCorrectionsModel;
  readonly recognised: RecognisedSampleModel | undefined;
  onCorrect(corrections: SampleCorrectionsModel): void;
}

const documentKinds = ['order', 'response'] as const;
const syntaxes = ['csv', 'fixed', 'xml', 'edifact', 'idoc'] as const;
const separators = [';', ',', '\t', '|'] as const;
const encodings = [
  'utf-8',
  'windows-1252',
  'iso-8859-1',
  'iso-8859-15',
  'windows-1250',
  'cp850',
  'cp437',
] as const;
const decimals = [',', '.'] as const;
const thousands = ['', '.', ',', ' ', "'"] as const;

/** How the file is written: each shows what was recognised until somebody says otherwise. */
export function SampleSettings(props: SettingsProps) {
  const { corrections, recognised, onCorrect } = props;
  const proposal = recognised?.proposal;
  return (
    <fieldset class="sample-settings">
      <legend class="vh">{words.value.sample.settings}</legend>
      {recognised?.change === undefined && <FileChoices {...props} />}
      {recognised && proposal && (
        <>
          <TableChoices {...{ corrections, recognised, proposal, onCorrect }} />
          <RecordTypeFields {...{ corrections, recognised, proposal, onCorrect }} />
          <CharacterChoices {...{ corrections, recognised, proposal, onCorrect }} />
        </>
      )}
    </fieldset>
  );
}

/** What it holds, unless it says so itself, and what it is. */
function FileChoices({ corrections, recognised, onCorrect }: SettingsProps) {
  const { sample: texts } = words.value;
  const { kind } = corrections;
  // another kind of file: what was said of the one before does not fit it
  const changeSyntax = (syntax: (typeof syntaxes)[number]): void =>
    onCorrect(kind === undefined ? { syntax } : { syntax, kind });
  return (
    <>
      {recognised?.isKindCertain === false && (
        <Choice
          label={texts.documentKind}
          value={recognised.documentKind}
          options={documentKinds}
          render={(one) => texts.documentKinds[one]}
          onChoose={(chosen) => onCorrect({ ...corrections, kind: chosen })}
        />
      )}
      <Choice
        label={texts.kind}
        value={corrections.syntax ?? recognised?.syntax ?? ''}
        options={syntaxes}
        render={(one) => texts.kinds[one]}
        onChoose={changeSyntax}
      />
    </>
  );
}

interface ProposedProps extends SettingsProps {
  readonly recognised: RecognisedSampleModel;
  readonly proposal: SampleProposalModel;
}

/** Of a table: its cells, rows and headings, and what the rows of one document have in common. */
function TableChoices({ corrections, recognised, proposal, onCorrect }: ProposedProps) {
  const { sample: texts } = words.value;
  const { documentKind } = recognised;
  const { separator, typeColumn, headings, key, fields } = proposal;
  const nameKey = (id: string): string =>
    id === ''
      ? texts.oneDocument[documentKind]
      : nameColumn(fields.find((one) => one.id === id)?.heading, id);
  return (
    <>
      {separator !== undefined && (
        <Choice
          label={texts.separator}
          value={separator}
          options={separators}
          render={(one) => texts.separators[one] ?? one}
          onChoose={(mark) => onCorrect({ ...corrections, separator: mark })}
        />
      )}
      {typeColumn !== undefined && (
        <Choice
          label={texts.typeColumn}
          value={String(typeColumn)}
          options={listColumns(proposal)}
          render={texts.typeColumnIs}
          onChoose={(column) => onCorrect(changeTypeColumn(corrections, Number(column)))}
        />
      )}
      {headings !== undefined && (
        <Choice
          label={texts.headings}
          value={String(headings)}
          options={listRows(proposal.rows.length)}
          render={texts.headingRow}
          onChoose={(row) =>
            onCorrect({ ...corrections, headings: Number(row), fields: undefined, key: undefined })
          }
        />
      )}
      {key !== undefined && (
        <Choice
          label={texts.key[documentKind]}
          value={key}
          options={['', ...fields.map(({ id }) => id).filter((id) => /^\d+$/.test(id))]}
          render={nameKey}
          onChoose={(column) => onCorrect({ ...corrections, key: column })}
        />
      )}
    </>
  );
}

/** Of fixed places: where a record says what it is. */
function RecordTypeFields({ corrections, proposal: { recordType }, onCorrect }: ProposedProps) {
  const { sample: texts } = words.value;
  if (recordType === undefined) return null;
  return (
    <>
      <NumberField
        label={texts.typeAt}
        value={recordType.at}
        onNumber={(at) => onCorrect({ ...corrections, recordType: { ...recordType, at } })}
      />
      <NumberField
        label={texts.typeLength}
        value={recordType.length}
        onNumber={(length) => onCorrect({ ...corrections, recordType: { ...recordType, length } })}
      />
    </>
  );
}

/** How numbers are written, and in which characters. */
function CharacterChoices({ corrections, proposal: { marks, encoding }, onCorrect }: ProposedProps) {
  const { sample: texts } = words.value;
  return (
    <>
      <Choice
        label={texts.decimal}
        value={marks.decimal}
        options={decimals}
        render={(one) => texts.marks[one] ?? one}
        onChoose={(decimal) => onCorrect({ ...corrections, decimal })}
      />
      <Choice
        label={texts.thousands}
        value={marks.thousands ?? ''}
        options={thousands}
        render={(one) => texts.marks[one] ?? one}
        onChoose={(mark) => onCorrect({ ...corrections, thousands: mark })}
      />
      {encoding !== undefined && (
        <Choice
          label={texts.encoding}
          value={encoding}
          options={encodings}
          render={(one) => one}
          onChoose={(chosen) => onCorrect({ ...corrections, encoding: chosen })}
        />
      )}
    </>
  );
}

/** What a row is stands in one of its first cells. */
const mostTypeColumns = 12;

function listColumns({ rows }: SampleProposalModel): readonly string[] {
  const width = Math.max(0, ...rows.map(({ cells }) => cells.length));
  return Array.from({ length: Math.min(width, mostTypeColumns) + 1 }, (_, column) => String(column));
}

/** Headings stand in the first rows. */
const mostHeadingRows = 12;

const listRows = (rows: number): readonly string[] =>
  Array.from({ length: Math.min(rows, mostHeadingRows) + 1 }, (_, row) => String(row));

function nameColumn(heading: string | undefined, id: string): string {
  const { sample: texts } = words.value;
  return heading || texts.column(id);
}

interface ChoiceProps<T extends string> {
  readonly label: string;
  readonly value: string;
  readonly options: readonly T[];
  render(option: T): string;
  onChoose(option: T): void;
}

export function Choice<T extends string>({ label, value, options, render, onChoose }: ChoiceProps<T>) {
  const isListed = options.some((one) => one === value);
  return (
    <label>
      {label}{' '}
      <select
        class="in"
        value={value}
        onChange={({ currentTarget }) => {
          const chosen = options.find((one) => one === currentTarget.value);
          if (chosen !== undefined) onChoose(chosen);
        }}
      >
        {!isListed && <option value={value}>{value}</option>}
        {options.map((one) => (
          <option key={one} value={one}>
            {render(one)}
          </option>
        ))}
      </select>
    </label>
  );
}

function NumberField({
  label,
  value,
  onNumber,
}: {
  readonly label: string;
  readonly value: number;
  onNumber(value: number): void;
}) {
  const id = useId();
  return (
    <label for={id}>
      {label}{' '}
      <CommittedField
        id={id}
        class="in wb-number"
        inputMode="numeric"
        pattern="[1-9]|1[0-9]|20"
        required
        value={`${value}`}
        onCommit={(number) => onNumber(Number(number))}
      />
    </label>
  );
}
