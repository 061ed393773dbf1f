import type { ListedTableModel } from '../../../../api/model/table-model.ts';
import { Problem } from '../../../parts/problem.tsx';
import { address, linkTo, pathWith } from '../../../shell/address.ts';
import { words } from '../../../shell/language.ts';
import type { MissingKeys } from './use-missing-keys.ts';

interface MissingProps {
  readonly missing: MissingKeys;
  readonly shown: string | undefined;
  readonly mayEdit: boolean;
  onAdd(table: string, key: string): void;
}

/** Values that are listed; the rest is counted. */
const mostMissing = 50;

export function MissingList({ missing, shown, mayEdit, onAdd }: MissingProps) {
  const { tables } = words.value;
  const { asked, hidden, open } = missing;
  const { answer, error } = asked;
  const hiddenCount = answer?.keys.filter(hidden.isHidden).length ?? 0;
  const rank = ({ table, fallback }: MissingKeys['open'][number]): number =>
    (fallback === undefined ? 0 : 2) + (table === shown ? 0 : 1);
  const sorted = open.toSorted((a, b) => rank(a) - rank(b));
  return (
    <section aria-labelledby="missing-title">
      <h2 id="missing-title">{tables.missingTitle}</h2>
      <Problem error={error} />
      {answer === undefined && error === undefined && <p role="status">{tables.looking}</p>}
      {answer && <p class="muted">{tables.looked(answer.messages)}</p>}
      {answer?.isIncomplete && <p class="muted">{tables.incomplete}</p>}
      <ul class="wb-missing">
        {sorted.slice(0, mostMissing).map((one) => (
          <li key={`${one.table} ${one.key}`} class={one.fallback === undefined ? undefined : 'is-quiet'}>
            <div>
              <code>{one.key === '' ? tables.empty : one.key}</code> {tables.inTable(one.table)}
              <p class="muted">
                {one.fallback !== undefined && `${tables.takesDefault(one.fallback, one.key)}; `}
                {tables.messages(one.count)}{' '}
                <a href={linkTo(`/messages/${one.example}`)}>{tables.firstMessage(one.example)}</a>
              </p>
            </div>
            <span class="wb-acts">
              {mayEdit && (
                <button
                  type="button"
                  class="b s"
                  aria-label={tables.addKey(one.key, one.table)}
                  onClick={() => onAdd(one.table, one.key)}
                >
                  {tables.add}
                </button>
              )}
              <button
                type="button"
                class="ghost"
                aria-label={tables.hideKey(one.key, one.table)}
                onClick={() => hidden.hide(one)}
              >
                {tables.hide}
              </button>
            </span>
          </li>
        ))}
      </ul>
      {hiddenCount > 0 && (
        <p>
          {tables.hidden(hiddenCount)}{' '}
          <button type="button" class="ghost" onClick={hidden.showAll}>
            {tables.showHidden}
          </button>
        </p>
      )}
      {sorted.length > mostMissing && <p>{tables.moreMissing(sorted.length - mostMissing)}</p>}
    </section>
  );
}

export function TableLinks({
  tables: all,
  shown,
}: {
  readonly tables: readonly ListedTableModel[];
  readonly shown: string | undefined;
}) {
  const { tables } = words.value;
  const { path, query } = address.value;
  return (
    <section aria-labelledby="tables-title">
      <h2 id="tables-title">{tables.all}</h2>
      <ul class="wb-table-links">
        {all.map(({ name, rows, own }) => (
          <li key={name}>
            <a
              href={linkTo(pathWith(path, query, { table: name, find: undefined }))}
              aria-current={name === shown ? 'true' : undefined}
            >
              {name}
            </a>
            <span class="muted">{tables.rows(rows, own)}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
