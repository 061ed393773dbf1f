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
}

/** What went wrong while there is something, else where the value comes from. */
export function BelowPanes({ preview, problems, trace }: BelowProps) {
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
  return <TraceStrip trace={trace.answer} index={trace.index} onNext={() => trace.step(1)} />;
}

export function StatusLine({ preview, problems }: { readonly preview: Preview; readonly problems: number }) {
  const { workbench } = words.value;
  const { reply, kept } = preview;
  const lost = kept?.reply.lostCount;
  return (
    <div class="wb-status">
      <span>{problems === 0 ? workbench.mappingOk : workbench.problems(problems)}</span>
      {reply && <span>{workbench.madeIn(reply.milliseconds)}</span>}
      {lost !== undefined && <span>{lost === 0 ? workbench.nothingLost : workbench.valuesLost(lost)}</span>}
      <span class="wb-keys">
        <kbd>F8</kbd> {workbench.keys.problem} <kbd>Ctrl .</kbd> {workbench.keys.whereFrom}{' '}
        <kbd>Ctrl Space</kbd> {workbench.keys.complete} <kbd>Esc</kbd> <kbd>Tab</kbd> {workbench.keys.leave}
      </span>
    </div>
  );
}
