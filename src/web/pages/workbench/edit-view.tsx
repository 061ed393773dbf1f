import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import type {
  MappingAnswer,
  PreviewQuestion,
  SourcesAnswer,
  SuggestionsAnswer,
} from '../../../api/model/mapping-model.ts';
import { Icon } from '../../parts/icons.tsx';
import { useAnswer } from '../../parts/use-answer.ts';
import { address } from '../../shell/address.ts';
import { words } from '../../shell/language.ts';
import { mayAdminister, session } from '../../shell/session.ts';
import { BelowPanes, StatusLine } from './below-panes.tsx';
import { firstSource, readSituation, readSource } from './document-chooser.tsx';
import { DocumentPane, goToDocument } from './document-pane.tsx';
import { ConflictNote, DraftWord } from './draft-word.tsx';
import { completeRules } from './editor/editor-completion.ts';
import { type LitPane, Ribbons } from './editor/ribbons.tsx';
import { fileNameOf, MappingPane, type ShownFile, shownFileOf } from './mapping-pane.tsx';
import { listDocumentMarks, listLitLines, listMappingMarks, listResultMarks } from './pane-marks.ts';
import { OpenPublish } from './publish/open-publish.tsx';
import { ResultPane } from './result-pane.tsx';
import { useDraft } from './use-draft.ts';
import { useOpened } from './use-opened.ts';
import { type PaneName, paneNames, useIsWide, usePaneKeys, usePanes } from './use-panes.ts';
import { type Preview, usePreview } from './use-preview.ts';
import { type Tracing, useTrace } from './use-trace.ts';
import { WorkbenchBar } from './workbench-bar.tsx';

interface EditProps {
  readonly mapping: MappingAnswer;
  readonly sources: SourcesAnswer;
  /** What runs is another now. */
  onPublished(): void;
}

/** Who types: each window has a turn of its own. */
const page = crypto.randomUUID();

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
  const [isLostShown, setLostShown] = useState(false);
  const [isPublishing, setPublishing] = useState(false);
  // what runs now may be newer than what the page was opened with
  const current = useAnswer<MappingAnswer>(`/mappings/${mapping.name}`, { follow: draft.isConflict });
  const question = buildQuestion(mapping, sources, mayEdit ? own : mapping.own);
  const preview = usePreview(question);
  const opened = useOpened(question);
  const trace = useTrace(question);
  const [shown, setShown] = useShownFile(mapping, trace);
  const [pane, setPane] = useState<PaneName>('mapping');
  const panes = usePanes();
  const file = fileNameOf(shown);
  const { marks, lit } = useMarks(preview, trace, file);
  const problems = preview.reply?.findings ?? [];
  const documents = preview.kept?.reply.documents ?? 1;
  const document = question?.document ?? 0;
  usePaneKeys({
    focus: (name) => {
      setPane(name);
      panes.views[name]?.focus();
    },
    stepValue: trace.step,
    stepDocument: (by) => goToDocument(Math.min(documents - 1, Math.max(0, document + by))),
  });
  return (
    <main id="main" class="wb" data-pane={pane}>
      <WorkbenchBar name={mapping.name} part="edit">
        {problems.length > 0 && (
          <span class="st st-refused">
            <Icon name="refused" tone="bad" />
            {workbench.problems(problems.length)}
          </span>
        )}
        <DraftWord draft={draft} />
        {mayEdit && (
          <button
            type="button"
            class="b p"
            disabled={
              !mapping.mayPublish || draft.keptAt === undefined || draft.isOpen || problems.some(isError)
            }
            title={mapping.mayPublish ? undefined : words.value.publishing.readOnlyTitle}
            onClick={() => setPublishing(true)}
          >
            {workbench.publishOpen}
          </button>
        )}
      </WorkbenchBar>
      <EditNotice mapping={mapping} isWide={isWide} />
      <ConflictNote draft={draft} isShown={isCompared} onShow={setCompared} />
      <PaneTabs pane={pane} onChoose={setPane} />
      <div class="wb-panes">
        <RibbonsBetween panes={panes.views} lit={lit} preview={preview} />
        <DocumentPane
          {...{ sources, source: question?.source, opened, document, documents }}
          isNotThen={
            question?.situation.kind === 'then' &&
            opened.answer?.situation === 'first' &&
            question.source.kind === 'message'
          }
          marks={marks.document}
          lit={lit.document}
          onPoint={(line) => trace.ask({ in: 'document', line })}
          onView={panes.set.document}
        />
        <MappingPane
          {...{ mapping, shown, own, mayEdit, problems }}
          chain={question?.chain ?? [mapping.name]}
          onShow={setShown}
          onOwn={draft.change}
          resets={draft.resets}
          running={isCompared ? (current.answer?.own ?? '') : undefined}
          marks={marks.mapping}
          lit={lit.mapping}
          more={useCompletion(mapping.name)}
          onPoint={(named, line) => trace.ask({ in: 'mapping', file: named, line })}
          onView={panes.set.mapping}
        />
        <ResultPane
          preview={preview}
          marks={marks.result}
          lit={lit.result}
          onPoint={(line) => trace.ask({ in: 'result', line })}
          onView={panes.set.result}
        />
      </div>
      <section class="wb-strip" aria-live="polite" aria-label={workbench.strip}>
        <BelowPanes {...{ preview, problems, trace, isLostShown }} />
      </section>
      <StatusLine {...{ preview, isLostShown }} problems={problems.length} onShowLost={setLostShown} />
      {isPublishing && (
        <OpenPublish name={mapping.name} onClose={() => setPublishing(false)} onPublished={onPublished} />
      )}
    </main>
  );
}

