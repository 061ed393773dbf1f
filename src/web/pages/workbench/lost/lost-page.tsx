import { useEffect, useState } from 'preact/hooks';
import type {
  IgnoredAnswer,
  NewestRun,
  RunBegun,
  UsageAnswer,
} from '../../../../api/model/mapping-lost-model.ts';
import { Answer } from '../../../parts/answer.tsx';
import { Problem } from '../../../parts/problem.tsx';
import { formatTime } from '../../../parts/times.ts';
import { useAnswer } from '../../../parts/use-answer.ts';
import { address, changeQuery } from '../../../shell/address.ts';
import { CallFailed, call } from '../../../shell/call-api.ts';
import { words } from '../../../shell/language.ts';
import type { PageProps } from '../../../shell/pages.ts';
import { mayOperate } from '../../../shell/session.ts';
import { JobProgress } from '../jobs/job-progress.tsx';
import { useJob } from '../jobs/use-job.ts';
import { type FrameParts, WorkbenchFrame } from '../workbench-frame.tsx';
import { IgnoredRows } from './ignored-rows.tsx';
import { LostTable } from './lost-table.tsx';
import { UnusedParts } from './unused-parts.tsx';

/** What goes nowhere of the newest messages, and which rules none of them needs. */
export default function LostPage({ params: { name = '' } }: PageProps) {
  return (
    <WorkbenchFrame name={name} part="lost">
      {(parts) => <LostValuesView {...parts} />}
    </WorkbenchFrame>
  );
}

type Usage = Extract<UsageAnswer, { kind: 'done' }>;

function LostValuesView(parts: FrameParts) {
  const { name } = parts.mapping;
  const run = address.value.query.get('usage') ?? undefined;
  const begun = useFirstCount(name, run);
  const query = run && new URLSearchParams({ run });
  const { answer, error, progress } = useJob<UsageAnswer>(query && `/mappings/${name}/usage?${query}`);
  const ignored = useAnswer<IgnoredAnswer>(`/mappings/${name}/ignored`);
  const again = (): void => {
    ignored.again();
    parts.again();
  };
  const rows = ignored.answer?.rows ?? [];
  const ignoredPaths = new Set(rows.map(({ path }) => path));
  const open = answer?.lost.filter(({ path }) => !ignoredPaths.has(path)).length;
  useEffect(() => parts.onCount(open), [open]);
  useEffect(() => {
    if (isGone(error)) changeQuery({ usage: undefined });
  }, [error]);
  const isWorking = run !== undefined && answer === undefined && error === undefined;
  return (
    <>
      <Headline {...{ name, usage: answer, open, isWorking }} />
      <Problem error={isGone(error) ? undefined : (error ?? begun)} />
      {isWorking && (
        <JobProgress
          label={words.value.lost.counting}
          progress={progress}
          onStop={() => void call(`/mappings/${name}/usage/stop`, { method: 'POST', body: { name, run } })}
        />
      )}
      {answer && <LostTable lost={answer.lost} reached={answer.reached} {...{ ...parts, rows, again }} />}
      <IgnoredRows {...{ ...parts, rows, again }} />
      {answer && <UnusedParts usage={answer} />}
    </>
  );
}

const amounts = [20, 100, 1000] as const;

/** A link to a run that the gateway no longer keeps. */
const isGone = (error: unknown): boolean => error instanceof CallFailed && error.problem.code === 'no-run';

const startCount = (name: string, last: number): Promise<RunBegun> =>
  call<RunBegun>(`/mappings/${name}/usage`, { method: 'POST', body: { name, last } });

/** Who opens the page sees the last count that is kept, else one of a few messages, which takes a moment. Answers why not. */
function useFirstCount(name: string, run: string | undefined): unknown {
  const [failed, setFailed] = useState<unknown>();
  useEffect(() => {
    if (run !== undefined || !mayOperate.value) return;
    const left = new AbortController();
    const show = (usage: string): void => {
      if (!left.signal.aborted) changeQuery({ usage });
    };
    setFailed(undefined);
    call<NewestRun>(`/mappings/${name}/usage/newest`)
      .then(async (kept) => kept.run ?? (await startCount(name, amounts[0])).run)
      .then(show, setFailed);
    return () => left.abort();
  }, [name, run]);
  return failed;
}

interface HeadlineProps {
  readonly name: string;
  readonly usage: Usage | undefined;
  /** Paths that nobody has let go since they were counted. */
  readonly open: number | undefined;
  readonly isWorking: boolean;
}

function Headline({ name, usage, open, isWorking }: HeadlineProps) {
  const { lost: texts } = words.value;
  const [failed, setFailed] = useState<unknown>();
  const [last, setLast] = useState<number>(amounts[0]);
  const start = (): void => {
    setFailed(undefined);
    startCount(name, last).then(({ run }) => changeQuery({ usage: run }), setFailed);
  };
  return (
    <>
      <Answer
        state={open === undefined ? 'noNews' : open === 0 ? 'green' : 'warning'}
        title={
          open === undefined || usage === undefined ? texts.title(name) : texts.found(open, usage.reached)
        }
        acts={
          mayOperate.value && (
            <>
              <select
                class="in wb-select"
                aria-label={texts.howMany}
                value={last}
                onChange={({ currentTarget }) => setLast(Number(currentTarget.value))}
              >
                {amounts.map((one) => (
                  <option key={one} value={one}>
                    {texts.newest(one)}
                  </option>
                ))}
              </select>
              <button type="button" class="b" disabled={isWorking} onClick={start}>
                {usage === undefined ? texts.count : texts.countAgain}
              </button>
            </>
          )
        }
      >
        {usage === undefined ? texts.hint : describe(usage)}
      </Answer>
      <Problem error={failed} />
    </>
  );
}

function describe({ at, messages, reached, stopped, notRun }: Usage): string {
  const { lost: texts } = words.value;
  const left = notRun.reduce((sum, { count }) => sum + count, 0);
  return [
    texts.ran(messages, reached),
    texts.countedAt(formatTime(at)),
    ...(left === 0 ? [] : [texts.notRun(left)]),
    ...(stopped ? [texts.stopped] : []),
  ].join(' ');
}
