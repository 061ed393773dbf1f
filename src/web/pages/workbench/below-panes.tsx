import type { ComponentChildren } from 'preact';
import type { MappingFinding } from '../../../api/model/mapping-model.ts';
import { FindingText } from '../../parts/finding-text.tsx';
import { Icon } from '../../parts/icons.tsx';
import { Problem } from '../../parts/problem.tsx';
import { words } from '../../shell/language.ts';
import { TraceStrip } from './trace-strip.tsx';
import type { Preview } from './use-preview.ts';
import type { Tracing } from './use-trace.ts';

/** A list that is asked for in the place of where a value comes from. */
export type BelowList = 'lost' | 'problems';

export interface BelowProps {
  readonly preview: Preview;
  readonly problems: readonly MappingFinding[];
  readonly trace: Tracing;
  readonly list: BelowList | undefined;
  /** Its pane says why. */
  readonly isDocumentGone: boolean;
  /** A place of the document is pointed at. */
  onPoint(line: number, column: number): void;
  /** The place of a finding of the mapping. */
  onProblem(finding: MappingFinding): void;
}

/** What went wrong while there is something, else where the value comes from. */
export function BelowPanes({
  preview,
  problems,
  trace,
  list,
  isDocumentGone,
  onPoint,
  onProblem,
}: BelowProps) {
  const { panes, workbench } = words.value;
  if (isDocumentGone) return <p class="wb-hint">{panes.noDocumentHint}</p>;
  if (preview.error !== undefined) return <Problem error={preview.error} />;
  if (preview.end)
    return (
      <div class="wb-problems" role="alert">
        <h2>{preview.end.text}</h2>
        <p>{preview.end.advice}</p>
      </div>
    );
  const unreadable = preview.reply?.unreadable;
  if (unreadable !== undefined)
    return (
      <div class="wb-problems" role="alert">
        <p>{unreadable}</p>
      </div>
    );
  const errors = problems.filter(({ severity }) => severity === 'error').length;
  if (errors > 0 || (list === 'problems' && problems.length > 0))
    return (
      <div class="wb-problems">
        <h2>{errors > 0 ? panes.problemsTitle(errors) : panes.warnings(problems.length)}</h2>
        <ul>
          {worstFirst(problems).map((one, n) => (
            <li key={`${n} ${one.code}`}>
              <Icon
                name={one.severity === 'error' ? 'refused' : 'warning'}
                tone={one.severity === 'error' ? 'bad' : 'warn'}
              />
              {one.line !== undefined && (
                <button type="button" class="ghost link" onClick={() => onProblem(one)}>
                  {workbench.line(one.line)}
                </button>
              )}
              <span>
                <FindingText message={one.message} advice={one.advice} />
              </span>
            </li>
          ))}
        </ul>
      </div>
    );
  if (list === 'lost') return <LostList {...{ preview, onPoint }} />;
  if (trace.error !== undefined) return <Problem error={trace.error} />;
  return <TraceStrip trace={trace.answer} index={trace.index} onNext={() => trace.step(1)} />;
}

/** Findings of the mapping that are shown at once. */
const mostProblems = 6;

const worstFirst = (problems: readonly MappingFinding[]): readonly MappingFinding[] =>
  problems
    .toSorted((a, b) => Number(b.severity === 'error') - Number(a.severity === 'error'))
    .slice(0, mostProblems);

/** Values that are shown; a document of thousands has the rest in its gutter. */
const mostLost = 200;

function LostList({ preview, onPoint }: Pick<BelowProps, 'preview' | 'onPoint'>) {
  const { panes, workbench } = words.value;
  const lost = preview.kept?.reply.lost ?? [];
  return (
    <div class="wb-problems">
      <h2>{panes.valuesLost(preview.kept?.reply.lostCount ?? 0)}</h2>
      <ul>
        {lost.slice(0, mostLost).map(({ path, name, line, column, text, fate }) => (
          <li key={path}>
            <button type="button" class="ghost" onClick={() => onPoint(line, column)}>
              {workbench.line(line)} <code>{name}</code> <span class="wb-lost">{text}</span>{' '}
              {panes.fates[fate]}
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
}

interface StatusProps {
  readonly preview: Preview;
  readonly problems: readonly MappingFinding[];
  readonly list: BelowList | undefined;
  onList(list: BelowList | undefined): void;
}

export function StatusLine({ preview, problems, list, onList }: StatusProps) {
  const { panes, workbench } = words.value;
  const { reply, kept, error } = preview;
  const lost = kept?.reply.lostCount;
  return (
    <div class="wb-status">
      {problems.length === 0 ? (
        <span>{error !== undefined ? panes.notChecked : reply ? panes.mappingOk : panes.checking}</span>
      ) : (
        <ListButton of="problems" {...{ list, onList }}>
          {problems.some(({ severity }) => severity === 'error')
            ? workbench.problems(problems.length)
            : panes.warnings(problems.length)}
        </ListButton>
      )}
      {reply && <span>{panes.madeIn(reply.milliseconds)}</span>}
      {lost === 0 && <span>{panes.nothingLost}</span>}
      {lost !== undefined && lost > 0 && (
        <ListButton of="lost" {...{ list, onList }}>
          {panes.valuesLost(lost)}
        </ListButton>
      )}
      <span class="wb-keys">
        <kbd>Ctrl S</kbd> {panes.keys.keep} <kbd>Ctrl ↵</kbd> {panes.keys.compare} <kbd>F8</kbd>{' '}
        {panes.keys.problem} <kbd>Ctrl .</kbd> {panes.keys.whereFrom} <kbd>Ctrl Space</kbd>{' '}
        {panes.keys.complete} <kbd>Esc</kbd> <kbd>Tab</kbd> {panes.keys.leave}
      </span>
    </div>
  );
}

interface ListButtonProps extends Pick<StatusProps, 'list' | 'onList'> {
  readonly of: BelowList;
  readonly children: ComponentChildren;
}

function ListButton({ of, list, onList, children }: ListButtonProps) {
  return (
    <button
      type="button"
      class="ghost"
      aria-pressed={list === of}
      onClick={() => onList(list === of ? undefined : of)}
    >
      {children}
    </button>
  );
}
