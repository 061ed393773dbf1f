import type {
  ProposedFieldModel,
  RecognisedSampleModel,
  SampleCorrectionsModel,
  SampleProposalModel,
} from '../../../../api/model/workbench/sample-model.ts';
import { Icon } from '../../../parts/icons.tsx';
import { words } from '../../../shell/language.ts';

interface TableProps {
  readonly proposal: SampleProposalModel;
  readonly corrections: SampleCorrectionsModel;
  readonly meanings: readonly string[];
  readonly reading: RecognisedSampleModel['reading'];
  onCorrect(corrections: SampleCorrectionsModel): void;
}

/** The rows of a table: a click on a row's number makes it the headings, one on a heading leads to what it is. */
export function SampleTable({ proposal, corrections, meanings, reading, onCorrect }: TableProps) {
  const { sample: texts } = words.value;
  const { fields, rows, headings = 0 } = proposal;
  const columns = fields.filter(({ id }) => /^\d+$/.test(id));
  const wrong = new Map(reading.map((one) => [`${one.line} ${one.field}`, one.message]));
  const choose = (row: number): void =>
    onCorrect({ ...corrections, headings: row === headings ? 0 : row, fields: undefined, key: undefined });
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls is reached by keyboard
    <section class="scroll sample-scroll" tabIndex={0} aria-label={texts.rows}>
      <table class="sample-grid">
        <thead>
          <tr>
            <th scope="col">{texts.line}</th>
            {columns.map((field) => (
              <ColumnHead key={field.id} field={field} isOpen={!meanings.includes(field.meaning ?? '')} />
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ line, cells }, n) => (
            <tr key={line} class={n + 1 === headings ? 'is-head' : undefined}>
              <th scope="row">
                <button
                  type="button"
                  class="ghost"
                  aria-pressed={n + 1 === headings}
                  aria-label={texts.useAsHeadings(line)}
                  title={texts.useAsHeadings(line)}
                  onClick={() => choose(n + 1)}
                >
                  {line}
                </button>
              </th>
              {columns.map(({ id, heading }) => {
                const problem = wrong.get(`${line} ${heading || id}`);
                return (
                  <td key={id} class={problem === undefined ? undefined : 'bad'} title={problem}>
                    {cells[Number(id) - 1]}
                    {problem !== undefined && <span class="vh"> {problem}</span>}
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

export const fieldRowId = (id: string): string => `field-${id.replace(/[^A-Za-z0-9]/g, '-')}`;

function ColumnHead({ field, isOpen }: { readonly field: ProposedFieldModel; readonly isOpen: boolean }) {
  const { sample: texts } = words.value;
  const go = (): void => document.getElementById(fieldRowId(field.id))?.focus();
  return (
    <th scope="col">
      <button type="button" class="ghost" onClick={go}>
        {isOpen && <Icon name="parked" tone="warn" />}
        {field.heading || texts.column(field.id)}
        {isOpen && <span class="vh"> {texts.notPlaced}</span>}
      </button>
    </th>
  );
}
