import type { OrderStep } from '../../../api/model/order-model.ts';
import { StateMark } from '../../parts/icons.tsx';
import { Sentence } from '../../parts/sentence.tsx';
import { formatLongDay, formatSeconds, formatTime } from '../../parts/times.ts';
import { address, linkTo, pathWith } from '../../shell/address.ts';
import { words } from '../../shell/language.ts';

interface TimedStep extends OrderStep {
  /** Of a step without a time, that of the one before it. */
  readonly time: string;
  readonly day: string;
}

/** What happened, newest first: what is so now on top and dashed. */
export function Rail({ steps }: { readonly steps: readonly OrderStep[] }) {
  const { orders } = words.value;
  const { path, query } = address.value;
  const timed = withTimes(steps).toReversed();
  return (
    <section aria-labelledby="happened">
      <div class="section-head">
        <h2 id="happened">{orders.happened}</h2>
        <span class="muted">
          {query.has('all') ? (
            <a href={linkTo(pathWith(path, query, { all: undefined }))}>{orders.foldQuiet}</a>
          ) : (
            orders.newestFirst
          )}
        </span>
      </div>
      <ol class="rail">
        {timed.map((step, index) => (
          <>
            {step.day !== timed[index - 1]?.day && step.day !== '' && (
              <li class="day" key={`day ${step.day}`}>
                {step.day}
              </li>
            )}
            <Step key={`${step.time} ${step.what} ${step.messages}`} step={step} />
          </>
        ))}
      </ol>
    </section>
  );
}

function withTimes(steps: readonly OrderStep[]): readonly TimedStep[] {
  let at: string | undefined;
  return steps.map((step) => {
    const time = step.at === undefined || step.at === at ? '' : formatSeconds(step.at);
    at = step.at ?? at;
    return { ...step, time, day: step.isNow || at === undefined ? '' : formatLongDay(at) };
  });
}

function Step({ step }: { readonly step: TimedStep }) {
  const { orders } = words.value;
  const { path, query } = address.value;
  return (
    <li class={`ev${step.isNow ? ' dash' : ''}${step.isQuiet ? ' low' : ''}`}>
      <time>{step.isNow ? orders.now : step.time}</time>
      <StateMark state={step.mark} />
      <div class="what">
        <b>{capitalize(step.what)}</b>
        {step.isQuiet
          ? `: ${step.detail} `
          : step.detail !== '' && (
              <p>
                <Sentence text={step.detail} />
                {step.alarmAt !== undefined && orders.alarmAt(formatTime(step.alarmAt))}
              </p>
            )}
        {step.isQuiet && <a href={linkTo(pathWith(path, query, { all: '1' }))}>{orders.showQuiet}</a>}
      </div>
      <span class="id mono">
        {!step.isQuiet &&
          step.messages.map((id) => (
            <a key={id} href={linkTo(`/messages/${id}`)}>
              #{id}
            </a>
          ))}
      </span>
    </li>
  );
}

const capitalize = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
