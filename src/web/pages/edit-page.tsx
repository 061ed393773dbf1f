import { Text } from '@codemirror/state';
import type { EditorView } from '@codemirror/view';
import { useEffect, useRef, useState } from 'preact/hooks';
import type { CheckAnswer, EditableAnswer, ResendAnswer } from '../../api/model/message-model.ts';
import { Answer } from '../parts/answer.tsx';
import type { MarkState } from '../parts/icons.tsx';
import { Failure, Loading } from '../parts/page-states.tsx';
import { textOf } from '../parts/problem.tsx';
import { formatCount, formatTime } from '../parts/times.ts';
import { useAnswer } from '../parts/use-answer.ts';
import { goTo, linkTo } from '../shell/address.ts';
import { CallFailed } from '../shell/call-api.ts';
import { words } from '../shell/language.ts';
import type { PageProps } from '../shell/pages.ts';
import { Differences, findDifferences } from './edit/differences.tsx';
import { markFindings, openEditor } from './edit/document-editor.ts';
import { ResendForm } from './edit/resend-form.tsx';
import { useCheck } from './edit/use-check.ts';
import { type Draft, useDraft } from './edit/use-draft.ts';
import { Crumbs } from './message/crumbs.tsx';
import { Outcome } from './message/decision-dialog.tsx';
import { FindingList } from './message/finding-list.tsx';
import '../style/message.css';
import '../style/order.css';
import '../style/edit.css';

/** Would my version be sent? It is checked while one types; the original is kept. */
export default function EditPage({ params: { id = '' } }: PageProps) {
  const { answer, error, again } = useAnswer<EditableAnswer>(`/messages/${encodeURIComponent(id)}/edit`);
  if (answer) return <Edit document={answer} />;
  return error === undefined ? <Loading /> : <Failure error={error} again={again} />;
}

function Edit({ document }: { readonly document: EditableAnswer }) {
  const { edit } = words.value;
  const { id, text: first, newline, draft: before } = document;
  const [original] = useState(() => Text.of(first.split(newline)));
  const [doc, setDoc] = useState(() => Text.of((before?.text ?? first).split(newline)));
  const [isAnotherOrder, setAnotherOrder] = useState(false);
  const [outcome, setOutcome] = useState<ResendAnswer>();
  const view = useRef<EditorView | undefined>(undefined);
  const place = useRef<HTMLDivElement>(null);
  const chunks = findDifferences(original, doc);
  const text = doc.sliceString(0, doc.length, newline);
  const { checked, failed } = useCheck(id, text, isAnotherOrder, chunks.length > 0);
  const draft = useDraft(id, text, chunks.length > 0, before);
  const keep = useRef(draft.keep);
  keep.current = draft.keep;
  useEffect(() => {
    if (!place.current) return;
    const editor = openEditor({
      ...{ parent: place.current, document, label: edit.label, onChange: setDoc },
      text: before?.text ?? first,
      onKeep: () => keep.current(),
    });
    view.current = editor;
    editor.focus();
    return () => editor.destroy();
  }, [id]);
  useEffect(() => {
    if (view.current) markFindings(view.current, checked?.findings ?? []);
  }, [checked]);
  const undoAll = (): void => {
    const editor = view.current;
    editor?.dispatch({ changes: { from: 0, to: editor.state.doc.length, insert: original } });
    editor?.focus();
  };
  const finish = (): void => {
    draft.forget();
    goTo(`/messages/${outcome?.after[0]?.id ?? id}`);
  };
  return (
    <main id="main">
      <Crumbs message={document} here={edit.here} />
      <Verdict document={document} count={chunks.length} checked={checked} failed={failed} />
      <div class="two edit">
        <section aria-labelledby="yours">
          <div class="pane-head">
            <h2 id="yours">{edit.yours}</h2>
            <DraftState draft={draft} />
            <button class="b s" type="button" disabled={chunks.length === 0} onClick={undoAll}>
              {edit.undoAll}
            </button>
          </div>
          <div class="editor" ref={place} />
          <p class="hint">{edit.keys}</p>
        </section>
        <div>
          {chunks.length > 0 && <Differences original={original} edited={doc} chunks={chunks} />}
          <FindingList findings={checked?.findings ?? []} />
          <ResendForm
            document={document}
            text={text}
            isReady={chunks.length > 0 && checked !== undefined && checked.refusal === undefined}
            mayBeAnother={checked?.isAnotherOrder === true || isAnotherOrder}
            isAnotherOrder={isAnotherOrder}
            onAnotherOrder={setAnotherOrder}
            onSent={setOutcome}
          />
        </div>
      </div>
      {outcome && (
        <Outcome
          answer={outcome}
          title={edit.here}
          onClose={outcome.kind === 'refused' ? () => setOutcome(undefined) : finish}
        />
      )}
    </main>
  );
}

function DraftState({ draft: { keptAt, failed } }: { readonly draft: Draft }) {
  const { edit } = words.value;
  if (failed !== undefined) {
    const isOther = failed instanceof CallFailed && failed.problem.text !== '';
    return <span class="warn">{isOther ? textOf(failed) : edit.notKept}</span>;
  }
  return <span class="muted">{keptAt === undefined ? '' : edit.kept(formatTime(keptAt))}</span>;
}

interface VerdictProps {
  readonly document: EditableAnswer;
  readonly count: number;
  readonly checked: CheckAnswer | undefined;
  readonly failed: unknown;
}

function Verdict({ document: { id, isSettled }, count, checked, failed }: VerdictProps) {
  const { edit } = words.value;
  const [state, title] = verdictOf(count, checked, failed);
  const changed = isSettled ? edit.changedSettled : edit.changedLines;
  return (
    <Answer
      state={state}
      title={title}
      acts={
        <a class="b" href={linkTo(`/messages/${id}`)}>
          {edit.cancel}
        </a>
      }
    >
      {count === 0
        ? edit.unchangedHint
        : [checked?.refusal, changed(formatCount(count), id)].filter(Boolean).join(' ')}
    </Answer>
  );
}

function verdictOf(
  count: number,
  checked: CheckAnswer | undefined,
  failed: unknown,
): readonly [MarkState, string] {
  const { edit } = words.value;
  if (count === 0) return ['noNews', edit.unchanged];
  if (failed !== undefined) return ['warning', edit.notChecked];
  if (!checked) return ['underWay', edit.checking];
  const { refusal, findings } = checked;
  const stopping = findings.filter(({ severity }) => severity !== 'warning');
  if (refusal !== undefined) return ['refused', edit.wouldNot(Math.max(1, stopping.length))];
  if (stopping.length > 0) return ['parked', edit.wouldPark];
  return ['green', edit.wouldGo(findings.length)];
}
