import { journalText } from '../../../findings/journal-texts.ts';
import { findingKeyText } from '../../../findings/stored-findings.ts';
import type { HistoryEntry, OutageSummary } from '../../../journal/journal.ts';
import {
  type Attempt,
  hasSucceeded,
  type Message,
  type PartInfo,
  type PartRole,
} from '../../../journal/model/message.ts';
import { listWays } from '../../../operator/decisions/list-ways.ts';
import { placeOf } from '../../../operator/messages/document-view.ts';
import { groupAttempts } from '../../../operator/messages/group-attempts.ts';
import {
  type MessageDetails as KeptDetails,
  readMessageDetails,
} from '../../../operator/messages/message-details.ts';
import { readMessageMappings } from '../../../operator/messages/message-mappings.ts';
import { type StandingName, standingOf } from '../../../operator/messages/message-standing.ts';
import { findOrderNeighbours } from '../../../operator/messages/order-neighbours.ts';
import { findDecidingFinding, findWhoActsOnMessage } from '../../../operator/who-acts/who-acts.ts';
import type { Finding, Language } from '../../../types.ts';
import { renderMessageAnswer } from '../../../wording/messages/render-message-answer.ts';
import { renderFullStanding } from '../../../wording/messages/render-standing.ts';
import { readFindingForPages } from '../../../wording/on-pages/page-actions.ts';
import { orderWords } from '../../../wording/orders/order-words.ts';
import { renderAttempts } from '../../../wording/orders/render-steps.ts';
import { renderAuthor } from '../../../wording/users/render-audit.ts';
import type { Desk } from '../../desk.ts';
import { answerWhoActs } from '../../kit/answer-who-acts.ts';
import { ApiProblem } from '../../kit/api-problem.ts';
import { mayAsk } from '../../kit/api-router.ts';
import { keepInstant } from '../../kit/keep-instant.ts';
import type { Caller, RequestContext } from '../../kit/route.ts';
import type { MessageDetails, MessageFinding, Place, ShownDocument } from '../../model/message-model.ts';
import type { Mark } from '../../model/order-model.ts';
import { FileNames } from './file-names.ts';
import { maskMessage } from './mask-answers.ts';
import { readAsAllowed } from './masked-documents.ts';
import { findMending } from './mending.ts';
import { buildTask } from './order-details.ts';
import { showDocument } from './shown-document.ts';

export const noMessage = (id: number): ApiProblem =>
  new ApiProblem(404, 'no-message', {
    en: `There is no message ${id} in the journal.`,
    nl: `Er is geen bericht ${id} in het journaal.`,
  });

/** Rejects with ApiProblem where there is none. */
export async function buildMessageDetails(
  desk: Desk,
  id: number,
  context: RequestContext,
): Promise<MessageDetails> {
  const { pages } = desk.journal;
  const details = await readMessageDetails(pages, id);
  if (!details) throw noMessage(id);
  const documents = await readDocuments(desk, details, context.caller);
  const around = await readAround(desk, details.message);
  const { outage } = details;
  const names = new FileNames({ own: desk.config().mappings });
  const answer: MessageDetails = {
    isMasked: false,
    ...buildAnswer(details, context, { now: desk.now().getTime(), names, ...(outage ? { outage } : {}) }),
    ...buildWays(details, documents.document !== undefined, desk.runsGateway, context),
    ...documents,
    ...buildFacts(details, documents.document?.unit ?? 'line', { language: context.language, names }),
    ...around,
    ...mendingOf(desk, details, around.madeWith, context),
  };
  return context.caller.masked ? maskMessage(answer, context.language) : answer;
}

const marks: Readonly<Record<StandingName, Mark>> = {
  received: 'underWay',
  ready: 'underWay',
  inHand: 'underWay',
  waiting: 'waiting',
  away: 'waiting',
  parked: 'parked',
  delivered: 'sent',
  rejected: 'refused',
  discarded: 'discarded',
  duplicate: 'noNews',
  unchanged: 'noNews',
  ignored: 'noNews',
  superseded: 'noNews',
  outdated: 'noNews',
  split: 'noNews',
};

export const markOf = (message: Message): Mark => {
  const { name } = standingOf(message);
  if (name === 'delivered' && message.direction === 'outbound')
    return message.collected === undefined ? 'published' : 'green';
  return name === 'rejected' && message.closed !== undefined ? 'discarded' : marks[name];
};

const hasOpenTask = ({ tasks }: KeptDetails): boolean => tasks.some(({ ended }) => ended === undefined);

