import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import type { MappingAnswer, SourcesAnswer, SuggestionsAnswer } from '../../../api/model/mapping-model.ts';
import { OtherWindowNote } from '../../parts/drafts/other-window-note.tsx';
import { Icon } from '../../parts/icons.tsx';
import { useAnswer } from '../../parts/use-answer.ts';
import { goTo } from '../../shell/address.ts';
import { words } from '../../shell/language.ts';
import { mayAdminister } from '../../shell/session.ts';
import { type BelowList, BelowPanes, StatusLine } from './below-panes.tsx';
import { DocumentPane, goToDocument } from './document-pane.tsx';
import { ConflictNote } from './draft/conflict-note.tsx';
import { DraftWord } from './draft/draft-word.tsx';
import { useDraft } from './draft/use-draft.ts';
import { buildQuestion } from './edit-question.ts';
import { completeRules } from './editor/editor-completion.ts';
import type { LineMark } from './editor/editor-marks.ts';
import { type LitPane, Ribbons } from './editor/ribbons.tsx';
import { useRuleWriter } from './insert/use-rule-writer.tsx';
import { beginOwn, fileNameOf, MappingPane, type ShownFile, shownFileOf } from './mapping-pane.tsx';
import {
  keepMarks,
  listDocumentMarks,
  listLitLines,
  listMappingMarks,
  listResultMarks,
} from './pane-marks.ts';
import { EditNotice, PaneTabs } from './pane-tabs.tsx';
import { OpenPublish } from './publish/open-publish.tsx';
import { ResultPane } from './result-pane.tsx';
import { useOpened } from './use-opened.ts';
import { type PaneName, useIsWide, usePaneKeys, usePanes } from './use-panes.ts';
import { type Preview, usePreview } from './use-preview.ts';
import { type Tracing, useTrace } from './use-trace.ts';
import { useSourceTree } from './views/use-source-tree.ts';
import { pathOfNewComparison, WorkbenchBar } from './workbench-bar.tsx';

interface EditProps {
  readonly mapping: MappingAnswer;
  readonly sources: SourcesAnswer;
  /** What runs is another now. */
  onPublished(): void;
}

/** Below this nobody edits: three texts and a keyboard have no room. */
const smallest = 720;

const isError = ({ severity }: { readonly severity: string }): boolean => severity === 'error';

export function EditView({ mapping, sources, onPublished }: EditProps) {
  const { workbench } = words.value;
  const isWide = useIsWide(smallest);
  const mayEdit = mayAdminister.value && mapping.hasFolder && isWide;
  const draft = useDraft(mapping, mayEdit);
  const own = draft.text;
  const [isCompared, setCompared] = useState(false);
  const [list, setList] = useState<BelowList>();
  const [isPublishing, setPublishing] = useState(false);
  // what runs now may be newer than what the page was opened with
  const current = useAnswer<MappingAnswer>(`/mappings/${mapping.name}`, { follow: draft.isConflict });
  const question = buildQuestion(mapping, sources, mayEdit ? own : mapping.own);
  const preview = usePreview(question);
  const opened = useOpened(question);
  const tree = useSourceTree(question);
  const trace = useTrace(question, preview.kept);
  const [shown, setShown] = useShownFile(mapping, trace);
  const [pane, setPane] = useState<PaneName>('mapping');
  const panes = usePanes();
  const { marks, lit } = useMarks(preview, trace);
  const problems = preview.reply?.findings ?? [];
  const errors = problems.filter(isError).length;
  const documents = preview.kept?.reply.documents ?? 1;
  const document = question?.document ?? 0;
  const writer = useRuleWriter({
    ...{ mapping, question, own, trace, tree, mayEdit },
    editor: shown.origin === 'own' ? panes.views.mapping : undefined,
    showOwn: () => {
      if (own === undefined) draft.change(beginOwn(mapping));
      setShown({ mapping: mapping.name, origin: 'own' });
    },
  });
  usePaneKeys({
    focus: (name) => {
      setPane(name);
      panes.views[name]?.focus();
    },
    stepValue: trace.step,
    stepDocument: (by) => goToDocument(Math.min(documents - 1, Math.max(0, document + by))),
    map: writer.begin,
    compare: () => void draft.keepNow().then(() => goTo(pathOfNewComparison(mapping.name))),
  });
  return (
    <main id="main" class="wb" data-pane={pane}>
      <WorkbenchBar name={mapping.name} part="edit" onSave={draft.keepNow}>
        {errors > 0 && (
          <span class="st st-refused">
            <Icon name="refused" tone="bad" />
            {workbench.problems(errors)}
          </span>
        )}
        <DraftWord draft={draft} />
        {mayEdit && (
          <button
            type="button"
            class="b p"
            disabled={!mapping.mayPublish || draft.keptAt === undefined || draft.isOpen || errors > 0}
            title={mapping.mayPublish ? undefined : workbench.readOnlyTitle}
            onClick={() => setPublishing(true)}
          >
            {workbench.publishOpen}
          </button>
        )}
      </WorkbenchBar>
      <EditNotice mapping={mapping} isWide={isWide} />
      <OtherWindowNote keeper={draft} isShown={isCompared} onShow={setCompared} />
      <ConflictNote draft={draft} isShown={isCompared} onShow={setCompared} />
      <PaneTabs pane={pane} onChoose={setPane} />
      <div class="wb-panes">
        <RibbonsBetween panes={panes.views} lit={lit} shown={shown} preview={preview} />
        <DocumentPane
          {...{ sources, source: question?.source, opened, document, documents, tree }}
          isNotThen={
            question?.situation.kind === 'then' &&
            opened.answer?.situation === 'first' &&
            question.source.kind === 'message'
          }
          marks={marks.document}
          lit={lit.document}
          acts={writer.button}
          onPoint={(line) => trace.ask({ in: 'document', line })}
          onView={panes.set.document}
        />
        <MappingPane
          {...{ mapping, shown, own, mayEdit, problems, marksOf: marks.of }}
          chain={question?.chain ?? [mapping.name]}
          onShow={setShown}
          onOwn={draft.change}
          resets={draft.resets}
          running={isCompared ? (draft.other?.text ?? current.answer?.own ?? '') : undefined}
          lit={lit.mapping}
          more={useCompletion(mapping.name)}
          onTake={writer.take}
          onPoint={(named, line) => trace.ask({ in: 'mapping', file: named, line })}
          onView={panes.set.mapping}
        />
        <ResultPane
          {...{ question, preview, target: trace.value?.target }}
          marks={marks.result}
          lit={lit.result}
          onPoint={(line) => trace.ask({ in: 'result', line })}
          onPointTarget={(path) => trace.ask({ in: 'target', path })}
          onView={panes.set.result}
        />
      </div>
      <section class="wb-strip" aria-live="polite" aria-label={workbench.strip}>
        <BelowPanes
          {...{ preview, problems, trace, list }}
          onPoint={(line, column) => {
            tree.pointAt(line, column);
            trace.ask({ in: 'document', line });
          }}
        />
      </section>
      <StatusLine {...{ preview, problems, list }} onList={setList} />
      {writer.dialog}
      {isPublishing && (
        <OpenPublish name={mapping.name} onClose={() => setPublishing(false)} onPublished={onPublished} />
      )}
    </main>
  );
}

