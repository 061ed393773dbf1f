import { z } from 'zod';
import { journalText } from '../../findings/journal-texts.ts';
import { readChannelRows, readNoNews } from '../../operator/browse/channel-rows.ts';
import type { Language } from '../../types.ts';
import type { Desk } from '../desk.ts';
import { ApiProblem } from '../kit/api-problem.ts';
import { type Route, route } from '../kit/route.ts';
import {
  type ChannelsAnswer,
  type CheckAnswer,
  channelsAnswer,
  checkAnswer,
  checkInput,
} from '../model/channels-model.ts';
import { maskNoNews } from './render/mask-answers.ts';
import { channelQuestion, renderChannel } from './render-channel.ts';

export const channelRoutes = (desk: Desk): readonly Route[] => [
  route(
    {
      ...{
        method: 'GET',
        path: '/channels',
        role: 'read',
        forMasked: true,
        input: z.strictObject({}),
        output: channelsAnswer,
      },
      about:
        'Every channel: how it stands, its last file, what came and went today, what was ignored and why.',
    },
    async (_input, { language, caller }) => {
      const { channels } = await answerChannels(desk, language);
      return { channels: caller.masked ? channels.map(maskNoNews) : channels };
    },
  ),
  route(
    {
      ...{
        method: 'POST',
        path: '/channels/:name/check',
        role: 'operate',
        unaudited: 'reads',
        needsGateway: true,
      },
      ...{ input: checkInput, output: checkAnswer },
      about: 'Tries the folder of a channel and the exchange, as `gateway check` does. Changes nothing.',
    },
    async ({ name }, { language }) => {
      if (!Object.hasOwn(desk.config().channels, name)) throw noSuchChannel(name);
      return { results: await check(desk, name, language) };
    },
  ),
];

async function answerChannels(desk: Desk, language: Language): Promise<ChannelsAnswer> {
  const { pages } = desk.journal;
  const question = { ...channelQuestion(desk), reasons: desk.health().reasons };
  const [rows, noNews] = await Promise.all([
    readChannelRows(pages, question),
    readNoNews(pages, question.today),
  ]);
  return {
    channels: rows.map((row) => ({
      ...renderChannel(row, language),
      noNews: (noNews.get(row.channel) ?? []).map(({ count, reason }) => ({
        count,
        text: journalText(reason, language),
      })),
    })),
  };
}

async function check(
  { checkChannel }: Desk,
  name: string,
  language: Language,
): Promise<CheckAnswer['results']> {
  return (await checkChannel(name)).map(({ level, about, what, more = [] }) => ({
    ...{ level, about: about[language], text: what[language] },
    more: more.map((line) => line[language]),
  }));
}

const noSuchChannel = (name: string): ApiProblem =>
  new ApiProblem(404, 'no-such-channel', {
    en: `There is no channel ${name}.`,
    nl: `Er is geen kanaal ${name}.`,
  });
