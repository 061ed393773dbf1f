import type { ChannelName, ChannelRow } from '../../operator/browse/channel-rows.ts';
import type { Language } from '../../types.ts';
import { advice } from '../../wording/alarms/alarm-advice.ts';
import { renderChannelStanding } from '../../wording/browse/browse-words.ts';
import type { Desk } from '../desk.ts';
import { midnightOf } from '../kit/site-time.ts';
import type { ChannelRowItem } from '../model/overview-model.ts';

const listChannels = ({ config }: Desk): readonly ChannelName[] =>
  Object.entries(config().channels).map(([name, { to }]) => ({
    name,
    direction: 'exchange' in to ? 'inbound' : 'outbound',
  }));

/** What channels are asked by. */
export const channelQuestion = (desk: Desk) => {
  const now = desk.now();
  return {
    ...{ channels: listChannels(desk), now: now.getTime() },
    today: new Date(midnightOf(now)).toISOString(),
  };
};

export function renderChannel(row: ChannelRow, language: Language): ChannelRowItem {
  const { channel: name, direction, standing, troubles, oldestWaiting, lastHour, today, hours, last } = row;
  return {
    ...{ name, direction, standing, lastHour, today, hours: [...hours] },
    text: renderChannelStanding(row, language),
    troubles: troubles
      .filter(({ code }) => standing !== 'not-collected' || code !== 'not-collected')
      .map(({ code, level }) => ({ level, title: advice[code].title[language] })),
    needsAction: (standing !== 'waiting' && standing !== 'well') || troubles.length > 0,
    ...(oldestWaiting === undefined ? {} : { oldestWaiting }),
    ...(last === undefined ? {} : { last }),
  };
}