/** What the address and the text ask; undefined: there is no document. */
function buildQuestion(
  mapping: MappingAnswer,
  sources: SourcesAnswer,
  own: string | undefined,
): PreviewQuestion | undefined {
  const { name } = mapping;
  const { query } = address.value;
  const source = readSource(query.get('source')) ?? firstSource(sources);
  if (!source) return undefined;
  return {
    ...{ name, chain: chooseChain(mapping, query.get('chain')), source, page },
    situation: readSituation(query),
    document: Math.max(0, Math.floor(Number(query.get('doc') ?? 1)) - 1) || 0,
    edits: listEdits(mapping, own),
  };
}

/** What is typed of this mapping, over the other files of the draft: rows of tables, and a format that is new. */
function listEdits(
  { name, own: saved, draft }: MappingAnswer,
  own: string | undefined,
): Record<string, string> {
  const kept = Object.entries(mayAdminister.value ? (draft?.files ?? {}) : {});
  const others = Object.fromEntries(kept.filter(([path]) => /^(tables|formats)\//.test(path)));
  return own === undefined || own === saved ? others : { ...others, [`${name}.yaml`]: own };
}

/** As the address says it, else as a channel runs it from its beginning, so that documents of the ERP can be tried. */
function chooseChain({ name, chains }: MappingAnswer, asked: string | null): string[] {
  const named = asked?.split(',').filter((one) => /^[a-z0-9-]+$/.test(one));
  if (named?.includes(name)) return named;
  return chains.find(([first]) => first === name) ?? [name];
}

/** The file in the pane: where somebody points at a value, the file with its rule comes. */
function useShownFile(mapping: MappingAnswer, { value, place }: Tracing) {
  const first: ShownFile = {
    mapping: mapping.name,
    origin: (mapping.draft ?? mapping.own) === undefined ? 'delivered' : 'own',
  };
  const [shown, setShown] = useState(first);
  useEffect(() => {
    const found = value && place?.in !== 'mapping' ? shownFileOf(value.rule.file) : undefined;
    if (found) setShown(found);
  }, [value]);
  return [shown, setShown] as const;
}

function useMarks(preview: Preview, { answer, index }: Tracing, file: string) {
  const { workbench } = words.value;
  const reply = preview.kept?.reply;
  const marks = useMemo(
    () => ({
      document: listDocumentMarks(reply, workbench),
      mapping: listMappingMarks(reply, file, workbench),
      result: listResultMarks(reply, workbench),
    }),
    [reply, file, workbench],
  );
  const lit = useMemo(() => listLitLines(answer, index, file), [answer, index, file]);
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
  preview,
}: {
  readonly panes: ReturnType<typeof usePanes>['views'];
  readonly lit: ReturnType<typeof listLitLines>;
  readonly preview: Preview;
}) {
  const joined: readonly [LitPane, LitPane, LitPane] = useMemo(
    () => [
      { view: panes.document, lines: lit.document },
      { view: panes.mapping, lines: lit.mapping },
      { view: panes.result, lines: lit.result },
    ],
    [panes, lit, preview.kept],
  );
  return <Ribbons panes={joined} />;
}

function EditNotice({ mapping, isWide }: { readonly mapping: MappingAnswer; readonly isWide: boolean }) {
  const { workbench } = words.value;
  const notice = !isWide
    ? workbench.smallScreen
    : !mayAdminister.value
      ? workbench.readerHint
      : !mapping.hasFolder
        ? workbench.noFolder
        : mapping.mayPublish
          ? undefined
          : words.value.publishing.readOnly;
  const all = [session.value?.user.masked ? workbench.masked : undefined, notice].filter(Boolean);
  return all.length === 0 ? null : <p class="wb-note">{all.join(' ')}</p>;
}

/** Where three panes have no room beside each other. */
function PaneTabs({ pane, onChoose }: { readonly pane: PaneName; onChoose(name: PaneName): void }) {
  const { workbench } = words.value;
  return (
    <nav class="wb-tabs" aria-label={workbench.panes}>
      {paneNames.map((name) => (
        <button
          key={name}
          type="button"
          class="ghost"
          aria-pressed={name === pane}
          onClick={() => onChoose(name)}
        >
          {workbench[name]}
        </button>
      ))}
    </nav>
  );
}
