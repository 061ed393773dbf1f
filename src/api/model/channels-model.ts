import { z } from 'zod';
import { channelRow } from './overview-model.ts';

const channelItem = channelRow.extend({
  noNews: z
    .array(z.strictObject({ count: z.number(), text: z.string() }))
    .describe('What said nothing to anybody today, and why, the most frequent first.'),
});
export type ChannelItem = z.output<typeof channelItem>;

export const channelsAnswer = z.strictObject({
  channels: z.array(channelItem).describe('The troubled ones first, then those that are used most.'),
});
export type ChannelsAnswer = z.output<typeof channelsAnswer>;

export const checkInput = z.strictObject({ name: z.string() });

export const checkAnswer = z.strictObject({
  results: z.array(
    z.strictObject({
      level: z.enum(['ok', 'open', 'warn', 'wrong']),
      about: z.string(),
      text: z.string(),
      more: z.array(z.string()),
    }),
  ),
});
export type CheckAnswer = z.output<typeof checkAnswer>;
