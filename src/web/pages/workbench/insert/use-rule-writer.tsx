import type { EditorView } from '@codemirror/view';
import type { ComponentChildren } from 'preact';
import { useRef, useState } from 'preact/hooks';
import type { MappingAnswer, PreviewQuestion } from '../../../../api/model/mapping-model.ts';
import type { InsertionAnswer } from '../../../../api/model/workbench/mapping-editing-model.ts';
import { call } from '../../../shell/call-api.ts';
import { words } from '../../../shell/language.ts';
import { toast } from '../../../shell/toasts.tsx';
import { beginOwn } from '../mapping-pane.tsx';
import type { Tracing } from '../use-trace.ts';
import type { SourceTreeState } from '../views/use-source-tree.ts';
import { MapHereDialog } from './map-here-dialog.tsx';
import { useInsertion } from './use-insertion.ts';

interface WriterSite {
  readonly mapping: MappingAnswer;
  readonly question: PreviewQuestion | undefined;
  readonly own: string | undefined;
  readonly trace: Tracing;
  readonly tree: SourceTreeState;
  readonly mayEdit: boolean;
  /** Of one's own text, while it stands in the pane. */
  readonly editor: EditorView | undefined;
  showOwn(): void;
}

interface RuleWriter {
  /** Beside the place that is chosen. */
  readonly button: ComponentChildren;
  readonly dialog: ComponentChildren;
  /** Asks where the chosen place shall go. */
  begin(): void;
  /** A delivered rule becomes one's own. Rejects where it cannot. */
  take(rule: readonly string[]): Promise<void>;
}

/** Rules that nobody types: for a place that was pointed at, and delivered ones taken over. */
export function useRuleWriter(site: WriterSite): RuleWriter {
  const { mapping, question, own, trace, tree, mayEdit, editor, showOwn } = site;
  const { panes } = words.value;
  const [isAsking, setAsking] = useState(false);
  const onPut = (line: number): void => trace.ask({ in: 'mapping', file: `own:${mapping.name}.yaml`, line });
  const put = useInsertion({ editor, showOwn, onPut });
  const { chosen } = tree;
  // it stays while the place in the document is pointed at
  const target = useRef<string>(undefined);
  target.current = findTarget(trace, mapping.name) ?? target.current;
  const canMap = mayEdit && chosen?.isLeaf === true && question !== undefined;
  const edits = { ...question?.edits, [`${mapping.name}.yaml`]: own ?? beginOwn(mapping) };
  const begin = (): void => setAsking(canMap);
  const insert = (insertion: InsertionAnswer): void => {
    setAsking(false);
    put(insertion);
    toast(panes.inserted(insertion.rule));
  };
  const take = async (rule: readonly string[]): Promise<void> => {
    const body = { name: mapping.name, edits, rule };
    put(await call<InsertionAnswer>(`/mappings/${mapping.name}/copy`, { method: 'POST', body }));
    toast(panes.madeMine(rule.at(-1) ?? ''));
  };
  return {
    ...{ begin, take },
    button: canMap ? (
      <button type="button" class="b s" onClick={begin}>
        {panes.map} <kbd>Alt ↵</kbd>
      </button>
    ) : null,
    dialog:
      isAsking && canMap && chosen && question ? (
        <MapHereDialog
          question={{ ...question, edits }}
          row={chosen}
          target={target.current}
          onInsert={insert}
          onClose={() => setAsking(false)}
        />
      ) : null,
  };
}

/** The member that was pointed at in the result: of a chain, what the mapping that is edited made for it. */
function findTarget({ value, place }: Tracing, mapping: string): string | undefined {
  if (value === undefined || (place?.in !== 'result' && place?.in !== 'target')) return undefined;
  const isOf = ({ file }: { readonly file: string }): boolean => file.endsWith(`:${mapping}.yaml`);
  const made = [...value.via, value].find(({ rule }) => isOf(rule));
  return made?.target.replace(/\[\d+\]/g, '');
}
