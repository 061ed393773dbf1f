import type { EditorView } from '@codemirror/view';
import type { PreviewQuestion } from '../../../api/model/mapping-model.ts';
import { FindingText } from '../../parts/finding-text.tsx';
import { Icon } from '../../parts/icons.tsx';
import { Sentence } from '../../parts/sentence.tsx';
import { formatSeconds } from '../../parts/times.ts';
import { address, changeQuery } from '../../shell/address.ts';
import { words } from '../../shell/language.ts';
import { CodePane } from './editor/code-pane.tsx';
import type { LineMark } from './editor/editor-marks.ts';
import { languageOf } from './pane-marks.ts';
import type { Preview } from './use-preview.ts';
import { ResultTable } from './views/result-table.tsx';

interface ResultPaneProps {
  readonly question: PreviewQuestion | undefined;
  readonly preview: Preview;
  readonly marks: readonly LineMark[];
  readonly lit: readonly number[];
  onPoint(line: number): void;
  /** The value of the table that is looked at. */
  readonly target: string | undefined;
  onPointTarget(path: string): void;
  onView(view: EditorView | undefined): void;
}

/** What the mappings make. The last result stays while there is no newer one, and says so. */
export function ResultPane(props: ResultPaneProps) {
  const { question, preview, marks, lit, onPoint, onView, target, onPointTarget } = props;
  const { panes, workbench } = words.value;
  const isTable = address.value.query.get('result') === 'table';
  const { kept, reply, end, error, isLate } = preview;
  const isOld = kept !== undefined && (reply !== kept.reply || end !== undefined || error !== undefined);
  const text = kept?.reply.result?.text ?? '';
  return (
    <section
      class={`wb-pane wb-result${isOld || isLate ? ' is-old' : ''}`}
      aria-label={workbench.result}
      aria-busy={isLate}
    >
      <header>
        <h2>{workbench.result}</h2>
        {kept && isOld ? (
          <span class="chip warn" title={panes.keptResult}>
            <Icon name="warning" />
            {panes.beforeProblems(formatSeconds(kept.at.toISOString()))}
          </span>
        ) : (
          reply && <ResultState result={kept?.reply.result} />
        )}
        <button
          type="button"
          class="ghost wb-right"
          aria-pressed={isTable}
          onClick={() => changeQuery({ result: isTable ? undefined : 'table' })}
        >
          {panes.table}
        </button>
      </header>
      {kept && <ResultFindings result={kept.reply.result} />}
      {isTable && question ? (
        <ResultTable {...{ question, preview, lit: target, onPoint: onPointTarget }} />
      ) : (
        <CodePane
          label={workbench.result}
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

type Result = NonNullable<Preview['reply']>['result'];

function ResultState({ result }: { readonly result: Result }) {
  const { panes } = words.value;
  if (!result) return <span class="chip warn">{panes.noResult}</span>;
  const { end, findings } = result;
  if (end !== undefined) return <span class="chip bad">{panes.ends[end]}</span>;
  if (findings.length > 0)
    return (
      <span class="chip warn">
        <Icon name="warning" />
        {panes.findings(findings.length)}
      </span>
    );
  return (
    <span class="chip ok">
      <Icon name="tick" tone="ok" />
      {panes.noFindings}
    </span>
  );
}

const severities = ['error', 'park', 'warning'];

/** What ends it stands before what is only said. */
const worstFirst = <T extends { readonly severity: string }>(findings: readonly T[]): readonly T[] =>
  findings.toSorted((a, b) => severities.indexOf(a.severity) - severities.indexOf(b.severity));

/** Findings that are shown at once. */
const mostFindings = 50;

function ResultFindings({ result }: { readonly result: Result }) {
  const { panes, workbench } = words.value;
  if (!result || result.findings.length === 0) return null;
  const sorted = worstFirst(result.findings);
  const [worst] = sorted;
  return (
    <details class="wb-findings">
      <summary>
        {panes.findings(sorted.length)}: <Sentence text={worst?.message ?? ''} />
      </summary>
      <ul>
        {sorted.slice(0, mostFindings).map((one, n) => (
          <li key={`${n} ${one.code}`} class={one.severity === 'warning' ? 'is-warning' : 'is-bad'}>
            {one.line === undefined ? '' : `${workbench.line(one.line)}: `}
            <FindingText message={one.message} advice={one.advice} />
          </li>
        ))}
      </ul>
    </details>
  );
}
