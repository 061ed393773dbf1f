import { useState } from 'preact/hooks';
import type { MappingAnswer, MappingFinding, SourcesAnswer } from '../../../api/model/mapping-model.ts';
import { OtherWindowNote } from '../../parts/drafts/other-window-note.tsx';
import { useAnswer } from '../../parts/use-answer.ts';
import { words } from '../../shell/language.ts';
import { mayAdminister } from '../../shell/session.ts';
import { type BelowList, BelowPanes, type BelowProps, StatusLine } from './below-panes.tsx';
import { ConflictNote } from './draft/conflict-note.tsx';
import { EditBar } from './edit-bar.tsx';
import { EditNotice } from './edit-notice.tsx';
import { EditPanes } from './edit-panes.tsx';
import { RetryAfterPublication } from './history/publication-retry.tsx';
import { PaneTabs } from './pane-tabs.tsx';
import { type Editing, useEditing, useFrontPane, useProblemLink } from './use-editing.ts';
import { useIsWide } from './use-is-wide.ts';

interface EditProps {
  readonly mapping: MappingAnswer;
  readonly sources: SourcesAnswer;
  /** What runs is another now. */
  onPublished(): void;
}

const isError = ({ severity }: { readonly severity: string }): boolean => severity === 'error';

export function EditView({ mapping, sources, onPublished }: EditProps) {
  const isWide = useIsWide();
  const mayEdit = mayAdminister.value && mapping.hasFolder && isWide;
  const editing = useEditing({ mapping, sources, mayEdit });
  const { draft, preview, writer } = editing;
  const [pane, setPane] = useFrontPane(mapping, editing);
  const goToProblem = useProblemLink(editing);
  const showProblem = (finding: MappingFinding): void => {
    setPane('mapping');
    goToProblem(finding);
  };
  const [isCompared, setCompared] = useState(false);
  const { name, others } = mapping;
  const compared = isCompared ? (draft.other?.text ?? '') : undefined;
  const errors = preview.reply?.findings.filter(isError).length ?? 0;
  return (
    <main id="main" class="wb" data-pane={pane}>
      <EditBar {...{ mapping, draft, errors, mayEdit, onPublished }} />
      <EditNotice mapping={mapping} isWide={isWide} />
      {others.length > 0 && !draft.isConflict && (
        <p class="wb-note">{words.value.panes.othersEdit(others.join(', '))}</p>
      )}
      <RetryNote mapping={mapping} />
      <OtherWindowNote keeper={draft} isShown={isCompared} onShow={setCompared} />
      {draft.isConflict && <ConflictNote {...{ name, draft }} />}
      <PaneTabs pane={pane} onChoose={setPane} />
      <EditPanes {...{ mapping, sources, mayEdit, editing, compared }} />
      <BelowEditor {...editing} onProblem={showProblem} />
      {writer.dialog}
    </main>
  );
}

/** What is retried after a publication, as far as the gateway is with it now. */
function RetryNote({ mapping }: Pick<EditProps, 'mapping'>) {
  const isUnderWay = mapping.retry !== undefined && mapping.retry.ended === undefined;
  const path = isUnderWay ? `/mappings/${mapping.name}` : undefined;
  const { answer, again } = useAnswer<MappingAnswer>(path, { follow: true });
  const { retry } = answer ?? mapping;
  return (
    retry && (
      <p class="wb-note">
        <RetryAfterPublication {...{ retry, again }} />
      </p>
    )
  );
}

/** Where a value comes from, or a list that is asked for. */
function BelowEditor({
  preview,
  trace,
  tree,
  opened,
  onProblem,
}: Pick<Editing, 'preview' | 'trace' | 'tree' | 'opened'> & Pick<BelowProps, 'onProblem'>) {
  const [list, setList] = useState<BelowList>();
  const problems = preview.reply?.findings ?? [];
  return (
    <>
      <section class="wb-strip" aria-live="polite" aria-label={words.value.panes.strip}>
        <BelowPanes
          {...{ preview, problems, trace, list, onProblem }}
          isDocumentGone={opened.error !== undefined}
          onPoint={(line, column) => {
            tree.pointAt(line, column);
            trace.ask({ in: 'document', line });
          }}
        />
      </section>
      <StatusLine {...{ preview, problems, list }} onList={setList} />
    </>
  );
}
