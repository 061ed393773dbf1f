import { useEffect, useState } from 'preact/hooks';
import type { PreviewQuestion } from '../../../../api/model/mapping-model.ts';
import type {
  InsertionAnswer,
  PlanAnswer,
  SourceRowModel,
} from '../../../../api/model/workbench/mapping-editing-model.ts';
import { Dialog } from '../../../parts/dialog.tsx';
import { Problem } from '../../../parts/problem.tsx';
import { call } from '../../../shell/call-api.ts';
import { words } from '../../../shell/language.ts';
import { MemberList } from './member-list.tsx';
import { useSuggestions } from './use-suggestions.ts';

interface MapHereProps {
  readonly question: PreviewQuestion;
  /** The value in the document. */
  readonly row: SourceRowModel;
  /** The member that was pointed at in the result. */
  readonly target: string | undefined;
  onInsert(insertion: InsertionAnswer): void;
  onClose(): void;
}

/** Where a value of the document shall go. The gateway writes the rule for it, in the form that its place asks for. */
export function MapHereDialog({ question, row, target, onInsert, onClose }: MapHereProps) {
  const { panes } = words.value;
  const { answer, error } = useSuggestions(question.name);
  const [chosen, setChosen] = useState(target);
  const planned = usePlan(question, row.key, chosen);
  const members = (answer?.targets ?? []).filter(({ path, type }) => type !== '' && !path.includes('@'));
  const insert = (event: Event): void => {
    event.preventDefault();
    if (planned.answer) onInsert(planned.answer);
  };
  return (
    <Dialog title={panes.mapTitle} onClose={onClose}>
      <form onSubmit={insert}>
        <div class="body">
          <p>
            <code>{row.path}</code> {row.value}
          </p>
          <p>{panes.mapHint}</p>
          <MemberList
            {...{ members, chosen, first: target, onChoose: setChosen }}
            label={panes.members}
            searchLabel={panes.search}
          />
          {planned.answer && (
            <p>
              {panes.rule} <code>{`${chosen}: ${planned.answer.rule}`}</code>
            </p>
          )}
          {planned.none !== undefined && <p class="problem">{planned.none}</p>}
          <Problem error={planned.error ?? error} />
        </div>
        <footer>
          <button type="button" class="b" onClick={onClose}>
            {panes.cancel}
          </button>
          <button type="submit" class="b p" disabled={!planned.answer}>
            {panes.insert}
          </button>
        </footer>
      </form>
    </Dialog>
  );
}

interface Planned {
  readonly answer?: InsertionAnswer;
  /** Why there is no rule for it. */
  readonly none?: string;
  readonly error?: unknown;
}

/** The text with the rule, for the member that is chosen now. */
function usePlan(question: PreviewQuestion, key: string, target: string | undefined): Planned {
  const [planned, setPlanned] = useState<Planned>({});
  useEffect(() => {
    setPlanned({});
    if (target === undefined) return;
    const stop = new AbortController();
    const body = { ...question, key, target };
    call<PlanAnswer>(`/mappings/${question.name}/plan`, {
      ...{ method: 'POST', body, signal: stop.signal, isQuestion: true },
    }).then(
      (answer) => stop.signal.aborted || setPlanned(readPlan(answer)),
      (error: unknown) => stop.signal.aborted || setPlanned({ error }),
    );
    return () => stop.abort();
  }, [target]);
  return planned;
}

function readPlan(plan: PlanAnswer): Planned {
  if (plan.kind === 'none') return { none: plan.text };
  const { kind: _, ...answer } = plan;
  return { answer };
}
