import type { Chapter } from '../../../operator/orders/order-timeline.ts';
import type { TimelineStep } from '../../../operator/orders/timeline-steps.ts';
import type { Language } from '../../../types.ts';
import { readFindingForPages } from '../../../wording/on-pages/page-actions.ts';
import { orderWords } from '../../../wording/orders/order-words.ts';
import { renderStep } from '../../../wording/orders/render-steps.ts';
import { keepInstant } from '../../kit/keep-instant.ts';
import type { Mark, OrderStep } from '../../model/order-model.ts';

/** What happened, in order; each with the messages that it is about. */
export function buildOrderSteps(chapters: readonly Chapter[], language: Language, now: number): OrderStep[] {
  const words = orderWords(language);
  const all = chapters.flatMap(({ messages, steps }) =>
    steps.map((kept) => {
      const step = readStepForPages(kept, language);
      const { alarm, ...shown } = 'alarm' in step ? step : { ...step, alarm: undefined };
      const { what, detail } = renderStep(shown, words, now, keepInstant);
      return {
        ...(step.at === undefined ? {} : { at: step.at }),
        isNow: step.isNow === true,
        isQuiet: step.step === 'quiet',
        mark: markOf(step),
        what,
        detail,
        ...(alarm === undefined ? {} : { alarmAt: alarm.at }),
        messages: [...messages],
      };
    }),
  );
  return foldCurrent(all);
}

/** Findings are kept in the language of the config of their time. */
function readStepForPages(step: TimelineStep, language: Language): TimelineStep {
  if (step.step === 'warned') return { ...step, first: readFindingForPages(step.first, language) };
  if (!('task' in step)) return step;
  return { ...step, task: { ...step.task, finding: readFindingForPages(step.task.finding, language) } };
}

/** What is so now of several messages in the same words is one step. */
function foldCurrent(steps: readonly OrderStep[]): OrderStep[] {
  const folded: OrderStep[] = [];
  for (const step of steps) {
    const before = folded.at(-1);
    if (
      step.isNow &&
      before?.isNow &&
      before.what === step.what &&
      before.detail === step.detail &&
      before.alarmAt === step.alarmAt
    )
      folded[folded.length - 1] = { ...before, messages: [...before.messages, ...step.messages] };
    else folded.push(step);
  }
  return folded;
}

function markOf(step: TimelineStep): Mark {
  switch (step.step) {
    case 'sent':
      return step.end === 'sent' ? 'sent' : step.end === 'open' ? 'underWay' : 'warning';
    case 'published':
      return step.isPublished ? 'published' : 'warning';
    case 'ended':
      return step.outcome === 'rejected' ? 'refused' : step.outcome === 'discarded' ? 'discarded' : 'noNews';
    case 'standing':
      return step.state === 'parked' || step.state === 'waiting' ? step.state : 'underWay';
    default:
      return stepMarks[step.step];
  }
}

const stepMarks: Readonly<
  Record<Exclude<TimelineStep['step'], 'sent' | 'published' | 'ended' | 'standing'>, Mark>
> = {
  arrived: 'underWay',
  warned: 'warning',
  lost: 'warning',
  tried: 'noNews',
  decided: 'green',
  collected: 'green',
  'task-opened': 'parked',
  'task-ended': 'green',
  'task-open': 'parked',
  uncollected: 'waiting',
  quiet: 'noNews',
};
