import { useEffect, useMemo, useState } from 'preact/hooks';
import type { MissingKeysAnswer, ShownTableModel, TablesAnswer } from '../../../../api/model/table-model.ts';
import { Answer } from '../../../parts/answer.tsx';
import { OtherWindowNote } from '../../../parts/drafts/other-window-note.tsx';
import { Failure, Loading } from '../../../parts/page-states.tsx';
import { type Asked, useAnswer } from '../../../parts/use-answer.ts';
import { address, changeQuery, linkTo, pathWith } from '../../../shell/address.ts';
import { words } from '../../../shell/language.ts';
import type { PageProps } from '../../../shell/pages.ts';
import { mayAdminister } from '../../../shell/session.ts';
import { DraftWord } from '../draft/draft-word.tsx';
import { type DraftState, useDraftFile } from '../draft/use-draft.ts';
import { OpenPublish } from '../publish/open-publish.tsx';
import { WorkbenchBar } from '../workbench-bar.tsx';
import { type Cells, padRow, parseCsv, renderCsv } from './csv-text.ts';
import { useHiddenKeys } from './hidden-keys.ts';
import { type GridPlace, TableGrid } from './table-grid.tsx';
import { AboutTable, MissingList, TableLinks } from './table-notes.tsx';
import '../../../style/workbench.css';
import '../../../style/workbench-tables.css';
import { SearchField } from '../../../parts/forms/search-field.tsx';

/** The tables of a mapping, as rows that can be typed. */
export default function TablesPage({ params: { name = '' } }: PageProps) {
  const { query } = address.value;
  const asked = new URLSearchParams(
    ['table', 'find'].flatMap((one) => {
      const value = query.get(one);
      return value === null ? [] : [[one, value]];
    }),
  );
  const [round, setRound] = useState(0);
  const answer = useAnswer<TablesAnswer>(`/mappings/${encodeURIComponent(name)}/tables?${asked}`);
  const missing = useAnswer<MissingKeysAnswer>(`/mappings/${encodeURIComponent(name)}/missing`);
  // what is shown stays while rows beneath are sought
  const [kept, setKept] = useState<TablesAnswer>();
  useEffect(() => {
    if (answer.answer) setKept(answer.answer);
  }, [answer.answer]);
  const known = answer.answer ?? kept;
  if (known === undefined)
    return answer.error === undefined ? <Loading /> : <Failure error={answer.error} again={answer.again} />;
  const again = (): void => {
    setRound((n) => n + 1);
    answer.again();
    missing.again();
  };
  return (
    <TablesView
      key={`${name} ${known.shown?.name} ${round} ${round > 0 ? known.base : ''}`}
      {...{ name, answer: known, missing, onPublished: again, onKept: answer.again }}
    />
  );
}

interface ViewProps {
  readonly name: string;
  readonly answer: TablesAnswer;
  readonly missing: Asked<MissingKeysAnswer>;
  onPublished(): void;
  /** The gateway has kept the draft: what it says of the rows is of these now. */
  onKept(): void;
}

function TablesView({ name, answer, missing, onPublished, onKept }: ViewProps) {
  const { tables, workbench } = words.value;
  const { shown, ended, isConflict, hasFolder } = answer;
  const mayEdit = mayAdminister.value && hasFolder && shown !== undefined && !shown.isTooLong && !isConflict;
  const { rows, change, draft, focus, add } = useRows(name, answer, mayEdit);
  const [isPublishing, setPublishing] = useState(false);
  useEffect(() => {
    if (draft.keptAt !== answer.draft?.at && draft.keptAt !== undefined) onKept();
  }, [draft.keptAt]);
  const isThere = (table: string, key: string): boolean =>
    table === shown?.name && rows.some(([own = '']) => own.trim() === key);
  const hidden = useHiddenKeys(name);
  const open =
    missing.answer?.keys.filter((one) => !isThere(one.table, one.key) && !hidden.isHidden(one)) ?? [];
  const met = useMemo(() => countMet(missing.answer, shown?.name), [missing.answer, shown?.name]);
  return (
    <main id="main" class="wb-tables">
      <WorkbenchBar name={name} part="tables" isNamed={true} onSave={draft.keepNow}>
        <DraftWord draft={draft} />
        {mayAdminister.value && hasFolder && (
          <button
            type="button"
            class="b p"
            disabled={!answer.mayPublish || draft.keptAt === undefined || draft.isOpen}
            title={answer.mayPublish ? undefined : workbench.readOnlyTitle}
            onClick={() => setPublishing(true)}
          >
            {workbench.publishOpen}
          </button>
        )}
      </WorkbenchBar>
      <div class="wb-tables-body">
        <Answer state={open.length > 0 ? 'parked' : 'green'} title={titleOf(name, missing, open)}>
          {shown && tables.counts(shown.ownCount, shown.beneathCount)}
        </Answer>
        <OtherWindowNote keeper={draft} />
        {(isConflict || draft.isConflict) && (
          <p class="problem" role="alert">
            {workbench.conflict} <a href={linkTo(`/mappings/${name}`)}>{tables.seeConflict}</a>
          </p>
        )}
        {ended && (
          <p class="problem" role="alert">
            {ended.text} {ended.advice}
          </p>
        )}
        {!hasFolder && <p class="wb-note">{workbench.noFolder}</p>}
        {hasFolder && !mayAdminister.value && <p class="wb-note">{workbench.readerHint}</p>}
        <div class="wb-tables-columns">
          {shown ? (
            <section aria-labelledby="table-name">
              <GridHead {...{ shown, mayEdit }} onAdd={() => add('')} />
              <TableGrid {...{ table: shown, rows, mayEdit, met, focus, onChange: change }} />
              <AboutTable table={shown} />
            </section>
          ) : (
            <p>{tables.none}</p>
          )}
          <aside>
            <MissingList
              {...{ missing, open, hidden, shown: shown?.name, mayEdit }}
              onAdd={(table, key) => (table === shown?.name ? add(key) : goToTable(table, key))}
            />
            <TableLinks tables={answer.tables} shown={shown?.name} />
          </aside>
        </div>
      </div>
      {isPublishing && (
        <OpenPublish name={name} onClose={() => setPublishing(false)} onPublished={onPublished} />
      )}
    </main>
  );
}

