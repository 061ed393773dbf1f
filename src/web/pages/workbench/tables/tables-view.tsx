import { useEffect, useState } from 'preact/hooks';
import type { MissingKeysAnswer, TablesAnswer } from '../../../../api/model/table-model.ts';
import { Answer } from '../../../parts/answer.tsx';
import { OpenOtherWindow } from '../../../parts/drafts/open-other-window.tsx';
import type { Asked } from '../../../parts/use-answer.ts';
import { changeQuery, linkTo } from '../../../shell/address.ts';
import { words } from '../../../shell/language.ts';
import { mayAdminister } from '../../../shell/session.ts';
import { DraftWord } from '../draft/draft-word.tsx';
import type { DraftState } from '../draft/use-draft.ts';
import { EditNotice } from '../edit-notice.tsx';
import { OpenPublish } from '../publish/open-publish.tsx';
import { useIsWide } from '../use-is-wide.ts';
import { pathOfConflict, WorkbenchBar } from '../workbench-bar.tsx';
import { GridHead } from './grid-head.tsx';
import { OpenAbout } from './open-about.tsx';
import { TableGrid } from './table-grid.tsx';
import { MissingList, TableLinks } from './table-notes.tsx';
import { stateOfTables, titleOfTables, useMissingKeys } from './use-missing-keys.ts';
import { useTableRows } from './use-table-rows.ts';

interface ViewProps {
  readonly name: string;
  readonly answer: TablesAnswer;
  readonly missing: Asked<MissingKeysAnswer>;
  onPublished(): void;
  /** The gateway has kept the draft: what it says of the rows is of these now. */
  onKept(): void;
}

/** One table with its rows, what is in none, and the other tables of the mapping. */
export function TablesView({ name, answer, missing: asked, onPublished, onKept }: ViewProps) {
  const { tables } = words.value;
  const { shown, hasFolder, isConflict } = answer;
  const isWide = useIsWide();
  const isEditor = mayAdminister.value && hasFolder && isWide;
  const mayEdit = isEditor && shown !== undefined && !shown.isTooLong && !isConflict;
  const edited = useTableRows(name, answer, mayEdit);
  const { draft, rows, add } = edited;
  const missing = useMissingKeys(name, asked, shown?.name, rows);
  useEffect(() => {
    if (draft.keptAt !== answer.draft?.at && draft.keptAt !== undefined) onKept();
  }, [draft.keptAt]);
  const addTo = (table: string, key: string): void =>
    table === shown?.name ? add(key) : changeQuery({ table, add: key, find: undefined });
  return (
    <main id="main" class="wb-tables">
      <Bar
        {...{ name, answer, draft, isEditor, onPublished }}
        count={missing.asked.answer && missing.needed.length}
      />
      <div class="wb-tables-body">
        <Answer state={stateOfTables(missing)} title={titleOfTables(name, missing)}>
          {shown && tables.counts(shown.ownCount, shown.beneathCount)}
        </Answer>
        <Notices {...{ name, answer, draft, isWide }} />
        <div class="wb-tables-columns">
          {shown ? (
            <section aria-labelledby="table-name">
              <GridHead {...{ shown, edited, mayEdit }} />
              <TableGrid {...{ table: shown, edited, mayEdit, met: missing.met }} />
              <OpenAbout {...{ table: shown, edited, mayEdit }} />
            </section>
          ) : (
            <p>{tables.none}</p>
          )}
          <aside>
            <MissingList {...{ missing, shown: shown?.name, mayEdit }} onAdd={addTo} />
            <TableLinks tables={answer.tables} shown={shown?.name} />
          </aside>
        </div>
      </div>
    </main>
  );
}

interface BarProps extends Pick<ViewProps, 'name' | 'answer' | 'onPublished'> {
  readonly draft: DraftState;
  /** May this user edit tables, in a window as wide as this? */
  readonly isEditor: boolean;
  /** Values that need a row; undefined: nobody knows yet. */
  readonly count: number | undefined;
}

function Bar({ name, answer: { mayPublish }, draft, isEditor, count, onPublished }: BarProps) {
  const { workbench } = words.value;
  const [isPublishing, setPublishing] = useState(false);
  return (
    <>
      <WorkbenchBar
        {...{ name, count, edition: draft.edition }}
        part="tables"
        isNamed={true}
        onSave={draft.keepNow}
      >
        <DraftWord draft={draft} mayDiscard={isEditor} />
        {isEditor && (
          <button
            type="button"
            class="b p"
            disabled={!mayPublish || draft.keptAt === undefined || draft.isOpen}
            title={mayPublish ? undefined : workbench.readOnlyTitle}
            onClick={() => setPublishing(true)}
          >
            {workbench.publishOpen}
          </button>
        )}
      </WorkbenchBar>
      {isPublishing && (
        <OpenPublish name={name} onClose={() => setPublishing(false)} onPublished={onPublished} />
      )}
    </>
  );
}

interface NoticesProps extends Pick<BarProps, 'name' | 'answer' | 'draft'> {
  readonly isWide: boolean;
}

/** What keeps rows from being typed, or from being kept. */
function Notices({ name, answer, draft, isWide }: NoticesProps) {
  const { tables, workbench } = words.value;
  const { ended, isConflict } = answer;
  return (
    <>
      {draft.other && <OpenOtherWindow keeper={draft} />}
      {(isConflict || draft.isConflict) && (
        <p class="problem" role="alert">
          {workbench.conflict} <a href={linkTo(pathOfConflict(name))}>{tables.seeConflict}</a>
        </p>
      )}
      {ended && (
        <p class="problem" role="alert">
          {ended.text} {ended.advice}
        </p>
      )}
      <EditNotice mapping={answer} isWide={isWide} />
    </>
  );
}
