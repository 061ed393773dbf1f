import { Text } from '@codemirror/state';
import type { EditorView } from '@codemirror/view';
import { useEffect, useRef, useState } from 'preact/hooks';
import type { CheckAnswer, EditableAnswer, ResendAnswer } from '../../api/model/message-model.ts';
import { Answer } from '../parts/answer.tsx';
import { OtherWindowNote } from '../parts/drafts/other-window-note.tsx';
import type { KeptText } from '../parts/drafts/text-keeper.ts';
import type { TypedText } from '../parts/drafts/use-text-keeper.ts';
import type { MarkState } from '../parts/icons.tsx';
import { Failure, Loading } from '../parts/page-states.tsx';
import { textOf } from '../parts/problem.tsx';
import { Sentence } from '../parts/sentence.tsx';
import { formatCount, formatTime } from '../parts/times.ts';
import { useAnswer } from '../parts/use-answer.ts';
import { goTo, linkTo } from '../shell/address.ts';
import { isAway } from '../shell/call-api.ts';
import { words } from '../shell/language.ts';
import type { PageProps } from '../shell/pages.ts';
import { Differences, findDifferences } from './edit/differences.tsx';
import { markFindings, openEditor } from './edit/document-editor.ts';
import { ResendForm } from './edit/resend-form.tsx';
import { useCheck } from './edit/use-check.ts';
import { forgetDraft, useDraft } from './edit/use-draft.ts';
import { CodeView } from './message/code-view.tsx';
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
  const { id, text: first, newline } = document;
  const draft = useDraft(document);
  const toDoc = (typed: string | undefined): Text => Text.of((typed ?? first).split(newline));
  const toText = (edited: Text): string => edited.sliceString(0, edited.length, newline);
  const [original] = useState(() => toDoc(undefined));
  const [doc, setDoc] = useState(() => toDoc(draft.text));
  const [isAnotherOrder, setAnotherOrder] = useState(false);
  const [outcome, setOutcome] = useState<ResendAnswer>();
  const view = useRef<EditorView | undefined>(undefined);
  const place = useRef<HTMLDivElement>(null);
  const chunks = findDifferences(original, doc);
  const other = toDoc(draft.other?.text);
  const text = toText(doc);
  const { checked, failed } = useCheck(id, text, isAnotherOrder);
  useEffect(() => {
    if (!place.current) return;
    const editor = openEditor({
      ...{ parent: place.current, document, label: edit.label, text: draft.text ?? first },
      onChange: (edited) => {
        setDoc(edited);
        draft.type(edited.eq(original) ? undefined : toText(edited));
      },
      onKeep: () => void draft.keepNow(),
    });
    view.current = editor;
    editor.focus();
    return () => editor.destroy();
  }, [id]);
  useEffect(() => {
    if (view.current) markFindings(view.current, checked?.findings ?? []);
  }, [checked]);
  const replaceAll = (insert: Text): void => {
    const editor = view.current;
    editor?.dispatch({ changes: { from: 0, to: editor.state.doc.length, insert } });
    editor?.focus();
  };
  useEffect(() => {
    if (draft.resets > 0) replaceAll(toDoc(draft.text));
  }, [draft.resets]);
  const finish = (): void => {
    void forgetDraft(id, draft);
    goTo(`/messages/${outcome?.after[0]?.id ?? id}`);
  };
  return (
    <main id="main">
      <Crumbs message={document} here={edit.here} />
      <Verdict document={document} count={chunks.length} checked={checked} failed={failed} />
      <OtherWindowNote keeper={draft} />
      <div class="two edit">
        <section aria-labelledby="yours">
          <div class="pane-head">
            <h2 id="yours">{edit.yours}</h2>
            <DraftState draft={draft} />
            <button
              class="b s"
              type="button"
              disabled={chunks.length === 0}
              onClick={() => replaceAll(original)}
            >
              {edit.undoAll}
            </button>
          </div>
          <div class="editor" ref={place} />
          <p class="hint hide-m">{edit.keys}</p>
        </section>
        <div>
          {draft.other ? (
            <Differences
              {...{ original: other, edited: doc, chunks: findDifferences(other, doc) }}
              from={edit.fromOther}
            />
          ) : (
            <Differences {...{ original, edited: doc, chunks }} from={edit.fromOriginal} />
          )}
          <FindingList findings={checked?.findings ?? []} />
          {chunks.length > 0 && checked?.result && (
            <section aria-labelledby="result">
              <h2 id="result">{edit.result}</h2>
              <CodeView id={id} document={checked.result} label={edit.result} />
            </section>
          )}
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

function DraftState({ draft: { kept, error, other } }: { readonly draft: TypedText<KeptText> }) {
  const { drafts, edit } = words.value;
  if (error !== undefined) return <span class="warn">{isAway(error) ? edit.notKept : textOf(error)}</span>;
  if (other) return <span class="warn">{drafts.waits}</span>;
  return <span class="muted">{kept.keptAt === undefined ? '' : edit.kept(formatTime(kept.keptAt))}</span>;
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
      {count === 0 ? (
        edit.unchangedHint
      ) : (
        <Sentence text={[checked?.refusal, changed(formatCount(count), id)].filter(Boolean).join(' ')} />
      )}
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
