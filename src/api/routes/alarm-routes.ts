import { z } from 'zod';
import type { NewAcknowledgement, Silence } from '../../journal/trouble-store.ts';
import { acknowledgeAlarm, addSilence, endSilence } from '../../operator/alarms/alarm-commands.ts';
import { isAlarmCode } from '../../operator/alarms/alarms-from-health.ts';
import { buildAlarmTargets, gatewayNameOf } from '../../operator/alarms/build-targets.ts';
import { type CurrentAlarm, listCurrentAlarms } from '../../operator/alarms/current-alarms.ts';
import { testAlarmTargets } from '../../operator/alarms/test-targets.ts';
import { addWhoActs } from '../../operator/alarms/who-acts-on-alarms.ts';
import type { WhoActs } from '../../operator/who-acts/who-acts.ts';
import type { Language } from '../../types.ts';
import { advice, adviseOnPages } from '../../wording/alarms/alarm-advice.ts';
import { renderAlarmEntry } from '../../wording/alarms/missing-gateway.ts';
import { renderTestMessage } from '../../wording/alarms/render-alarm-message.ts';
import type { Desk } from '../desk.ts';
import { answerDecision } from '../kit/answer-decision.ts';
import { answerWhoActs, type ReaderContext } from '../kit/answer-who-acts.ts';
import { type Route, route } from '../kit/route.ts';
import {
  type AlarmItem,
  type AlarmsAnswer,
  acknowledgeInput,
  alarmsAnswer,
  alarmTestAnswer,
  decisionAnswer,
  endSilenceInput,
  type SilenceItem,
  silenceInput,
} from '../model/alarms-model.ts';
import { maskAlarm } from './render/mask-answers.ts';

export const alarmRoutes = (desk: Desk): readonly Route[] => [
  route(
    {
      ...{ method: 'GET', path: '/alarms', role: 'read', forMasked: true },
      ...{ input: z.strictObject({}), output: alarmsAnswer },
      about: 'What is wrong now, who was told of it, and what is silenced.',
    },
    async (_input, context) => {
      const answer = await readAlarms(desk, context);
      return context.caller.masked ? { ...answer, alarms: answer.alarms.map(maskAlarm) } : answer;
    },
  ),
  route(
    {
      ...{ method: 'POST', path: '/alarms/acknowledgements', role: 'operate', needsGateway: true },
      ...{ input: acknowledgeInput, output: decisionAnswer },
      about: 'Notes that somebody sees to an alarm: it is not repeated while it lasts.',
    },
    async (input, { language, caller }) =>
      answerDecision(await acknowledge(desk, { ...input, who: caller.name, origin: 'page' }), language),
    ({ code, about, reason }) => ({ action: 'acknowledge', object: nameAlarm(code, about), reason }),
  ),
  route(
    {
      ...{ method: 'POST', path: '/alarms/silences', role: 'operate', needsGateway: true },
      ...{ input: silenceInput, output: decisionAnswer },
      about: 'Nobody is told of an alarm for so many minutes.',
    },
    async ({ minutes, ...matcher }, { language, caller }) => {
      const now = desk.now().getTime();
      const until = new Date(now + minutes * 60_000).toISOString();
      const silence = { ...matcher, until, who: caller.name, origin: 'page' } as const;
      const channels = Object.keys(desk.config().channels);
      return answerDecision(await addSilence(desk.access, silence, now, channels), language);
    },
    ({ code, about, minutes, reason }) => ({
      ...{ action: 'silence', object: nameAlarm(code, about), detail: `${minutes} min`, reason },
    }),
  ),
  route(
    {
      ...{ method: 'POST', path: '/alarms/silences/:id/end', role: 'operate', needsGateway: true },
      ...{ input: endSilenceInput, output: decisionAnswer },
      about: 'Ends a silence.',
    },
    async ({ id, reason }, { language, caller }) =>
      answerDecision(
        await endSilence(desk.access, id, { who: caller.name, reason, origin: 'page' }),
        language,
      ),
    ({ id, reason }) => ({ action: 'end-silence', object: `${id}`, reason }),
  ),
  route(
    {
      ...{ method: 'POST', path: '/alarms/test', role: 'administer', needsGateway: true },
      ...{ input: z.strictObject({}), output: alarmTestAnswer },
      about: 'Sends a test to every place that alarms go to.',
    },
    async (_, { language }) => ({ targets: await sendTests(desk, language) }),
    () => ({ action: 'test-alarms', object: '', reason: '' }),
  ),
];

/** As decisions at the command line name it. */
const nameAlarm = (code: string, about: string): string =>
  ['alarm', code || 'of every kind', about].filter(Boolean).join(' ');

const acknowledge = ({ access, health, now }: Desk, alarm: NewAcknowledgement) =>
  acknowledgeAlarm(access, alarm, now().getTime(), health().reasons);

async function readAlarms(
  { journal, health, config, now }: Desk,
  reader: ReaderContext,
): Promise<AlarmsAnswer> {
  const { language } = reader;
  const { alarms, silences } = await listCurrentAlarms(journal, health(), now().getTime());
  const settings = config().alarms;
  return {
    alarms: (await addWhoActs(journal.pages, alarms)).map((alarm) => renderAlarm(alarm, reader)),
    silences: silences.map((silence) => renderSilence(silence, language)),
    targets: buildAlarmTargets(settings).map(({ address }) => address),
    whoToCall: [...settings.whoToCall],
    kinds: Object.entries(advice).map(([code, { title }]) => ({ code, title: title[language] })),
    channels: Object.keys(config().channels).sort(),
  };
}

export function renderAlarm(
  alarm: CurrentAlarm & { readonly act: WhoActs },
  reader: ReaderContext,
): AlarmItem {
  const { language } = reader;
  const { code, about, level, since, silenced, acknowledged, told } = alarm;
  return {
    ...{ code, about, level, since, silenced, acknowledged },
    title: advice[code].title[language],
    what: alarm.text?.[language] ?? renderAlarmEntry(alarm, language),
    todo: adviseOnPages(code, language),
    act: answerWhoActs(alarm.act, reader),
    notified: [...told],
  };
}

const renderSilence = (
  { id, code, about, until, who, reason }: Silence,
  language: Language,
): SilenceItem => ({
  ...{ id, about, until, who, reason },
  kind: isAlarmCode(code) ? advice[code].title[language] : code,
});

/** `reader`: the language of what went wrong; that of the test is the config's, as of every alarm. */
async function sendTests({ config, now }: Desk, reader: Language) {
  const { alarms, language } = config();
  const message = renderTestMessage({ gateway: gatewayNameOf(alarms), language, now: now().getTime() });
  const targets: { address: string; problem?: string }[] = [];
  for await (const { address, problem } of testAlarmTargets(buildAlarmTargets(alarms), message))
    targets.push({ address, ...(problem === undefined ? {} : { problem: problem[reader] }) });
  return targets;
}
