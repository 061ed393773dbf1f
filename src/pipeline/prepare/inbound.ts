import { finding } from '../../findings/messages.ts';
import type { AsIs } from '../../formats/interface.ts';
import { placesOfOne } from '../../journal/message.ts';
import { ledBack } from '../../mapping/lead-back.ts';
import { localDateTime } from '../../tree/date.ts';
import { fingerprintTree } from '../../tree/fingerprint.ts';
import type { TreeDocument } from '../../tree/node.ts';
import type { Language } from '../../types.ts';
import type { InboundChannel } from '../channel.ts';
import { withUploads } from '../check/embedded.ts';
import { translate } from '../check/translate.ts';
import { bareContext } from '../context.ts';
import { parseUploads } from '../gather/uploads.ts';
import { type Chain, chainOf, entryOf } from '../workers/chain.ts';
import { translatorOf } from '../workers/generation-hash.ts';
import type { Toolbox } from '../workers/toolbox.ts';
import { delivered, park, settle, unchanged, unchangedOrder } from './common.ts';
import { exportedChange } from './compared.ts';
import { compareWholeOrder } from './compared-whole.ts';
import { mappedRun } from './mapped.ts';
import type { OnTheWay } from './onward.ts';
import { isSame, type OrderState, parseState } from './order-state.ts';
import { xmlOverLimit } from './over-limit.ts';
import type { Prepared, PrepareTask, Step } from './prepare.ts';
import { withReference } from './reference.ts';
import { knownTree } from './source.ts';

/** ERP -> exchange. */
export function stepInbound(tools: Toolbox, task: PrepareTask, channel: InboundChannel): Step {
  const state = parseState(task.state);
  const { message } = task;
  if (!message.forced && state.sent?.bytes === message.hash && isLastTaken(state)) {
    return settle('duplicate', `The very same file was delivered last, as message ${state.sent.message}.`);
  }
  const older = message.forced ? undefined : endOlder(state, message, channel);
  if (older) return older;
  const chain = chainOf(tools, channel);
  const scsn = scsnDocument(tools, task, channel, chain);
  if (scsn === undefined)
    return {
      kind: 'recheck',
      reason: 'The mapping or format that read it has changed: it is checked again.',
    };
  const step =
    chain.maps.length === 0
      ? prepareAsIs(tools, task, channel, { state, scsn, chain })
      : mappedRun(tools, task, channel, { state, chain, scsn });
  return withReference(step, tools, task, channel, state);
}

/** Nothing that the ERP has exported since was taken, though it was not sent. */
const isLastTaken = ({ sent, exported }: OrderState): boolean =>
  exported === undefined || exported.message === sent?.message;

/**
 * A document must not overwrite what was taken later. One that surely is older ends; where its date alone says so, a person
 * decides, and newer ones go meanwhile. The very same answer once more is an old one; the same order may be what the ERP wants now.
 */
function endOlder(
  state: OrderState,
  message: PrepareTask['message'],
  { kind, settings, language }: InboundChannel,
): Prepared | undefined {
  const age = ageOf(state, message, settings.timeZone);
  const wasDelivered = state.sent?.earlier?.includes(message.hash) === true;
  if (age === 'newer') return kind === 'response' && wasDelivered ? outdated(state, language) : undefined;
  return age === 'outdated' || wasDelivered ? outdated(state, language) : parkOlder(state, language);
}

export type Age = 'newer' | 'older-by-date' | 'outdated';

/** An export of an order that was not sent, since it said nothing new, is taken all the same. */
const lastTaken = ({ sent, exported }: OrderState): OrderState['exported'] | OrderState['sent'] =>
  exported && exported.revision > (sent?.revision ?? 0) ? exported : sent;

/** Against what was taken last: by issue date and time, else by place of arrival. */
export function ageOf(
  state: OrderState,
  { id, arrival, issued }: Pick<PrepareTask['message'], 'id' | 'arrival' | 'issued'>,
  timeZone: string,
): Age {
  const taken = lastTaken(state);
  if (!taken) return 'newer';
  const isEarlier = placeOf(id, arrival) < placeOf(taken.message, taken.arrival);
  const [own, last] = comparable(issued ?? '', taken.issued ?? '', timeZone);
  const length = Math.min(own.length, last.length);
  const isNewer = own.slice(0, length) > last.slice(0, length);
  if (isNewer || (own.slice(0, length) === last.slice(0, length) && !isEarlier)) return 'newer';
  const hasTimes = own.includes('T') && last.includes('T');
  return isEarlier || hasTimes ? 'outdated' : 'older-by-date';
}

/** Two issue dates, with times as far as both have them: as moments where both say their zone, else in the channel's. */
function comparable(one: string, other: string, timeZone: string): readonly [string, string] {
  const zoned = /T.+(?:Z|[+-]\d\d:\d\d)$/;
  const zone = zoned.test(one) && zoned.test(other) ? 'UTC' : timeZone;
  const local = (text: string): string =>
    (text.includes('T') ? localDateTime(text, zone) : undefined) ?? text;
  return [local(one), local(other)];
}

const placeOf = (id: number, arrival: number | undefined): number => arrival ?? id * placesOfOne;

