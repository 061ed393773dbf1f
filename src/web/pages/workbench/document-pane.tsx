import type { EditorView } from '@codemirror/view';
import type { SourceAnswer, SourceReferenceModel, SourcesAnswer } from '../../../api/model/mapping-model.ts';
import { Icon } from '../../parts/icons.tsx';
import { Problem } from '../../parts/problem.tsx';
import { changeQuery } from '../../shell/address.ts';
import { words } from '../../shell/language.ts';
import { DocumentChooser, SituationChooser } from './document-chooser.tsx';
import { CodePane } from './editor/code-pane.tsx';
import type { LineMark } from './editor/editor-marks.ts';
import { languageOf } from './pane-marks.ts';

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
  onPoint(line: number): void;
  onView(view: EditorView | undefined): void;
}

export function DocumentPane(props: DocumentPaneProps) {
  const { sources, source, opened, isNotThen, document, documents, marks, lit, onPoint, onView } = props;
  const { workbench } = words.value;
  const text = opened.answer?.text ?? '';
  return (
    <section class="wb-pane wb-document" aria-label={workbench.document}>
      <header>
        <h2>{workbench.document}</h2>
        <DocumentChooser sources={sources} source={source} />
        <SituationChooser isMessage={source?.kind === 'message'} />
        {documents > 1 && <DocumentSteps document={document} documents={documents} />}
      </header>
      <Problem error={opened.error} />
      {isNotThen && <p class="wb-note">{workbench.notThen}</p>}
      {source === undefined ? (
        <p class="wb-note">
          {workbench.noDocument} {workbench.noDocumentHint}
        </p>
      ) : (
        <CodePane
          label={workbench.document}
          text={text}
          language={languageOf(text)}
          isReadOnly={true}
          marks={marks}
          lit={lit}
          onPoint={onPoint}
          onView={onView}
        />
      )}
    </section>
  );
}

/** To the document `n` (from 0) of the file. */
export const goToDocument = (n: number): void => changeQuery({ doc: n <= 0 ? undefined : String(n + 1) });

function DocumentSteps({ document, documents }: Pick<DocumentPaneProps, 'document' | 'documents'>) {
  const { workbench } = words.value;
  return (
    <span class="wb-steps">
      <button
        type="button"
        class="ghost"
        aria-label={workbench.previousDocument}
        disabled={document === 0}
        onClick={() => goToDocument(document - 1)}
      >
        <Icon name="back" />
      </button>
      {workbench.documentOf(document + 1, documents)}
      <button
        type="button"
        class="ghost"
        aria-label={workbench.nextDocument}
        disabled={document >= documents - 1}
        onClick={() => goToDocument(document + 1)}
      >
        <Icon name="next" />
      </button>
    </span>
  );
}
