import { useMemo, useRef } from 'preact/hooks';
import type { MappingAnswer, SourcesAnswer } from '../../../api/model/mapping-model.ts';
import { words } from '../../shell/language.ts';
import { DocumentPane } from './document-pane.tsx';
import { completeRules } from './editor/editor-completion.ts';
import { type LitPane, Ribbons } from './editor/ribbons.tsx';
import { useSuggestions } from './insert/use-suggestions.ts';
import { fileNameOf, MappingPane } from './mapping-pane.tsx';
import { ResultPane } from './result-pane.tsx';
import type { Editing } from './use-editing.ts';

interface PanesProps {
  readonly mapping: MappingAnswer;
  readonly sources: SourcesAnswer;
  readonly mayEdit: boolean;
  readonly editing: Editing;
  /** The text of another window, where the differences are to be seen. */
  readonly compared: string | undefined;
}

/** Document, mapping and result, joined by what belongs together. */
export function EditPanes({ mapping, sources, mayEdit, editing, compared }: PanesProps) {
  const { draft, question, preview, trace, panes, marks, lit, writer } = editing;
  return (
    <div class="wb-panes">
      <RibbonsBetween {...editing} />
      <EditedDocument {...{ sources, editing }} />
      <MappingPane
        {...{ mapping, mayEdit, compared }}
        chain={question?.chain ?? [mapping.name]}
        shown={editing.shown}
        onShow={editing.setShown}
        own={draft.text}
        onOwn={draft.change}
        resets={draft.resets}
        problems={preview.reply?.findings ?? []}
        marksOf={marks.of}
        lit={lit.mapping}
        more={useCompletion(mapping.name)}
        onTake={writer.take}
        onPoint={(file, line) => trace.ask({ in: 'mapping', file, line })}
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
  );
}

function EditedDocument({ sources, editing }: Pick<PanesProps, 'sources' | 'editing'>) {
  const { question, preview, opened, tree, trace, panes, marks, lit, writer } = editing;
  const isMessage = question?.source.kind === 'message';
  return (
    <DocumentPane
      {...{ sources, source: question?.source, opened, tree }}
      document={question?.document ?? 0}
      documents={preview.kept?.reply.documents ?? 1}
      isNotThen={isMessage && question.situation.kind === 'then' && opened.answer?.situation === 'first'}
      marks={marks.document}
      lit={lit.document}
      pointedLine={trace.place?.in === 'document' ? trace.place.line : undefined}
      acts={writer.button}
      onPoint={(line) => trace.ask({ in: 'document', line })}
      onView={panes.set.document}
    />
  );
}

/** What can be typed: read when somebody types, since it comes later than the editor. */
function useCompletion(name: string) {
  const { panes } = words.value;
  const suggestions = useSuggestions(name).answer;
  const known = useRef(suggestions);
  known.current = suggestions;
  return useMemo(() => completeRules(() => known.current, panes.countedIn), [panes]);
}

function RibbonsBetween({
  panes: { views },
  lit,
  shown,
  preview,
}: Pick<Editing, 'panes' | 'lit' | 'shown' | 'preview'>) {
  const joined: readonly [LitPane, LitPane, LitPane] = useMemo(() => {
    const file = fileNameOf(shown);
    const rules = lit.mapping.filter((one) => one.file === file).map(({ line }) => line);
    return [
      { view: views.document, lines: lit.document },
      { view: views.mapping, lines: rules },
      { view: views.result, lines: lit.result },
    ];
  }, [views, lit, shown, preview.kept]);
  return <Ribbons panes={joined} />;
}