interface Moment {
  readonly now: number;
  readonly names: FileNames;
  readonly outage?: OutageSummary;
}

function buildAnswer(details: KeptDetails, context: RequestContext, { now, names, outage }: Moment) {
  const { language } = context;
  const { message } = details;
  const { id, name, channel, direction, purchaseOrderNumber, receivedAt, settledAt } = message;
  const act = answerWhoActs(findWhoActsOnMessage(message, hasOpenTask(details)), context);
  const first = findDecidingFinding(message.findings) ?? message.findings[0];
  return {
    ...{ id, name, channel, direction, act },
    ...(purchaseOrderNumber === undefined ? {} : { order: purchaseOrderNumber }),
    mark: markOf(message),
    state: standingOf(message, outage).name,
    sentence: renderMessageAnswer(message, language, outage),
    standing: renderFullStanding(standingOf(message, outage), now, language),
    advice:
      act.who === 'nobody' || !first ? '' : names.cleanText(readFindingForPages(first, language).advice),
    since: settledAt ?? receivedAt,
    possiblyTwice: message.possiblyTwice,
  };
}

function buildWays(
  details: KeptDetails,
  hasDocument: boolean,
  runsGateway: boolean,
  { caller }: RequestContext,
) {
  const { message, attempts } = details;
  const ways = listWays({
    ...{ message, attempts, hasDocument },
    hasOpenTask: hasOpenTask(details),
    mayOperate: runsGateway && mayAsk(caller.role, 'operate'),
    mayAdminister: runsGateway && mayAsk(caller.role, 'administer'),
  });
  return { ways: [...ways], seen: markSeen(details) };
}

/** Another one as soon as somebody has decided, or it has gone on. */
export const markSeen = ({
  message: { state, outcome, ends, released, closed },
  history,
}: Pick<KeptDetails, 'message' | 'history'>): string =>
  [state, outcome ?? '', ends, released ? 'released' : '', closed ? 'closed' : '', history.length].join(' ');

interface ReadDocuments {
  readonly document?: ShownDocument;
  readonly result?: ShownDocument;
  readonly answer?: ShownDocument;
  readonly isDeleted: boolean;
}

async function readDocuments(
  desk: Desk,
  { message, parts }: KeptDetails,
  caller: Caller,
): Promise<ReadDocuments> {
  const journal = desk.journal.pages;
  const { id, findings } = message;
  const has = (role: string): boolean => parts.some((part) => part.role === role);
  const role = has('corrected') ? 'corrected' : 'received';
  const show = async (part: PartRole, bytes: Uint8Array | undefined, marked: readonly Finding[] = []) => {
    const allowed = bytes && (await readAsAllowed(desk, caller, message, part, bytes));
    return allowed && showDocument(part, allowed, marked);
  };
  const [own, made, told] = await Promise.all([
    journal.part(id, role),
    has('prepared') ? journal.part(id, 'prepared') : undefined,
    has('answer') ? journal.part(id, 'answer') : undefined,
  ]);
  const [document, result, answer] = await Promise.all([
    show(role, own, findings),
    show('prepared', made),
    show('answer', told),
  ]);
  return {
    ...(document === undefined ? {} : { document }),
    ...(result === undefined ? {} : { result }),
    ...(answer === undefined ? {} : { answer }),
    isDeleted: own === undefined,
  };
}

function buildFacts(details: KeptDetails, unit: ShownDocument['unit'], shownIn: ShownIn) {
  const { language } = shownIn;
  const { message, parts, attempts, history, documents, tasks } = details;
  const { receivedAt, place, source, corrects } = message;
  const size = parts.findLast(({ role }) => role === 'received')?.size;
  return {
    ...{ receivedAt, findings: groupByCause(message.findings, unit, shownIn) },
    ...(size === undefined ? {} : { size }),
    ...(place === undefined ? {} : { place }),
    ...(source.kind === 'document' ? { of: source.of } : {}),
    ...(corrects === undefined ? {} : { corrects }),
    attempts: buildAttempts(attempts, language),
    decisions: history.map((entry) => buildDecision(entry, language)),
    parts: listParts(parts),
    documents: documents.slice(0, mostDocuments).map((one) => ({
      ...{ id: one.id, name: one.name },
      mark: markOf(one),
      sentence: renderMessageAnswer(one, language),
    })),
    tasks: tasks.filter(({ ended }) => ended === undefined).map((task) => buildTask(task, language)),
  };
}