function countMet(answer: MissingKeysAnswer | undefined, table: string | undefined) {
  if (answer === undefined || answer.messages === 0) return undefined;
  const all = [...answer.met, ...answer.keys].filter((one) => one.table === table);
  return new Map(all.map(({ key, count }) => [key, count]));
}

const goToTable = (table: string, key: string): void => changeQuery({ table, add: key, find: undefined });

function titleOf(
  name: string,
  { answer }: Asked<MissingKeysAnswer>,
  open: MissingKeysAnswer['keys'],
): string {
  const { tables } = words.value;
  const [first] = open;
  if (answer === undefined) return tables.title(name);
  if (first === undefined) return answer.messages === 0 ? tables.title(name) : tables.nothingMissing;
  return open.length === 1 ? tables.oneMissing(first.key, first.table) : tables.manyMissing(open.length);
}

/** The rows of one's own, and their text in the draft. */
function useRows(name: string, answer: TablesAnswer, mayEdit: boolean) {
  const { shown, draft: kept, base } = answer;
  const [focus, setFocus] = useState<GridPlace>();
  const width = Math.max(2, shown?.head.length ?? 0);
  const file = shown?.ownPath ?? 'tables/none.csv';
  const start = {
    ...{ name, file, files: kept?.files ?? {}, saved: undefined, running: base },
    ...{ base: kept?.base ?? base, edition: kept?.edition ?? 0, keptAt: kept?.at },
  };
  const draft: DraftState = useDraftFile(start, mayEdit);
  const [rows, setRows] = useState<readonly Cells[]>(() => readRows(shown, draft));
  // discarded, or another window's: the rows come from the gateway
  useEffect(() => {
    if (draft.resets > 0) location.reload();
  }, [draft.resets]);
  const change = (next: readonly Cells[], at?: GridPlace): void => {
    if (next !== rows) {
      setRows(next);
      draft.change(textOf(shown, next));
    }
    if (at) setFocus({ ...at });
  };
  const add = (key: string): void =>
    change([...rows, padRow([key], width)], { row: rows.length, column: key === '' ? 0 : 1 });
  const { query } = address.value;
  // the table that was shown before stays until the one that is asked for is there
  const asked = query.get('table') === shown?.name ? query.get('add') : null;
  useEffect(() => {
    if (asked === null) return;
    changeQuery({ add: undefined });
    if (mayEdit && !rows.some(([key]) => key === asked)) add(asked);
  }, [asked]);
  return { rows, change, draft, focus, add };
}

/** As the gateway has them; over them what this window could not send when the page was left. */
const readRows = (shown: ShownTableModel | undefined, { isOpen, text }: DraftState): readonly Cells[] =>
  isOpen && text !== undefined ? parseCsv(text, shown?.separator ?? ',') : (shown?.own ?? []);

function textOf(shown: ShownTableModel | undefined, rows: readonly Cells[]): string {
  const { tables } = words.value;
  const head = shown && shown.head.length > 0 ? shown.head : [tables.key, tables.value];
  return renderCsv(head, rows, shown?.separator ?? ',');
}

function GridHead({
  shown,
  mayEdit,
  onAdd,
}: {
  readonly shown: ShownTableModel;
  readonly mayEdit: boolean;
  onAdd(): void;
}) {
  const { tables } = words.value;
  const { path, query } = address.value;
  const [find, setFind] = useState(query.get('find') ?? '');
  return (
    <header class="wb-grid-head">
      <h2 id="table-name">
        {shown.name} <span class="mono muted">{shown.path}</span>
      </h2>
      {(shown.beneathCount > 20 || find !== '') && (
        <form
          action={linkTo(pathWith(path, query, {}))}
          onSubmit={(event) => {
            event.preventDefault();
            changeQuery({ find: find.trim() || undefined, table: shown.name });
          }}
        >
          <SearchField label={tables.find} value={find} onText={setFind} />
        </form>
      )}
      {mayEdit && (
        <button type="button" class="b" onClick={onAdd}>
          + {tables.addRow}
        </button>
      )}
    </header>
  );
}
