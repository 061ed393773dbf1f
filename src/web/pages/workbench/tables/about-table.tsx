import type { ShownTableModel } from '../../../../api/model/table-model.ts';
import { words } from '../../../shell/language.ts';
import { rowAtLine } from './csv-text.ts';
import { TableUses } from './table-uses.tsx';
import type { TableRows } from './use-table-rows.ts';

export interface AboutProps {
  readonly table: ShownTableModel;
  readonly edited: Pick<TableRows, 'rows' | 'go'>;
  readonly mayEdit: boolean;
}

/** Where rows of one's own are kept, who else has the table, which rules look it up, and what does not come back. */
export function AboutTable({ table, edited, mayEdit }: AboutProps) {
  const { aboutTable: texts } = words.value;
  const { ownPath, isWhole, isTooLong, ownCount, mostOwn, beneath, found, sharedWith } = table;
  return (
    <div class="wb-about">
      {isTooLong && (
        <p class="problem" role="alert">
          {texts.tooLong(ownCount, mostOwn)}
        </p>
      )}
      {beneath.length < found && <p>{texts.someShown(beneath.length, found)}</p>}
      <p>
        {isWhole ? texts.keptWhole(ownPath) : texts.keptAdded(ownPath)}{' '}
        {sharedWith.length > 0 && texts.sharedWith(sharedWith.join(', '))} {mayEdit && texts.keys}
      </p>
      <WrongRows {...{ table, edited }} />
      <TableUses table={table} />
    </div>
  );
}

/** Findings that are told; the rest is counted. */
const mostFindings = 10;

/** What is wrong with rows as the gateway has kept them, and the way there. */
function WrongRows({ table: { findings }, edited: { rows, go } }: Omit<AboutProps, 'mayEdit'>) {
  const { aboutTable: texts } = words.value;
  return (
    <>
      {findings.slice(0, mostFindings).map(({ line, message, advice }) => {
        const row = line === undefined ? undefined : rowAtLine(rows, line);
        return (
          <p class="problem is-warning" key={`${line} ${message}`}>
            {message} {advice}{' '}
            {row !== undefined && (
              <button type="button" class="b s" onClick={() => go({ row, column: 0 })}>
                {texts.toRow(row + 1)}
              </button>
            )}
          </p>
        );
      })}
      {findings.length > mostFindings && <p>{texts.more(findings.length - mostFindings)}</p>}
    </>
  );
}