/** The file in the pane: where somebody points at a value, the file with its rule comes. */
function useShownFile(mapping: MappingAnswer, { value, place, pointed }: Tracing) {
  const first: ShownFile = {
    mapping: mapping.name,
    origin: (mapping.draft ?? mapping.own) === undefined ? 'delivered' : 'own',
  };
  const [shown, setShown] = useState(first);
  useEffect(() => {
    const found = value && place?.in !== 'mapping' ? shownFileOf(value.rule.file) : undefined;
    // both files of the mapping stand there already
    if (found) setShown((before) => (isBoth(before, found) ? before : found));
  }, [pointed, value?.target]);
  return [shown, setShown] as const;
}

const isBoth = (shown: ShownFile, { mapping }: ShownFile): boolean =>
  shown.origin === 'both' && shown.mapping === mapping;

function useMarks(preview: Preview, { answer, index }: Tracing) {
  const { workbench } = words.value;
  const reply = preview.kept?.reply;
  const document = useRef<readonly LineMark[]>([]);
  const marks = useMemo(() => {
    document.current = keepMarks(document.current, listDocumentMarks(reply, workbench));
    return {
      document: document.current,
      of: (file: string) => listMappingMarks(reply, file, workbench),
      result: listResultMarks(reply, workbench),
    };
  }, [reply, workbench]);
  const lit = useMemo(() => listLitLines(answer, index), [answer, index]);
  return { marks, lit };
}

function useCompletion(name: string) {
  const { workbench } = words.value;
  const suggestions = useAnswer<SuggestionsAnswer>(`/mappings/${name}/suggestions`).answer;
  const known = useRef(suggestions);
  known.current = suggestions;
  return useMemo(() => completeRules(() => known.current, workbench.countedIn), [workbench]);
}

function RibbonsBetween({
  panes,
  lit,
  shown,
  preview,
}: {
  readonly panes: ReturnType<typeof usePanes>['views'];
  readonly lit: ReturnType<typeof listLitLines>;
  readonly shown: ShownFile;
  readonly preview: Preview;
}) {
  const joined: readonly [LitPane, LitPane, LitPane] = useMemo(() => {
    const file = fileNameOf(shown);
    const rules = lit.mapping.filter((one) => one.file === file).map(({ line }) => line);
    return [
      { view: panes.document, lines: lit.document },
      { view: panes.mapping, lines: rules },
      { view: panes.result, lines: lit.result },
    ];
  }, [panes, lit, shown, preview.kept]);
  return <Ribbons panes={joined} />;
}
