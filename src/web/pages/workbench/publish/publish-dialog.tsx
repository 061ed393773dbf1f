import { useEffect, useRef, useState } from 'preact/hooks';
import type {
  PublicationAnswer,
  PublicationBegun,
  PublishedAnswer,
} from '../../../../api/model/workbench/publication-model.ts';
import { Dialog } from '../../../parts/dialog.tsx';
import { FindingText } from '../../../parts/finding-text.tsx';
import { submitOnCtrlEnter } from '../../../parts/forms/form-dialog.tsx';
import { Icon } from '../../../parts/icons.tsx';
import { Problem } from '../../../parts/problem.tsx';
import { goTo, linkTo } from '../../../shell/address.ts';
import { call } from '../../../shell/call-api.ts';
import { words } from '../../../shell/language.ts';
import { mayDecide } from '../../../shell/session.ts';
import { toast } from '../../../shell/toasts.tsx';
import { JobProgress } from '../jobs/job-progress.tsx';
import { useJob } from '../jobs/use-job.ts';
import { pathOfConflict } from '../workbench-bar.tsx';
import { OthersWorkView } from './others-work.tsx';

export interface PublishProps {
  readonly name: string;
  /** An earlier one is put back; absent: the draft. */
  readonly version?: number | undefined;
  onClose(): void;
  onPublished(): void;
}

type Plan = Extract<PublicationAnswer, { kind: 'plan' }>;

/** Check, fixtures and comparison first; then yes, with a reason where the outcome gets worse. */
export function PublishDialog({ name, version, onClose, onPublished }: PublishProps) {
  const { deciding, gate, publishing } = words.value;
  const { job, stop, start } = usePublication(name, version);
  const { answer, error, progress } = job;
  return (
    <Dialog title={titleOf(answer, name, version)} onClose={onClose}>
      {answer?.kind === 'plan' ? (
        <PlanForm {...{ name, version, plan: answer, onClose, onPublished }} />
      ) : (
        <>
          <div class="body">
            <Problem error={error} />
            {answer === undefined && error === undefined && (
              <JobProgress label={gate.comparing} progress={progress} {...(stop ? { onStop: stop } : {})} />
            )}
            {answer?.kind === 'refused' && <Refusal name={name} answer={answer} />}
          </div>
          <footer>
            <button type="button" class="b" onClick={onClose}>
              {deciding.cancel}
            </button>
            {answer?.kind === 'refused' && answer.code === 'others-changed' && (
              <button type="button" class="b p" onClick={() => start(true)}>
                {publishing.onto}
              </button>
            )}
            {answer?.kind === 'refused' && ['conflict', 'base-unknown'].includes(answer.code) && (
              <a class="b p" href={linkTo(pathOfConflict(name))} onClick={onClose}>
                {gate.toConflict}
              </a>
            )}
          </footer>
        </>
      )}
    </Dialog>
  );
}

/** Begins at once, and anew on top of what others have done where that is said. */
function usePublication(name: string, version: number | undefined) {
  const [onto, setOnto] = useState(false);
  const [begun, setBegun] = useState<{
    readonly onto: boolean;
    readonly token?: string;
    readonly error?: unknown;
  }>();
  useEffect(() => {
    const gone = new AbortController();
    const [path, body] =
      version === undefined
        ? (['publication', { name, onto }] as const)
        : (['history/restore', { name, version }] as const);
    call<PublicationBegun>(`/mappings/${name}/${path}`, {
      method: 'POST',
      body,
      signal: gone.signal,
    }).then(
      ({ token }) => setBegun({ onto, token }),
      (error: unknown) => gone.signal.aborted || setBegun({ onto, error }),
    );
    return () => gone.abort();
  }, [name, onto, version]);
  const { token, error } = begun?.onto === onto ? begun : {};
  const query = token && new URLSearchParams({ token });
  const job = useJob<PublicationAnswer>(query && `/mappings/${name}/publication?${query}`);
  const stop = token
    ? () => void call(`/mappings/${name}/publication/stop`, { method: 'POST', body: { name, token } })
    : undefined;
  return { job: { ...job, error: error ?? job.error }, stop, start: setOnto };
}

/** The worst of the verdicts, as a question. */
function titleOf(
  answer: Exclude<PublicationAnswer, { kind: 'working' }> | undefined,
  name: string,
  version: number | undefined,
): string {
  const { gate } = words.value;
  const title = version === undefined ? gate.publishTitle(name) : gate.backTitle(version);
  if (answer === undefined) return title;
  if (answer.kind === 'same') return gate.nothingToPublish;
  if (answer.kind === 'refused') return answer.text;
  const stopped = countStopped(answer);
  if (stopped > 0) return gate.stopsTitle(stopped);
  return answer.needsReason === 'incomplete' ? gate.incompleteTitle : title;
}

const countStopped = ({ outcomes }: Plan): number =>
  outcomes.filter(({ isStopped }) => isStopped).reduce((sum, { count }) => sum + count, 0);

type Refused = Extract<PublicationAnswer, { kind: 'refused' }>;

function Refusal({ name, answer }: { readonly name: string; readonly answer: Refused }) {
  const { gate } = words.value;
  const failed = listFailedFixtures(answer);
  const others = listOtherFaults(answer);
  return (
    <>
      {failed.length + others.length > 0 && (
        <ul class="wb-verdicts">
          {failed.length > 0 && (
            <li>
              <Icon name="refused" tone="bad" />
              <span>
                {gate.fixturesFail(failed)}{' '}
                <a href={linkTo(`/mappings/${name}/fixtures`)}>{gate.seeFixtures}</a>
              </span>
            </li>
          )}
          {others.map((one, n) => (
            <li key={`${n} ${one.code}`}>
              <Icon name="refused" tone="bad" />
              <span>
                <FindingText message={one.message} advice={one.advice} />
              </span>
            </li>
          ))}
        </ul>
      )}
      {answer.others && <OthersWorkView others={answer.others} />}
    </>
  );
}

