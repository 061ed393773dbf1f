import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import type { MappingAnswer, MappingFinding, SourcesAnswer } from '../../../api/model/mapping-model.ts';
import { goTo } from '../../shell/address.ts';
import { words } from '../../shell/language.ts';
import { mayAdminister } from '../../shell/session.ts';
import { goToDocument } from './document-pane.tsx';
import { useMappingDraft } from './draft/use-mapping-draft.ts';
import { buildQuestion } from './edit-question.ts';
import type { LineMark } from './editor/editor-marks.ts';
import { useRuleWriter } from './insert/use-rule-writer.tsx';
import { beginOwn, type ShownFile, shownFileOf } from './mapping-pane.tsx';
import {
  keepMarks,
  listDocumentMarks,
  listLitLines,
  listMappingMarks,
  listResultMarks,
} from './pane-marks.ts';
import { useOpened } from './source/use-opened.ts';
import { type PaneName, usePaneKeys, usePanes } from './use-panes.ts';
import { type Preview, usePreview } from './use-preview.ts';
import { type Tracing, useTrace } from './use-trace.ts';
import { useSourceTree } from './views/use-source-tree.ts';
import { pathOfNewComparison } from './workbench-bar.tsx';

interface EditedMapping {
  readonly mapping: MappingAnswer;
  readonly sources: SourcesAnswer;
  readonly mayEdit: boolean;
}

export type Editing = ReturnType<typeof useEditing>;

/** What is typed, what it makes of the document, and what is looked at. */
export function useEditing({ mapping, sources, mayEdit }: EditedMapping) {
  const draft = useMappingDraft(mapping, mayEdit);
  const own = draft.text;
  // on a small screen nobody edits, and the draft is tried all the same
  const isTried = mayAdminister.value && mapping.hasFolder;
  const question = buildQuestion(mapping, sources, isTried ? own : mapping.own);
  const preview = usePreview(question);
  const opened = useOpened(question);
  const tree = useSourceTree(question);
  const trace = useTrace(question, preview.kept);
  const [shown, setShown] = useShownFile(mapping, trace);
  const panes = usePanes();
  const { marks, lit } = useMarks(preview, trace);
  const writer = useRuleWriter({
    ...{ mapping, question, own, trace, tree, mayEdit },
    editor: shown.origin === 'own' ? panes.views.mapping : undefined,
    showOwn: () => {
      if (own === undefined) draft.change(beginOwn(mapping));
      setShown({ mapping: mapping.name, origin: 'own' });
    },
  });
  return { draft, question, preview, opened, tree, trace, shown, setShown, panes, marks, lit, writer };
}

/** The pane that is in front where they have no room beside each other, and keys inside of editors and outside. */
export function useFrontPane({ name }: Pick<MappingAnswer, 'name'>, editing: Editing) {
  const { draft, panes, trace, preview, question, writer } = editing;
  const [pane, setPane] = useState<PaneName>('mapping');
  const documents = preview.kept?.reply.documents ?? 1;
  const document = question?.document ?? 0;
  usePaneKeys({
    focus: (one) => {
      setPane(one);
      panes.views[one]?.focus();
    },
    stepValue: trace.step,
    stepDocument: (by) => goToDocument(Math.min(documents - 1, Math.max(0, document + by))),
    map: writer.begin,
    compare: () => void draft.keepNow().then(() => goTo(pathOfNewComparison(name))),
  });
  return [pane, setPane] as const;
}

/** Brings the cursor to the place of a finding, in whatever file of the chain it is. */
export function useProblemLink({
  panes: { views },
  shown,
  setShown,
}: Pick<Editing, 'panes' | 'shown' | 'setShown'>): (finding: MappingFinding) => void {
  const [asked, setAsked] = useState<MappingFinding>();
  const view = views.mapping;
  useEffect(() => {
    // the editor of another file comes a moment later
    if (!asked || !view?.dom.isConnected) return;
    const { doc } = view.state;
    const { from, to } = doc.line(Math.min(doc.lines, asked.line ?? 1));
    const anchor = Math.min(to, from + (asked.column ?? 1) - 1);
    view.dispatch({ selection: { anchor }, scrollIntoView: true });
    view.focus();
    setAsked(undefined);
  }, [asked, view, shown]);
  return (finding) => {
    const file = shownFileOf(finding.file ?? '');
    if (file) setShown(file);
    setAsked(finding);
  };
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
  const { panes } = words.value;
  const reply = preview.kept?.reply;
  const document = useRef<readonly LineMark[]>([]);
  const marks = useMemo(() => {
    document.current = keepMarks(document.current, listDocumentMarks(reply, panes));
    return {
      document: document.current,
      of: (file: string) => listMappingMarks(reply, file, panes),
      result: listResultMarks(reply, panes),
    };
  }, [reply, panes]);
  const lit = useMemo(() => listLitLines(answer, index), [answer, index]);
  return { marks, lit };
}
