import { journalText } from '../../findings/journal-texts.ts';
import { readBulkOutcomes } from '../../operator/browse/bulk-outcomes.ts';
import {
  type BulkPlan,
  planBulkDecision,
  readBulkDecision,
  startBulkDecision,
} from '../../operator/decisions/bulk-plan.ts';
import { type RetrySite, tryRetries } from '../../operator/decisions/try-retries.ts';
import { resolveOwnFolders } from '../../pipeline/runtime/runtime-snapshot.ts';
import type { Language } from '../../types.ts';
import { renderRetryEnd } from '../../wording/decisions/render-outlook.ts';
import { renderStanding } from '../../wording/messages/render-standing.ts';
import { nameButtons } from '../../wording/on-pages/page-actions.ts';
import type { Desk } from '../desk.ts';
import type { ReaderContext } from '../kit/answer-who-acts.ts';
import { ApiProblem } from '../kit/api-problem.ts';
import { renderMessageRow } from '../kit/render-message-row.ts';
import { type Route, route } from '../kit/route.ts';
import { selectMessages } from '../kit/select-messages.ts';
import {
  type BulkAnswer,
  bulkAnswer,
  bulkInput,
  outlookAnswer,
  outlookInput,
  type PlanAnswer,
  planAnswer,
  planInput,
  startAnswer,
  startInput,
  stopAnswer,
} from '../model/bulk-model.ts';
import { maskRow } from './render/mask-answers.ts';

export const bulkRoutes = (desk: Desk): readonly Route[] => [
  route(
    {
      ...{ method: 'POST', path: '/decisions/plan', role: 'operate', input: planInput, output: planAnswer },
      ...{ about: 'What a decision on many messages would be about. Nothing is done.', unaudited: 'reads' },
    },
    async (input, { language }) => {
      const selection =
        'ids' in input ? { ids: input.ids } : { fitting: selectMessages(input.fitting, desk.now()) };
      return renderPlan(await planBulkDecision(desk.journal.pages, input.action, selection), language);
    },
  ),
  route(
    {
      ...{ method: 'POST', path: '/decisions/outlook', role: 'operate', unaudited: 'reads' },
      ...{ input: outlookInput, output: outlookAnswer },
      about:
        'What would become of messages that are retried now, tried in threads of its own. Nothing is done.',
    },
    async ({ ids }, { language, signal }) => ({
      ends: (await tryRetries(retrySite(desk), ids, { stop: signal })).ends.map((end) => ({
        said: end.said,
        ...renderRetryEnd(end, language),
        ids: [...end.messages],
      })),
    }),
  ),
  route(
    {
      ...{ method: 'POST', path: '/decisions', role: 'operate', input: startInput, output: startAnswer },
      about: 'Decides on exactly these messages. A gateway carries it out part by part.',
      needsGateway: true,
    },
    async ({ action, ids, reason }, { caller }) => {
      const plan = await planBulkDecision(desk.journal.pages, action, { ids });
      if (plan.messages.length === 0) throw nothingLeft;
      const author = { who: caller.name, reason };
      return { id: await desk.access.write((journal) => startBulkDecision(journal, plan, author)) };
    },
    ({ action, ids, reason }, answer) => ({
      ...{ action: `${action}-many`, object: answer ? `${answer.id}` : '', detail: `${ids.length}`, reason },
    }),
  ),
  route(
    {
      ...{ method: 'GET', path: '/decisions/:id', role: 'read', forMasked: true },
      ...{ input: bulkInput, output: bulkAnswer },
      about: 'How far a decision on many messages is, and what did not go.',
    },
    async ({ id }, context) => {
      const answer = await answerBulk(desk, id, context);
      return context.caller.masked ? maskBulk(answer) : answer;
    },
  ),
  route(
    {
      ...{
        method: 'POST',
        path: '/decisions/:id/stop',
        role: 'operate',
        input: bulkInput,
        output: stopAnswer,
      },
      needsGateway: true,
      about: 'Ends it after what was left to a gateway already; the rest stays as it is.',
    },
    async ({ id }, { caller }) => ({
      stopped: await desk.access.write((journal) => journal.stopBulkDecision(id, caller.name)),
    }),
    ({ id }) => ({ action: 'stop-decision', object: `${id}`, reason: '' }),
  ),
];

export const retrySite = ({ journal, config, channels }: Desk): RetrySite => ({
  journal: journal.pages,
  channels: channels(),
  folders: resolveOwnFolders(config()),
});

const renderPlan = (
  { messages, groups, selection: _, ...plan }: BulkPlan,
  language: Language,
): PlanAnswer => ({
  ...plan,
  ids: [...messages],
  groups: groups.map(({ count, channel, standing, reason }) => ({
    ...{ count, channel },
    text: renderStanding(standing, language),
    why: journalText(reason, language),
  })),
});

const maskBulk = (answer: BulkAnswer): BulkAnswer => ({
  ...answer,
  unchanged: answer.unchanged.map((one) => ({ ...one, why: '' })),
  stuck: answer.stuck.map(maskRow),
});

async function answerBulk({ journal }: Desk, id: number, reader: ReaderContext): Promise<BulkAnswer> {
  const { language } = reader;
  const view = await readBulkDecision(journal, id);
  if (view === undefined) throw noSuchDecision(id);
  const { filter: _f, force: _force, heldBack: _held, behind: _b, mappings: _m, ...decision } = view.decision;
  const { standings, stuck, moreStuck, only } = await readBulkOutcomes(journal, id);
  return {
    ...decision,
    ...{ moreStuck, only },
    unchanged: view.refused.map(({ message, result }) => ({
      message,
      why: nameButtons(journalText(result, language), language),
    })),
    standings: standings.map(({ row: { standing }, count }) => ({
      ...{ standing: standing.name, count },
      text: renderStanding(standing, language),
    })),
    stuck: stuck.map((row) => renderMessageRow(row, reader)),
  };
}

const noSuchDecision = (id: number): ApiProblem =>
  new ApiProblem(404, 'no-such-decision', {
    en: `There is no decision ${id}.`,
    nl: `Er is geen beslissing ${id}.`,
  });

const nothingLeft = new ApiProblem(409, 'nothing-to-decide', {
  en: 'None of these messages can be decided on any more: someone else was first, or they went by themselves.',
  nl: 'Over geen van deze berichten valt nog te beslissen: iemand anders was eerst, of ze gingen vanzelf.',
});