/** The order state stays: it knows a newer one. */
function outdated(state: OrderState, language: Language): Prepared {
  const taken = lastTaken(state);
  const values = { at: taken?.at ?? '', message: taken?.message ?? '' };
  const found = finding('newer-was-delivered', values, {}, language);
  return { kind: 'settle', outcome: 'outdated', reason: found.message, findings: [found] };
}

function parkOlder(state: OrderState, language: Language): Prepared {
  const taken = lastTaken(state);
  const values = { at: taken?.at ?? '', message: taken?.message ?? '' };
  const found = finding('older-than-delivered', values, {}, language);
  return { kind: 'park', reason: found.message, findings: [found], released: true };
}

/** Issue date, time and technical ids say nothing about an order's content. */
const volatileXml = ['cbc:IssueDate', 'cbc:IssueTime', 'cbc:UUID', 'cbc:CopyIndicator'];

interface AsItIs {
  readonly state: OrderState;
  readonly chain: Chain;
  readonly scsn: OnTheWay;
}

/** The XML route: the document goes as it is, in UTF-8; its elements in order where the channel asks for that. */
function prepareAsIs(
  tools: Toolbox,
  task: PrepareTask,
  channel: InboundChannel,
  { state, chain, scsn }: AsItIs,
): Prepared {
  const { tree, bytes, findings: own } = asIs(tools, task, channel, chain, scsn);
  const findings = ledBack(own, scsn.steps, channel.language);
  const open = findings.find(({ severity }) => severity === 'park');
  if (open) return park(open);
  const print = fingerprintTree(tree, volatileXml);
  if (!task.message.forced && isSame(state, 'inbound', channel.name, print)) return unchanged();
  const news = compareWholeOrder(tools, task, channel, state, tree);
  const exported =
    channel.kind === 'order'
      ? { exported: exportedChange({ tools, task, channel }, undefined, news?.reports) }
      : {};
  if (news?.isUntouched) return { ...unchangedOrder(news.findings), change: exported };
  const told = [...findings, ...(news?.findings ?? [])];
  const reopens = told.find(({ severity }) => severity === 'park');
  if (reopens) return { kind: 'park', reason: reopens.message, findings: told };
  const excess = xmlOverLimit(tree.root, channel.settings.limits, channel.language);
  if (excess) return { kind: 'settle', outcome: 'rejected', reason: excess.message, findings: [excess] };
  return {
    kind: 'deliver',
    bytes: bytes(),
    findings: told,
    change: { delivered: delivered(task, { fingerprint: print, items: new Map() }), ...exported },
    mapping: chain.translation?.hash ?? '',
    fields: {},
    ...(news === undefined || news.tasks.length === 0 ? {} : { tasks: news.tasks }),
  };
}

function asIs(
  tools: Toolbox,
  { inFile }: PrepareTask,
  { settings, language }: InboundChannel,
  { scsn: name, translation }: Chain,
  { tree, bytes }: OnTheWay,
): AsIs {
  const format = tools.format(name);
  const repair = settings.repair === 'element-order' ? { repair: settings.repair } : {};
  const document = translation ? { bytes } : { bytes, ...inFile };
  const made = format.asIs?.(document, { ...repair, language, tree });
  if (made === undefined) throw new Error(`${format.name} cannot be sent without a mapping.`);
  return made;
}

/**
 * The SCSN document that the bytes are or were translated into, with the ids of uploaded files in their places. Undefined where
 * what translated it is not what would do so now: then it is to be judged anew, too.
 */
function scsnDocument(
  tools: Toolbox,
  task: PrepareTask,
  channel: InboundChannel,
  chain: Chain,
): OnTheWay | undefined {
  const { bytes, inFile, gathered, translated } = task;
  if (chain.translation && translated?.by !== translatorOf(tools, channel)) return undefined;
  const [name, document] = translated
    ? [chain.scsn, { bytes: translated.bytes }]
    : [channel.settings.document, { bytes, ...inFile }];
  const read = task.tree ?? knownTree(tools, name, document);
  const tree = gathered ? withUploads(read, parseUploads(gathered)) : read;
  const step =
    chain.translation &&
    (task.step ?? {
      mapping: chain.translation,
      tree: () => knownTree(tools, channel.settings.document, { bytes, ...inFile }),
      context: bareContext(channel),
      made: tree,
    });
  return { tree, bytes: document.bytes, steps: step ? [step] : [], findings: [] };
}

/** The SCSN document of one that was checked before: where what translated it has changed, as it is made now. */
export function scsnTree(
  tools: Toolbox,
  {
    channel,
    bytes,
    inFile,
    translated,
  }: Pick<PrepareTask, 'bytes' | 'inFile' | 'translated'> & {
    readonly channel: InboundChannel;
  },
): TreeDocument {
  const chain = entryOf(tools, channel);
  const source = () => knownTree(tools, channel.settings.document, { bytes, ...inFile });
  if (chain.translation === undefined) return source();
  if (translated?.by === translatorOf(tools, channel))
    return knownTree(tools, chain.scsn, { bytes: translated.bytes });
  const { made, findings } = translate(tools, channel, chain, source());
  if (made) return made.tree;
  throw new Error(`A checked document cannot be translated: ${findings[0]?.message ?? 'no reason given'}`);
}