/** Of each attempt some are kept: the last of each is what can be looked at. */
function listParts(parts: readonly PartInfo[]): MessageDetails['parts'] {
  const last = new Map(parts.map(({ role, size }) => [role, { role, size }]));
  last.delete('named');
  return [...last.values()];
}

/** Of a file that are listed. */
const mostDocuments = 500;

const severities: readonly Finding['severity'][] = ['error', 'park', 'warning'];

/** How a reader is told of findings. */
interface ShownIn {
  readonly language: Language;
  readonly names: FileNames;
}

/** Findings that say the same are one, with their places. */
export function groupByCause(
  findings: readonly Finding[],
  unit: ShownDocument['unit'],
  { language, names }: ShownIn,
): MessageFinding[] {
  const sorted = severities.flatMap((severity) => findings.filter((one) => one.severity === severity));
  const groups = Map.groupBy(sorted, ({ code, severity, message }) =>
    JSON.stringify([code, severity, message]),
  );
  return [...groups.values()].flatMap(([first, ...others]) => {
    if (first === undefined) return [];
    const { code, severity, message, advice, file } = readFindingForPages(first, language);
    const places = [first, ...others].map((one) => buildPlace(one, unit, language));
    return {
      ...{ code, severity, places, message: names.cleanText(message), advice: names.cleanText(advice) },
      ...(file === undefined ? {} : { file: names.cleanText(file) }),
    };
  });
}

function buildPlace(finding: Finding, unit: ShownDocument['unit'], language: Language): Place {
  const { column, path, key, field, value } = finding;
  const line = placeOf(finding, unit);
  return {
    ...(line === undefined ? {} : { line }),
    ...(column === undefined ? {} : { column }),
    ...(path === undefined ? {} : { path }),
    ...(key === undefined ? {} : { key: findingKeyText(key, language) }),
    ...(field === undefined ? {} : { field }),
    ...(value === undefined ? {} : { value }),
  };
}

function buildAttempts(attempts: readonly Attempt[], language: Language): MessageDetails['attempts'] {
  const words = orderWords(language).steps;
  return groupAttempts(attempts).map((group) => {
    const text = renderAttempts(group, words, keepInstant);
    return { at: group.last.started, mark: markAttempt(group.last), text };
  });
}

/** How steps of ours that asked nobody end well (gather-step.ts, message-delivery.ts). */
const goodEnds = ['', 'uploaded', 'dry run: it stays here'];

export function markAttempt(attempt: Attempt): MessageDetails['attempts'][number]['mark'] {
  if (attempt.ended === undefined) return 'underWay';
  return hasSucceeded(attempt) || goodEnds.includes(attempt.detail) ? 'green' : 'warning';
}

export const buildDecision = (
  { at, who: name, machine, action, reason, result }: HistoryEntry,
  language: Language,
): MessageDetails['decisions'][number] => ({
  ...{ at, reason },
  who: name === '' ? '' : renderAuthor({ kind: machine === undefined ? 'user' : 'system', name }, language),
  what: orderWords(language).steps.action(action),
  result: journalText(result, language),
});

const mendingOf = (
  { config }: Desk,
  { message }: KeptDetails,
  madeWith: MessageDetails['madeWith'],
  context: RequestContext,
): Pick<MessageDetails, 'mending'> =>
  findMending(
    config(),
    {
      action: findWhoActsOnMessage(message).action,
      channel: message.channel,
      finding: findDecidingFinding(message.findings),
      madeWith: madeWith.map(({ name }) => name),
    },
    context,
  );

/** Of its kind a message is looked at with those around it, what made it, and what it saw. */
async function readAround({ journal, config }: Desk, message: Message) {
  const { pages } = journal;
  const [mappings, { behind, waitsFor }, keys, record] = await Promise.all([
    readMessageMappings(pages, message),
    findOrderNeighbours(pages, message),
    pages.listBusinessKeys([message.id]),
    pages.findReplayRecord(message.id),
  ]);
  const party = keys.find(({ kind }) => kind === 'party')?.value;
  const document = config().channels[message.channel]?.document ?? '';
  return {
    ...(party === undefined ? {} : { party }),
    behind: [...behind],
    ...(waitsFor === undefined ? {} : { waitsFor }),
    madeWith: (mappings ?? []).map(({ name, hash }) => ({ name, version: hash.slice(0, 8) })),
    hasState: record?.state !== undefined,
    hasTree: message.direction === 'inbound' && document !== '' && !document.startsWith('exchange/'),
  };
}
