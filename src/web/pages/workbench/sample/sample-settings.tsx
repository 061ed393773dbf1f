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
export function SampleSettings({ corrections, recognised, onCorrect }: SettingsProps) {
  const { sample: texts } = words.value;
  const proposal = recognised?.proposal;
  // another kind of file: what was said of the one before does not fit it
  const changeSyntax = (syntax: (typeof syntaxes)[number]): void =>
    onCorrect({ syntax, ...(corrections.kind === undefined ? {} : { kind: corrections.kind }) });
  const recordType = proposal?.recordType;
  return (
    <fieldset class="sample-settings">
      <legend class="vh">{texts.settings}</legend>
      {recognised?.isKindCertain === false && (
        <Choice
          label={texts.documentKind}
          value={recognised.documentKind}
          options={documentKinds}
          render={(one) => texts.documentKinds[one]}
          onChoose={(kind) => onCorrect({ ...corrections, kind })}
        />
      )}
      <Choice
        label={texts.kind}
        value={corrections.syntax ?? recognised?.syntax ?? ''}
        options={syntaxes}
        render={(one) => texts.kinds[one]}
        onChoose={changeSyntax}
      />
      {proposal?.separator !== undefined && (
        <Choice
          label={texts.separator}
          value={proposal.separator}
          options={separators}
          render={(one) => texts.separators[one] ?? one}
          onChoose={(separator) => onCorrect({ ...corrections, separator })}
        />
      )}
      {proposal?.typeColumn !== undefined && (
        <Choice
          label={texts.typeColumn}
          value={String(proposal.typeColumn)}
          options={listColumns(proposal)}
          render={texts.typeColumnIs}
          onChoose={(column) => onCorrect(changeTypeColumn(corrections, Number(column)))}
        />
      )}
      {proposal?.headings !== undefined && (
        <Choice
          label={texts.headings}
          value={String(proposal.headings)}
          options={listRows(proposal.rows.length)}
          render={texts.headingRow}
          onChoose={(row) =>
            onCorrect({ ...corrections, headings: Number(row), fields: undefined, key: undefined })
          }
        />
      )}
      {proposal?.key !== undefined && (
        <Choice
          label={texts.key[recognised?.documentKind ?? 'order']}
          value={proposal.key}
          options={['', ...proposal.fields.map(({ id }) => id).filter((id) => /^\d+$/.test(id))]}
          render={(id) =>
            id === ''
              ? texts.oneDocument[recognised?.documentKind ?? 'order']
              : nameColumn(proposal.fields.find((one) => one.id === id)?.heading, id)
          }
          onChoose={(key) => onCorrect({ ...corrections, key })}
        />
      )}
      {recordType && (
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
      )}
      {proposal && (
        <>
          <Choice
            label={texts.decimal}
            value={proposal.marks.decimal}
            options={decimals}
            render={(one) => texts.marks[one] ?? one}
            onChoose={(decimal) => onCorrect({ ...corrections, decimal })}
          />
          <Choice
            label={texts.thousands}
            value={proposal.marks.thousands ?? ''}
            options={thousands}
            render={(one) => texts.marks[one] ?? one}
            onChoose={(mark) => onCorrect({ ...corrections, thousands: mark })}
          />
        </>
      )}
      {proposal?.encoding !== undefined && (
        <Choice
          label={texts.encoding}
          value={proposal.encoding}
          options={encodings}
          render={(one) => one}
          onChoose={(encoding) => onCorrect({ ...corrections, encoding })}
        />
      )}
    </fieldset>
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
