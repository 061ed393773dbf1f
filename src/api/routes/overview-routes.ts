import { z } from 'zod';
import { type ChannelOverview, isTroubled } from '../../operator/overview/channel-states.ts';
import { readOverview } from '../../operator/overview/overview.ts';
import type { Language } from '../../types.ts';
import { advice } from '../../wording/alarms/alarm-advice.ts';
import type { Desk } from '../desk.ts';
import { type Route, route } from '../kit/route.ts';
import { midnightOf } from '../kit/site-time.ts';
import { type ChannelOverviewItem, type OverviewAnswer, overviewAnswer } from '../model/overview-model.ts';
import { renderAlarm } from './alarm-routes.ts';
import { renderNeedsAction } from './render-needs-action.ts';

export const overviewRoutes = (desk: Desk): readonly Route[] => [
  route(
    {
      ...{
        method: 'GET',
        path: '/overview',
        role: 'read',
        input: z.strictObject({}),
        output: overviewAnswer,
      },
      about: 'How it stands: what is wrong, what needs a person, and every channel.',
    },
    async (_input, { language }) => await answerOverview(desk, language),
  ),
];

async function answerOverview(desk: Desk, language: Language): Promise<OverviewAnswer> {
  const now = desk.now();
  const overview = await readOverview({
    ...{ journal: desk.journal, health: desk.health(), channels: listChannels(desk) },
    ...{ now: now.getTime(), midnight: midnightOf(now) },
  });
  const { status, troubles, needsAction, waiting, channels, today } = overview;
  return {
    ...{ status, today, whoToCall: [...desk.config().alarms.whoToCall] },
    troubles: troubles.map((alarm) => renderAlarm(alarm, language)),
    needsAction: renderNeedsAction(needsAction, waiting, language),
    channels: channels.map((channel) => renderChannel(channel, language)),
  };
}

export const listChannels = ({ config }: Pick<Desk, 'config'>) =>
  Object.entries(config().channels).map(
    ([name, { to }]) => ({ name, direction: 'exchange' in to ? 'inbound' : 'outbound' }) as const,
  );

export const renderChannel = (channel: ChannelOverview, language: Language): ChannelOverviewItem => ({
  ...channel,
  hours: [...channel.hours],
  troubled: isTroubled(channel),
  states: channel.states.map(({ kind, count, reason }) => ({
    kind,
    ...(count === undefined ? {} : { count }),
    ...(reason === undefined ? {} : { text: advice[reason.code].title[language] }),
  })),
});
