import { useEffect, useState } from 'preact/hooks';
import type { JobProgressModel } from '../../../../api/model/workbench/publication-model.ts';
import { call, isAway } from '../../../shell/call-api.ts';

/** Milliseconds between two looks; a gateway stops what nobody looks at. */
const look = 700;

type JobAnswer = { readonly kind: string };
type Working = { readonly kind: 'working'; readonly progress: JobProgressModel };

export interface Job<Answer> {
  /** How far it is; undefined: it has not begun, or is done. */
  readonly progress: JobProgressModel | undefined;
  readonly answer: Exclude<Answer, Working> | undefined;
  readonly error: unknown;
}

const nothing = { progress: undefined, answer: undefined, error: undefined };

/** Looks at a job until it is done. `path` undefined: there is none. */
export function useJob<Answer extends JobAnswer>(path: string | undefined): Job<Answer> {
  const [job, setJob] = useState<Job<Answer> & { readonly path?: string }>(nothing);
  useEffect(() => {
    if (path === undefined) return;
    const stop = new AbortController();
    const round = async (): Promise<void> => {
      const answer = await call<Answer>(path, { signal: stop.signal }).catch(notWhileAway);
      if (answer !== undefined && !isWorking(answer))
        return setJob({ ...nothing, path, answer: answer as Exclude<Answer, Working> });
      if (answer !== undefined) setJob({ ...nothing, path, progress: answer.progress });
      await new Promise((resolve) => setTimeout(resolve, look));
      if (!stop.signal.aborted) await round();
    };
    round().catch((error: unknown) => stop.signal.aborted || setJob({ ...nothing, path, error }));
    return () => stop.abort();
  }, [path]);
  return job.path === path ? job : nothing;
}

/** The gateway does not answer for a moment: it is asked again, and it goes on meanwhile. */
function notWhileAway(error: unknown): undefined {
  if (!isAway(error)) throw error;
}

const isWorking = (answer: JobAnswer): answer is Working => answer.kind === 'working';
