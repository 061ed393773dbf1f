import type { MappingFinding } from '../../../api/model/mapping-model.ts';
import { Icon } from '../../parts/icons.tsx';
import { Problem } from '../../parts/problem.tsx';
import { words } from '../../shell/language.ts';
import { TraceStrip } from './trace-strip.tsx';
import type { Preview } from './use-preview.ts';
import type { Tracing } from './use-trace.ts';

interface BelowProps {
  readonly preview: Preview;
  readonly problems: readonly MappingFinding[];
  readonly trace: Tracing;
  /** The list of lost values is asked for. */
  readonly isLostShown: boolean;
}

/** What went wrong while there is something, else where the value comes from. */
export function BelowPanes({ preview, problems, trace, isLostShown }: BelowProps) {
  const { workbench } = words.value;
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
  if (problems.some(({ severity }) => severity === 'error'))
    return (
      <div class="wb-problems">
        <h2>{workbench.problemsTitle(problems.length)}</h2>
        <ul>
          {problems.slice(0, 6).map((one, n) => (
            <li key={`${n} ${one.code}`}>
              <Icon name="refused" tone="bad" />
              {one.line === undefined ? '' : `${workbench.line(one.line)} `}
              {one.message} <span class="muted">{one.advice}</span>
            </li>
          ))}
        </ul>
      </div>
    );
  if (isLostShown)
    return <LostList preview={preview} onPoint={(line) => trace.ask({ in: 'document', line })} />;
  return <TraceStrip trace={trace.answer} index={trace.index} onNext={() => trace.step(1)} />;
}

/** Values that are shown; a document of thousands has the rest in its gutter. */
const mostLost = 200;

function LostList({ preview, onPoint }: { readonly preview: Preview; onPoint(line: number): void }) {
  const { workbench } = words.value;
  const lost = preview.kept?.reply.lost ?? [];
  return (
    <div class="wb-problems">
      <h2>{workbench.valuesLost(preview.kept?.reply.lostCount ?? 0)}</h2>
      <ul>
        {lost.slice(0, mostLost).map(({ path, name, line, text, fate }) => (
          <li key={path}>
            <button type="button" class="ghost" onClick={() => onPoint(line)}>
              {workbench.line(line)}
            </button>
            <code>{name}</code> {text} <span class="muted">{workbench.fates[fate]}</span>
          </li>
        ))}
      </ul>
    </div>
  );
}

interface StatusProps {
  readonly preview: Preview;
  readonly problems: number;
  readonly isLostShown: boolean;
  onShowLost(isShown: boolean): void;
}

export function StatusLine({ preview, problems, isLostShown, onShowLost }: StatusProps) {
  const { panes, workbench } = words.value;
  const { reply, kept } = preview;
  const lost = kept?.reply.lostCount;
  return (
    <div class="wb-status">
      <span>{problems === 0 ? workbench.mappingOk : workbench.problems(problems)}</span>
      {reply && <span>{workbench.madeIn(reply.milliseconds)}</span>}
      {lost === 0 && <span>{workbench.nothingLost}</span>}
      {lost !== undefined && lost > 0 && (
        <button
          type="button"
          class="ghost"
          aria-pressed={isLostShown}
          onClick={() => onShowLost(!isLostShown)}
        >
          {workbench.valuesLost(lost)}
        </button>
      )}
      <span class="wb-keys">
        <kbd>Ctrl S</kbd> {panes.keys.keep} <kbd>F8</kbd> {workbench.keys.problem} <kbd>Ctrl .</kbd>{' '}
        {workbench.keys.whereFrom} <kbd>Ctrl Space</kbd> {workbench.keys.complete} <kbd>Esc</kbd>{' '}
        <kbd>Tab</kbd> {workbench.keys.leave}
      </span>
    </div>
  );
}
