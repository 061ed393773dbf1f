import { z } from 'zod';
import type { Task } from '../../journal/journal.ts';
import { listCurrentAlarms } from '../../operator/alarms/current-alarms.ts';
import { isInhibited } from '../../operator/alarms/evaluate.ts';
import { findWhoActsOnAlarm } from '../../operator/alarms/who-acts-on-alarms.ts';
import { listDependencies } from '../../operator/browse/dependencies.ts';
import { readOverview } from '../../operator/browse/overview.ts';
import { readRecentDecisions } from '../../operator/browse/recent-decisions.ts';
import { findWhoDoesTask } from '../../operator/who-acts/who-acts.ts';
import type { Language } from '../../types.ts';
import { renderRecentDecision } from '../../wording/browse/render-recent.ts';
import type { Desk } from '../desk.ts';
import { answerWhoActs, type ReaderContext } from '../kit/answer-who-acts.ts';
import { type Route, route } from '../kit/route.ts';
import { type OpenTaskItem, type OverviewAnswer, overviewAnswer } from '../model/overview-model.ts';
import { renderAlarm } from './alarm-routes.ts';
import { maskAlarm, maskNeedsAction } from './render/mask-answers.ts';
import { buildTask } from './render/order-details.ts';
import { channelQuestion, renderChannel } from './render-channel.ts';
import { renderNeedsAction } from './render-needs-action.ts';

export const overviewRoutes = (desk: Desk): readonly Route[] => [
  route(
    {
      ...{
        method: 'GET',
        path: '/overview',
        role: 'read',
        forMasked: true,
        input: z.strictObject({}),
        output: overviewAnswer,
      },
      about: 'How it stands: what is wrong, what needs a person, and every channel.',
    },
    async (_input, context) => {
      const answer = await answerOverview(desk, context);
      return context.caller.masked ? maskOverview(answer, context.language) : answer;
    },
  ),
];

const maskOverview = (answer: OverviewAnswer, language: Language): OverviewAnswer => ({
  ...answer,
  troubles: answer.troubles.map(maskAlarm),
  needsAction: maskNeedsAction(answer.needsAction, language),
  tasks: answer.tasks.map((task) => ({ ...task, text: '', advice: '' })),
});

/** Troubles that the answer has by messages and tasks. */
const toldElsewhere: readonly string[] = ['parked', 'rejected', 'waiting', 'task'];

function renderOpenTask(task: Task, reader: ReaderContext): OpenTaskItem {
  const { address, purchaseOrderNumber: order } = task;
  return {
    ...buildTask(task, reader.language),
    ...(order === undefined ? {} : { order }),
    act: answerWhoActs(findWhoDoesTask(address), reader),
  };
}

async function answerOverview(desk: Desk, reader: ReaderContext): Promise<OverviewAnswer> {
  const { journal, config } = desk;
  const health = desk.health();
  const question = channelQuestion(desk);
  const [overview, { alarms }, recent, [backup]] = await Promise.all([
    readOverview(journal.pages, {
      ...question,
      health,
    }),
    listCurrentAlarms(journal, health, question.now),
    readRecentDecisions(journal.pages),
    journal.accounts.listAudit({ actions: ['backup'], limit: 1 }),
  ]);
  const { status, needsAction, tasks, waiting, channels, today, last } = overview;
  return {
    ...{ status, waiting, whoToCall: [...config().alarms.whoToCall] },
    troubles: alarms
      .filter((alarm) => !toldElsewhere.includes(alarm.code) && !isInhibited(alarm, alarms))
      .map((alarm) => renderAlarm({ ...alarm, act: findWhoActsOnAlarm(alarm) }, reader)),
    needsAction: renderNeedsAction(needsAction, config(), reader),
    tasks: tasks.map((task) => renderOpenTask(task, reader)),
    channels: channels.map((channel) => renderChannel(channel, reader.language)),
    dependencies: [
      ...listDependencies({
        ...{ config: config(), health, disks: desk.disks(), certificates: desk.certificates() },
        backup: backup?.at,
        sent: [...desk.alarmsSent(), ...alarms.flatMap(({ told }) => told)],
      }),
    ],
    recent: recent.map((decision) => ({
      at: decision.at,
      text: renderRecentDecision(decision, reader.language),
      ...(decision.count === 1 && decision.message !== undefined ? { message: decision.message } : {}),
    })),
    today: { documents: today.received, ...(last ? { last: last.receivedAt } : {}) },
  };
}
