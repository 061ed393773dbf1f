import type { ComponentChildren } from 'preact';
import type { ComparisonAnswer } from '../../../../api/model/mapping-compare-model.ts';
import { Answer } from '../../../parts/answer.tsx';
import { Problem } from '../../../parts/problem.tsx';
import { Sentence } from '../../../parts/sentence.tsx';
import { formatTime } from '../../../parts/times.ts';
import { address } from '../../../shell/address.ts';
import { call } from '../../../shell/call-api.ts';
import { words } from '../../../shell/language.ts';
import type { PageProps } from '../../../shell/pages.ts';
import { JobProgress } from '../jobs/job-progress.tsx';
import { useJob } from '../jobs/use-job.ts';
import { type FrameParts, WorkbenchFrame } from '../workbench-frame.tsx';
import { CompareForm } from './compare-form.tsx';
import { ComparedGroups } from './compared-groups.tsx';
import { SignedPage } from './signed-page.tsx';

/** What the draft would have done with messages that came. The run stands in the address. */
export default function ComparePage({ params: { name = '' } }: PageProps) {
  return (
    <WorkbenchFrame name={name} part="compare">
      {(parts) => <ComparisonView {...parts} />}
    </WorkbenchFrame>
  );
}

export type Comparison = Extract<ComparisonAnswer, { kind: 'done' }>;

function ComparisonView({ mapping, mayEdit }: FrameParts) {
  const { name } = mapping;
  const { compare: texts } = words.value;
  const run = address.value.query.get('comparison') ?? undefined;
  const query = run && new URLSearchParams({ run });
  const { answer, error, progress } = useJob<ComparisonAnswer>(
    query && `/mappings/${name}/comparison?${query}`,
  );
  const isWorking = run !== undefined && answer === undefined && error === undefined;
  const mayCompare = mayEdit && mapping.draft !== undefined;
  return (
    <>
      <Headline
        answer={answer}
        acts={answer?.kind === 'done' && run !== undefined && <SignedPage name={name} run={run} />}
        hasDraft={mapping.draft !== undefined}
      />
      {mayCompare && <CompareForm mapping={mapping} isWorking={isWorking} />}
      <Problem error={error} />
      {answer?.kind === 'done' && mapping.draft !== undefined && mapping.draft.at > answer.at && (
        <p class="problem is-warning">{texts.draftMoved}</p>
      )}
      {isWorking && (
        <JobProgress
          label={texts.comparing}
          progress={progress}
          onStop={() =>
            void call(`/mappings/${name}/comparison/stop`, { method: 'POST', body: { name, run } })
          }
        />
      )}
      {answer?.kind === 'not-usable' && (
        <ul class="wb-rows">
          {answer.findings.map(({ code, message, advice }, n) => (
            <li key={`${n} ${code}`}>
              <Sentence text={message} />{' '}
              <span class="muted">
                <Sentence text={advice} />
              </span>
            </li>
          ))}
        </ul>
      )}
      {answer?.kind === 'done' && run !== undefined && (
        <ComparedGroups {...{ name, run, comparison: answer }} />
      )}
    </>
  );
}

interface HeadlineProps {
  readonly answer: Exclude<ComparisonAnswer, { kind: 'working' }> | undefined;
  readonly acts: ComponentChildren;
  readonly hasDraft: boolean;
}

function Headline({ answer, acts, hasDraft }: HeadlineProps) {
  const { compare: texts } = words.value;
  if (answer === undefined)
    return (
      <Answer state="noNews" title={texts.title}>
        {hasDraft ? texts.hint : texts.noDraft}
      </Answer>
    );
  if (answer.kind === 'same') return <Answer state="green" title={texts.same} />;
  if (answer.kind === 'not-usable')
    return (
      <Answer state="refused" title={texts.notUsable}>
        {answer.reason}
      </Answer>
    );
  const worse = countIn(answer, 'worse');
  const { messages } = answer;
  if (countIn(answer, 'unknown') === messages)
    return (
      <Answer
        state={messages === 0 ? 'noNews' : 'warning'}
        title={texts.noneCompared(messages)}
        acts={messages > 0 && acts}
      >
        {describe(answer)}
      </Answer>
    );
  return (
    <Answer
      state={worse > 0 ? 'parked' : answer.stopped ? 'warning' : 'green'}
      title={worse > 0 ? texts.worse(worse) : texts.notWorse(answer.otherwise, answer.otherValues)}
      acts={acts}
    >
      {describe(answer)}
    </Answer>
  );
}

const countIn = ({ groups }: Comparison, section: string): number =>
  groups.filter((one) => one.section === section).reduce((sum, { count }) => sum + count, 0);

/** The numbers add up: what could not be compared is told apart. */
function describe(answer: Comparison): string {
  const { compare: texts } = words.value;
  const { messages, of, since, channel, party, same, otherwise, otherValues, controlled, stopped } = answer;
  const unknown = countIn(answer, 'unknown');
  const otherReasons = messages - same - otherwise - otherValues - unknown;
  return [
    texts.nothingSent(messages, formatTime(since)),
    ...(channel === undefined ? [] : [texts.ofChannel(channel)]),
    ...(party === undefined ? [] : [texts.ofParty(party)]),
    texts.counts({ same, otherwise, otherReasons, otherValues, unknown }),
    texts.controlled(controlled),
    ...(stopped ? [texts.stopped(messages, of)] : []),
  ].join(' ');
}
