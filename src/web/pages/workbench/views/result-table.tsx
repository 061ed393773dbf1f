import { useEffect, useState } from 'preact/hooks';
import type {
  MappingFinding,
  PreviewQuestion,
  TracedValueModel,
} from '../../../../api/model/mapping-model.ts';
import type { ValuesAnswer } from '../../../../api/model/workbench/mapping-editing-model.ts';
import { SearchField } from '../../../parts/forms/search-field.tsx';
import { Icon } from '../../../parts/icons.tsx';
import { Problem } from '../../../parts/problem.tsx';
import { call, trialPatience } from '../../../shell/call-api.ts';
import { words } from '../../../shell/language.ts';
import type { Preview } from '../use-preview.ts';

interface TableProps {
  readonly question: PreviewQuestion;
  readonly preview: Preview;
  /** The value that is looked at. */
  readonly lit: string | undefined;
  onPoint(target: string): void;
}

/** Values that are shown at once. */
const atOnce = 200;

/** Each value of the result with its rule, where it comes from, and what was found of it. */
export function ResultTable({ question, preview, lit, onPoint }: TableProps) {
  const { panes } = words.value;
  const [word, setWord] = useState('');
  const [most, setMost] = useState(atOnce);
  const { answer, error } = useValues(question, preview, word, most);
  const findings = preview.kept?.reply.result?.findings ?? [];
  const { values, count } = answer ?? { values: [], count: 0 };
  const isFound = findings.some((one) => values.some((value) => isAbout(one, value)));
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls is reached by keyboard
    <section class="wb-values" tabIndex={0} aria-label={panes.tableOf}>
      <div class="wb-values-head">
        <SearchField
          label={panes.filter}
          hint={panes.filterHint}
          value={word}
          onText={(text) => {
            setWord(text);
            setMost(atOnce);
          }}
        />
        {answer && <span class="muted">{panes.shown(values.length, count)}</span>}
      </div>
      <Problem error={error} />
      {answer && count === 0 && <p class="wb-note">{panes.noValues}</p>}
      {values.length > 0 && (
        <table>
          <thead>
            <tr>
              <th scope="col">{panes.member}</th>
              <th scope="col">{panes.value}</th>
              <th scope="col">{panes.from}</th>
              {isFound && <th scope="col">{panes.finding}</th>}
            </tr>
          </thead>
          <tbody>
            {values.map((one, n) => (
              <ValueRow
                key={`${one.target} ${n}`}
                value={one}
                isLit={one.target === lit}
                found={isFound ? findings.filter((finding) => isAbout(finding, one)) : undefined}
                onPoint={() => onPoint(one.target)}
              />
            ))}
          </tbody>
        </table>
      )}
      {values.length < count && values.length < largest && (
        <button type="button" class="b s" onClick={() => setMost(Math.min(largest, most + atOnce))}>
          {panes.showMore}
        </button>
      )}
    </section>
  );
}

/** A filter finds the others. */
const largest = 2000;

/** Milliseconds after the last key of the filter. */
const debounce = 150;

/** Asked when there is a new result: it is the one that the gateway has just made. */
function useValues(question: PreviewQuestion, { kept }: Preview, word: string, most: number) {
  const [state, setState] = useState<{ readonly answer?: ValuesAnswer; readonly error?: unknown }>({});
  useEffect(() => {
    const stop = new AbortController();
    const timer = setTimeout(() => {
      const body = { ...question, word, most };
      call<ValuesAnswer>(`/mappings/${question.name}/values`, {
        ...{ method: 'POST', body, signal: stop.signal, isQuestion: true, patience: trialPatience },
      }).then(
        (answer) => stop.signal.aborted || setState({ answer }),
        (error: unknown) => stop.signal.aborted || setState((before) => ({ ...before, error })),
      );
    }, debounce);
    return () => {
      clearTimeout(timer);
      stop.abort();
    };
  }, [kept, word, most]);
  return state;
}

const isAbout = ({ path }: MappingFinding, { target, sources }: TracedValueModel): boolean =>
  path !== undefined && (path === target || sources.some((source) => source.path === path));

interface RowProps {
  readonly value: TracedValueModel;
  readonly isLit: boolean;
  /** Undefined: nothing is found of any. */
  readonly found: readonly MappingFinding[] | undefined;
  onPoint(): void;
}

function ValueRow({ value, isLit, found, onPoint }: RowProps) {
  return (
    <tr class={isLit ? 'wb-lit' : undefined} aria-current={isLit ? 'true' : undefined}>
      <th scope="row">
        <button type="button" class="ghost" onClick={onPoint}>
          <code>{value.target}</code>
        </button>
      </th>
      <td>{value.value}</td>
      <td class="muted">
        <SourceText value={value} />
      </td>
      {found && (
        <td>
          {found.map(({ code, message, severity }) => (
            <span key={code} class={severity === 'warning' ? 'warn' : 'bad'}>
              <Icon name={severity === 'warning' ? 'warning' : 'refused'} /> {message}
            </span>
          ))}
        </td>
      )}
    </tr>
  );
}

/** Names of a path that are shown: its end is what people look for. */
const shownSteps = 3;

function SourceText({ value: { sources, chosenBy, rule } }: { readonly value: TracedValueModel }) {
  const { panes, workbench } = words.value;
  const [first, ...more] = sources.length > 0 ? sources : chosenBy;
  if (first === undefined) return <>{rule.isConstant ? panes.constant : rule.text}</>;
  const steps = first.path.split('/');
  const end = steps.slice(-shownSteps).join('/');
  return (
    <>
      <code title={first.path}>{steps.length > shownSteps ? `…/${end}` : first.path}</code>
      {first.isVariable ? '' : ` ${workbench.line(first.line)}`}
      {more.length > 0 && ` +${more.length}`}
    </>
  );
}
