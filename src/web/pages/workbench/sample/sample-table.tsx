import type {
  ProposedFieldModel,
  RecognisedSampleModel,
  SampleCorrectionsModel,
  SampleProposalModel,
  SampleRowModel,
} from '../../../../api/model/workbench/sample-model.ts';
import { Icon } from '../../../parts/icons.tsx';
import { words } from '../../../shell/language.ts';
import { isHeadingRow, toggleHeadings } from './correct-sample.ts';

interface TableProps {
  readonly proposal: SampleProposalModel;
  readonly corrections: SampleCorrectionsModel;
  readonly meanings: readonly string[];
  readonly reading: RecognisedSampleModel['reading'];
  /** Of several kinds of rows the one that is looked at. */
  readonly record: string | undefined;
  onRecord(record: string): void;
  onCorrect(corrections: SampleCorrectionsModel): void;
}

/**
 * The rows of a table. A click on a row's number makes it headings, one on a heading leads to what it is, one on what a row is shows what rows
 * of its kind hold.
 */
export function SampleTable(props: TableProps) {
  const { proposal, corrections, meanings, reading, record, onRecord, onCorrect } = props;
  const { sample: texts } = words.value;
  const columns = listColumns(proposal, record);
  const wrong = new Map(reading.map((one) => [`${one.line} ${one.field}`, one.message]));
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls is reached by keyboard
    <section class="scroll sample-scroll" tabIndex={0} aria-label={texts.rows}>
      <table class="sample-grid">
        <thead>
          <tr>
            <th scope="col">{texts.line}</th>
            {columns.map(({ number, field }) => (
              <ColumnHead key={number} number={number} field={field} meanings={meanings} />
            ))}
          </tr>
        </thead>
        <tbody>
          {proposal.rows.map((row, n) => (
            <tr key={row.line} class={classOf(row, isHeadingRow(proposal, n + 1), record)}>
              <RowNumber
                line={row.line}
                isHeadings={isHeadingRow(proposal, n + 1)}
                onToggle={() => onCorrect(toggleHeadings(corrections, proposal, n + 1))}
              />
              {columns.map(({ number, field }) =>
                number === proposal.typeColumn ? (
                  <TypeCell key={number} {...{ row, record, number, onRecord }} />
                ) : (
                  <ValueCell
                    key={number}
                    text={row.cells[number - 1]}
                    problem={
                      wrong.get(`${row.line} ${field?.heading}`) ?? wrong.get(`${row.line} column ${number}`)
                    }
                  />
                ),
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

interface Column {
  /** 1-based. */
  readonly number: number;
  /** Absent: no field stands there. */
  readonly field: ProposedFieldModel | undefined;
}

/** Of rows that are alike their fields; else all columns, with the fields of one kind. */
function listColumns({ fields, rows }: SampleProposalModel, record: string | undefined): readonly Column[] {
  if (record === undefined)
    return fields.flatMap((field) => (/^\d+$/.test(field.id) ? [{ number: Number(field.id), field }] : []));
  const width = Math.max(0, ...rows.map(({ cells }) => cells.length));
  return Array.from({ length: width }, (_, n) => ({
    number: n + 1,
    field: fields.find(({ id }) => id === `${record}@${n + 1}`),
  }));
}

function classOf({ record: own }: SampleRowModel, isHeadings: boolean, record: string | undefined) {
  if (isHeadings) return 'is-head';
  return own === record ? undefined : 'is-other';
}

interface NumberProps {
  readonly line: number;
  readonly isHeadings: boolean;
  onToggle(): void;
}

function RowNumber({ line, isHeadings, onToggle }: NumberProps) {
  const { sample: texts } = words.value;
  return (
    <th scope="row">
      <button
        type="button"
        class="ghost"
        aria-pressed={isHeadings}
        aria-label={texts.useAsHeadings(line)}
        title={texts.useAsHeadings(line)}
        onClick={onToggle}
      >
        {line}
      </button>
    </th>
  );
}

interface TypeProps {
  readonly row: SampleRowModel;
  readonly number: number;
  readonly record: string | undefined;
  onRecord(record: string): void;
}

function TypeCell({ row: { line, cells, record: own }, number, record, onRecord }: TypeProps) {
  const { sample: texts } = words.value;
  if (own === undefined) return <td>{cells[number - 1]}</td>;
  return (
    <td class="sample-type">
      <button
        type="button"
        class="ghost mono"
        aria-pressed={own === record}
        aria-label={texts.showRecord(own, line)}
        onClick={() => onRecord(own)}
      >
        {cells[number - 1]}
      </button>
    </td>
  );
}

function ValueCell({
  text,
  problem,
}: {
  readonly text: string | undefined;
  readonly problem: string | undefined;
}) {
  return (
    <td class={problem === undefined ? undefined : 'bad'} title={problem}>
      {text}
      {problem !== undefined && <span class="vh"> {problem}</span>}
    </td>
  );
}

export const fieldRowId = (id: string): string => `field-${id.replace(/[^A-Za-z0-9]/g, '-')}`;

function ColumnHead({ number, field, meanings }: Column & Pick<TableProps, 'meanings'>) {
  const { sample: texts } = words.value;
  if (field === undefined) return <th scope="col">{texts.column(String(number))}</th>;
  // of a format that is kept nothing means anything: it is read, or it is not
  const isOpen = meanings.length > 0 ? !meanings.includes(field.meaning ?? '') : field.state === 'unread';
  const go = (): void => document.getElementById(fieldRowId(field.id))?.focus();
  return (
    <th scope="col">
      <button type="button" class="ghost" onClick={go}>
        {isOpen && <Icon name="parked" tone="warn" />}
        {field.heading || texts.column(field.id)}
        {isOpen && <span class="vh"> {field.state ? texts.change.unread : texts.notPlaced}</span>}
      </button>
    </th>
  );
}
