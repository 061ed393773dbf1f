import type { Command } from '../../journal/journal.ts';
import type { Message } from '../../journal/model/message.ts';
import { decide } from '../../operator/decisions/decide.ts';
import { followUp } from '../../operator/messages/follow-up.ts';
import { readMessageDetails } from '../../operator/messages/message-details.ts';
import { renderLocalTime } from '../../time/local-time.ts';
import type { Language } from '../../types.ts';
import { renderDecision } from '../../wording/decisions/render-decision.ts';
import { renderMessageAnswer } from '../../wording/messages/render-message-answer.ts';
import { nameButtons } from '../../wording/on-pages/page-actions.ts';
import type { Desk } from '../desk.ts';
import { ApiProblem } from '../kit/api-problem.ts';
import { type Route, route } from '../kit/route.ts';
import { type DecisionAnswer, decisionAnswer, decisionInput } from '../model/message-model.ts';
import { buildDecision, markOf, markSeen, noMessage } from './render/message-answer.ts';

/** A person's decisions on one message. */
export const decisionRoutes = (desk: Desk): readonly Route[] => [decideRoute(desk)];

const decideRoute = (desk: Desk): Route =>
  route(
    {
      method: 'POST',
      path: '/messages/:id/decisions',
      role: 'operate',
      needsGateway: true,
      about:
        'Tries a message again, lets later ones pass, discards it, closes its refusal, ends its tasks, or sends it all the same. Answers what came of it.',
      input: decisionInput,
      output: decisionAnswer,
    },
    async ({ id, action, reason, seen, line }, { caller, language }) => {
      await assertAsSeen(desk, id, seen);
      if (action !== 'retry') assertReason(reason);
      const since = desk.now().toISOString();
      const command: Command = {
        ...{ action: action === 'force' ? 'retry' : action, message: id, force: action === 'force' },
        ...{ reason: reason.trim(), who: caller.name, origin: 'page' },
        ...(line ? { line } : {}),
      };
      const result = await decide(desk.access, command);
      const goesOn = result.kind === 'done' && command.action === 'retry';
      const after = goesOn ? await followUp(desk.journal.pages, [id], since, patience) : [];
      return {
        kind: result.kind,
        text: nameButtons(renderDecision(result, language), language),
        after: describe(after, language),
      };
    },
    ({ id, action, reason }) => ({ action, object: `${id}`, reason: reason.trim() }),
  );

/** Milliseconds in which most messages have gone through; the page follows those that take longer. */
const patience = 3_000;

export const describe = (messages: readonly Message[], language: Language): DecisionAnswer['after'] =>
  messages.map((message) => ({
    id: message.id,
    mark: markOf(message),
    sentence: renderMessageAnswer(message, language),
  }));

/** Somebody else may have decided meanwhile, or it has gone on by itself: nothing is done then. */
export async function assertAsSeen(desk: Desk, id: number, seen: string): Promise<void> {
  const details = await readMessageDetails(desk.journal.pages, id);
  if (!details) throw noMessage(id);
  if (markSeen(details) === seen) return;
  const last = details.history.at(-1);
  const isDecided = last !== undefined && details.history.length > Number(seen.split(' ').at(-1));
  if (!isDecided) throw goneOn(details.message);
  const tell = (language: Language): string => {
    const { what, reason } = buildDecision(last, language);
    const why = reason === '' ? '' : ` (“${reason}”)`;
    return `${last.who || '?'}, ${renderLocalTime(last.at)}: ${what}${why}.`;
  };
  throw new ApiProblem(409, 'decided-meanwhile', {
    en: `Someone else was first. ${tell('en')} Nothing was done.`,
    nl: `Iemand anders was u voor. ${tell('nl')} Er is niets gedaan.`,
  });
}

const goneOn = (message: Message): ApiProblem =>
  new ApiProblem(409, 'changed-meanwhile', {
    en: `It has changed meanwhile. ${renderMessageAnswer(message, 'en')} Nothing was done.`,
    nl: `Het is intussen veranderd. ${renderMessageAnswer(message, 'nl')} Er is niets gedaan.`,
  });

export function assertReason(reason: string): void {
  if (reason.trim() === '') throw reasonNeeded;
}

const reasonNeeded = new ApiProblem(400, 'reason-needed', {
  en: 'This needs a reason.',
  nl: 'Hier is een reden voor nodig.',
});