/** What differs in them stands on a page of its own. */
const isFixtureFault = ({ code }: Refused['findings'][number]): boolean => code === 'fixture-differs';

const listFailedFixtures = ({ findings }: Refused): readonly string[] => [
  ...new Set(findings.filter(isFixtureFault).map(({ file = '' }) => file.split('/').at(-1) ?? file)),
];

/** Channels that share a mapping find the same. */
const listOtherFaults = ({ findings }: Refused): Refused['findings'] =>
  [...new Map(findings.map((one) => [JSON.stringify(one), one])).values()]
    .filter((one) => !isFixtureFault(one))
    .slice(0, 20);

function PlanForm({ name, version, plan, onClose, onPublished }: PublishProps & { readonly plan: Plan }) {
  const { deciding, gate } = words.value;
  const [reason, setReason] = useState('');
  const [error, setError] = useState<unknown>();
  const [refusal, setRefusal] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const [isRetried, setRetried] = useState(mayDecide.value && plan.freed > 0);
  // it took a while: whoever waited for it goes on at the keyboard
  const field = useRef<HTMLTextAreaElement>(null);
  useEffect(() => field.current?.focus(), []);
  const publish = async (event: Event): Promise<void> => {
    event.preventDefault();
    setBusy(true);
    try {
      const body = { name, token: plan.token, reason, retry: isRetried };
      const done = await call<PublishedAnswer>(`/mappings/${name}/publish`, { method: 'POST', body });
      if (done.kind === 'refused') return setRefusal(done.text);
      const versions = done.versions.map((one) => `${one.name} v${one.number ?? '?'}`).join(', ');
      toast(gate.published(versions));
      onPublished();
      // what each gateway says of it, and the parked messages that can go on now, stand there
      if (done.freed > 0) goTo(`/mappings/${name}/history`);
    } catch (failed) {
      setError(failed);
    } finally {
      setBusy(false);
    }
  };
  return (
    <form onSubmit={(event) => void publish(event)} onKeyDown={submitOnCtrlEnter}>
      <div class="body">
        <Verdicts plan={plan} />
        {plan.needsReason && <p class="problem is-warning">{gate.needsReason}</p>}
        <div class="field">
          <label for="publish-reason">{plan.needsReason ? gate.whyRight : gate.whatChanged}</label>
          <textarea
            id="publish-reason"
            ref={field}
            class="in"
            rows={2}
            required={plan.needsReason !== undefined}
            value={reason}
            onInput={({ currentTarget }) => setReason(currentTarget.value)}
          />
        </div>
        {mayDecide.value && plan.freed > 0 && (
          <p>
            <label>
              <input
                type="checkbox"
                checked={isRetried}
                onChange={({ currentTarget }) => setRetried(currentTarget.checked)}
              />{' '}
              {gate.retryAfterwards(plan.freed)}
            </label>
          </p>
        )}
        <Problem error={error} />
        {refusal !== undefined && (
          <p class="problem" role="alert">
            {refusal}
          </p>
        )}
      </div>
      <footer>
        <span class="muted">{gate.takenUp}</span>
        <button type="button" class="b" onClick={onClose}>
          {deciding.cancel}
        </button>
        <button type="submit" class="b p" disabled={isBusy}>
          {version === undefined ? gate.publish : gate.goBack(version)}
        </button>
      </footer>
    </form>
  );
}

function Verdicts({ plan }: { readonly plan: Plan }) {
  const { gate, publishing } = words.value;
  const {
    files,
    removed,
    messages,
    of,
    same,
    otherwise,
    otherValues,
    unknown,
    controlled,
    outcomes,
    onceMore,
    freed,
    paths,
  } = plan;
  const reasons = messages - same - otherwise - otherValues - unknown;
  // going back needs a reason too, and stops nothing by itself
  const isBad = plan.needsReason === 'stops-messages' || plan.needsReason === 'incomplete';
  return (
    <ul class="wb-verdicts">
      <li>
        <Icon name="tick" tone="ok" />
        <div>
          <strong>{gate.checkedWell}</strong>
          <p class="wb-files">
            {gate.willChange}{' '}
            {files.map((file) => (
              <code key={file}>{file}</code>
            ))}
            {removed.map((file) => (
              <span key={file}>
                <code>{file}</code> {gate.removed}
              </span>
            ))}
          </p>
        </div>
      </li>
      <li>
        <Icon name={isBad ? 'parked' : 'tick'} tone={isBad ? 'warn' : 'ok'} />
        <div>
          <strong>{of === 0 ? gate.nothingToCompare : gate.compared(messages, of)}</strong>
          {of > 0 && <p>{gate.comparedDetail(same, otherwise, reasons, otherValues, unknown, controlled)}</p>}
          <ul>
            {outcomes.map(({ from, to, why, count }) => (
              <li key={`${from} ${to} ${why}`}>
                {count} × {publishing.steps[from] ?? from} → {publishing.steps[to] ?? to}
                {why === '' ? '' : ` (${why})`}
              </li>
            ))}
            {paths.map(({ path, count, messages: some }) => (
              <li key={path}>
                <code>{path}</code>: {publishing.otherValues(count, some)}
              </li>
            ))}
          </ul>
          {onceMore > 0 && <p>{gate.onceMore(onceMore)}</p>}
          {freed > 0 && <p>{gate.freed(freed)}</p>}
        </div>
      </li>
    </ul>
  );
}
