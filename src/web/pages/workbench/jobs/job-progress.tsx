import type { JobProgressModel } from '../../../../api/model/workbench/publication-model.ts';
import { words } from '../../../shell/language.ts';

interface ProgressProps {
  readonly label: string;
  readonly progress: JobProgressModel | undefined;
  /** Absent: it cannot be stopped. */
  onStop?(): void;
}

/** How far something is that takes long, and the way to stop it. */
export function JobProgress({ label, progress, onStop }: ProgressProps) {
  const { publishing } = words.value;
  const of = progress?.of;
  return (
    <div class="wb-progress">
      <p role="status">{label}</p>
      <progress
        class="progress"
        aria-label={publishing.progress}
        {...(of === undefined || of === 0 ? {} : { value: progress?.done ?? 0, max: of })}
      />
      <p class="muted">{progress && publishing.doneOf(progress.done, of)}</p>
      {onStop && (
        <button type="button" class="b s" onClick={onStop}>
          {publishing.stop}
        </button>
      )}
    </div>
  );
}
