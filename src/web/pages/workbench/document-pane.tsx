import type { EditorView } from '@codemirror/view';
import type { ComponentChildren } from 'preact';
import { useMemo } from 'preact/hooks';
import type { SourceAnswer, SourceReferenceModel, SourcesAnswer } from '../../../api/model/mapping-model.ts';
import { Icon } from '../../parts/icons.tsx';
import { Problem } from '../../parts/problem.tsx';
import { address, changeQuery } from '../../shell/address.ts';
import { words } from '../../shell/language.ts';
import { CodePane } from './editor/code-pane.tsx';
import type { LineMark } from './editor/editor-marks.ts';
import { languageOf } from './pane-marks.ts';
import { DocumentChooser, SituationChooser } from './source/document-chooser.tsx';
import { SourceTree } from './views/source-tree.tsx';
import type { SourceTreeState } from './views/use-source-tree.ts';

interface DocumentPaneProps {
  readonly sources: SourcesAnswer;
  readonly source: SourceReferenceModel | undefined;
  readonly opened: { readonly answer: SourceAnswer | undefined; readonly error: unknown };
  /** It is tried as first order, since what was known then is not kept. */
  readonly isNotThen: boolean;
  /** Which document of the file, from 0, and how many there are. */
  readonly document: number;
  readonly documents: number;
  readonly marks: readonly LineMark[];
  readonly lit: readonly number[];
  /** That somebody pointed at last; undefined: in another pane. */
  readonly pointedLine: number | undefined;
  readonly tree: SourceTreeState;
  /** What can be done with the place that is chosen. */
  readonly acts: ComponentChildren;
  onPoint(line: number): void;
  onView(view: EditorView | undefined): void;
}

export function DocumentPane(props: DocumentPaneProps) {
  const { sources, source, opened, isNotThen, document, documents, marks, tree, onPoint, onView } = props;
  const { panes, workbench } = words.value;
  const isTreeShown = address.value.query.get('tree') !== 'off';
  const text = opened.answer?.text ?? '';
  const lit = useLitLines(props);
  return (
    <section class="wb-pane wb-document" aria-label={workbench.document}>
      <header>
        <h2>{workbench.document}</h2>
        <DocumentChooser sources={sources} source={source} />
        <SituationChooser isMessage={source?.kind === 'message'} />
        <button
          type="button"
          class="ghost"
          aria-pressed={isTreeShown}
          onClick={() => changeQuery({ tree: isTreeShown ? 'off' : undefined })}
        >
          {panes.tree}
        </button>
        {documents > 1 && <DocumentSteps document={document} documents={documents} />}
      </header>
      <Problem error={opened.error} />
      {isNotThen && <p class="wb-note">{panes.notThen}</p>}
      {source === undefined ? (
        <p class="wb-note">
          {panes.noDocument} {panes.noDocumentHint}
        </p>
      ) : (
        <>
          {tree.chosen && <ChosenPlace tree={tree}>{props.acts}</ChosenPlace>}
          {isTreeShown && (
            <SourceTree
              {...{ tree, marks }}
              onChoose={(row) => {
                tree.choose(row);
                onPoint(row.line);
              }}
            />
          )}
          <CodePane
            label={workbench.document}
            text={text}
            language={languageOf(text)}
            isReadOnly={true}
            marks={marks}
            lit={lit}
            onPoint={(line, column) => {
              tree.pointAt(line, column);
              onPoint(line);
            }}
            onView={onView}
          />
        </>
      )}
    </section>
  );
}

/** Where no value comes from the place that somebody points at, its line. */
function useLitLines({ lit, pointedLine, tree }: DocumentPaneProps): readonly number[] {
  const isChosen = pointedLine !== undefined && tree.chosen?.line === pointedLine;
  return useMemo(() => (lit.length === 0 && isChosen ? [pointedLine] : lit), [lit, isChosen, pointedLine]);
}

function ChosenPlace({
  tree: { chosen, choose },
  children,
}: {
  readonly tree: SourceTreeState;
  readonly children: ComponentChildren;
}) {
  const { panes } = words.value;
  return (
    <div class="wb-chosen">
      <span class="vh">{panes.chosen} </span>
      <code title={chosen?.path}>{chosen?.path}</code>
      {children}
      <button type="button" class="ghost" aria-label={panes.letGo} onClick={() => choose(undefined)}>
        <Icon name="close" />
      </button>
    </div>
  );
}

/** To the document `n` (from 0) of the file. */
export const goToDocument = (n: number): void => changeQuery({ doc: n <= 0 ? undefined : String(n + 1) });

function DocumentSteps({ document, documents }: Pick<DocumentPaneProps, 'document' | 'documents'>) {
  const { panes } = words.value;
  return (
    <span class="wb-steps">
      <button
        type="button"
        class="ghost"
        aria-label={panes.previousDocument}
        disabled={document === 0}
        onClick={() => goToDocument(document - 1)}
      >
        <Icon name="back" />
      </button>
      {panes.documentOf(document + 1, documents)}
      <button
        type="button"
        class="ghost"
        aria-label={panes.nextDocument}
        disabled={document >= documents - 1}
        onClick={() => goToDocument(document + 1)}
      >
        <Icon name="next" />
      </button>
    </span>
  );
}
