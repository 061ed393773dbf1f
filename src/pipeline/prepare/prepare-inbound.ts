import { createFinding } from '../../findings/create-finding.ts';
import type { PassThroughResult } from '../../formats/document-format.ts';
import { locateInSource } from '../../mapping/explain/provenance.ts';
import type { TreeDocument } from '../../tree/nodes/tree-node.ts';
import { computeLocalDateTime } from '../../tree/values/date.ts';
import { fingerprintTree } from '../../tree/values/fingerprint.ts';
import type { Language } from '../../types.ts';
import { bareContext } from '../channel/bare-context.ts';
import type { InboundChannel } from '../channel/channel.ts';
import { parseUploads, replaceWithUploads } from '../check/embedded-files.ts';
import { translate } from '../check/translate-document.ts';
import { isSameResult, type OrderState, parseState } from '../order-state/order-state.ts';
import { type ChannelChain, resolveChain, resolveEntry } from '../runtime/channel-chain.ts';
import type { ChannelRuntime } from '../runtime/channel-runtime.ts';
import { buildTranslatorKey } from '../runtime/generation-hash.ts';
import { buildExportedChange } from './compare-order-lines.ts';
import { compareWholeOrder } from './compare-whole-order.ts';
import { withReference } from './envelope-reference.ts';
import { prepareMapped } from './prepare-mapped.ts';
import {
  buildDeliveredChange,
  buildParked,
  buildSettled,
  buildUnchanged,
  buildUnchangedOrder,
} from './prepare-results.ts';
import type { PrepareResult, PrepareStep, PrepareTask } from './prepare-task.ts';
import { readKnownTree } from './read-known-tree.ts';
import type { ChainDocument } from './run-chain.ts';
import { findTooManyInXml } from './service-limits.ts';

/** ERP -> exchange. */
export function prepareInbound(
  tools: ChannelRuntime,
  task: PrepareTask,
  channel: InboundChannel,
): PrepareStep {
  const state = parseState(task.state);
  const { message } = task;
  if (!message.forced && state.sent?.bytes === message.hash && hasNoLaterExport(state)) {
    return buildSettled(
      'duplicate',
      `The very same file was delivered last, as message ${state.sent.message}.`,
    );
  }
  const older = message.forced ? undefined : endIfOlder(state, message, channel);
  if (older) return older;
  const chain = resolveChain(tools, channel);
  const scsn = readScsnDocument(tools, task, channel, chain);
  if (scsn === undefined)
    return {
      kind: 'recheck',
      reason: 'The mapping or format that read it has changed: it is checked again.',
    };
  const step =
    chain.maps.length === 0
      ? prepareUnmapped(tools, task, channel, { state, scsn, chain })
      : prepareMapped(tools, task, channel, { state, chain, scsn });
  return withReference(step, tools, task, channel, state);
}

/** Nothing that the ERP has exported since was taken, though it was not sent. */
const hasNoLaterExport = ({ sent, exported }: OrderState): boolean =>
  exported === undefined || exported.message === sent?.message;

/**
 * A document must not overwrite what was taken later. One that surely is older ends; where its date alone says so, a person
 * decides, and newer ones go meanwhile. The very same answer once more is an old one; the same order may be what the ERP wants now.
 */
function endIfOlder(
  state: OrderState,
  message: PrepareTask['message'],
  { kind, settings, language }: InboundChannel,
): PrepareResult | undefined {
  const age = computeAge(state, message, settings.timeZone);
  const wasDelivered = state.sent?.earlier.includes(message.hash) === true;
  if (age === 'newer')
    return kind === 'response' && wasDelivered ? buildOutdated(state, language) : undefined;
  return age === 'outdated' || wasDelivered
    ? buildOutdated(state, language)
    : buildParkedOlder(state, language);
}

export type DocumentAge = 'newer' | 'older-by-date' | 'outdated';

/** An export of an order that was not sent, since it said nothing new, is taken all the same. */
const findLastTaken = ({ sent, exported }: OrderState): OrderState['exported'] | OrderState['sent'] =>
  exported && exported.revision > (sent?.revision ?? 0) ? exported : sent;

/** Against what was taken last: by issue date and time, else by place of arrival. */
export function computeAge(
  state: OrderState,
  { arrival, issued }: Pick<PrepareTask['message'], 'arrival' | 'issued'>,
  timeZone: string,
): DocumentAge {
  const taken = findLastTaken(state);
  if (!taken) return 'newer';
  const isEarlier = arrival < taken.arrival;
  const [own, last] = toComparableDates(issued ?? '', taken.issued ?? '', timeZone);
  const length = Math.min(own.length, last.length);
  const isNewer = own.slice(0, length) > last.slice(0, length);
  if (isNewer || (own.slice(0, length) === last.slice(0, length) && !isEarlier)) return 'newer';
  const hasTimes = own.includes('T') && last.includes('T');
  return isEarlier || hasTimes ? 'outdated' : 'older-by-date';
}

/** Two issue dates, with times as far as both have them: as moments where both say their zone, else in the channel's. */
function toComparableDates(one: string, other: string, timeZone: string): readonly [string, string] {
  const zoned = /T.+(?:Z|[+-]\d\d:\d\d)$/;
  const zone = zoned.test(one) && zoned.test(other) ? 'UTC' : timeZone;
  const local = (text: string): string =>
    (text.includes('T') ? computeLocalDateTime(text, zone) : undefined) ?? text;
  return [local(one), local(other)];
}

/** The order state stays: it knows a newer one. */
function buildOutdated(state: OrderState, language: Language): PrepareResult {
  const taken = findLastTaken(state);
  const values = { at: taken?.at ?? '', message: taken?.message ?? '' };
  const found = createFinding('newer-was-delivered', values, {}, language);
  return { kind: 'settle', outcome: 'outdated', reason: found.message, findings: [found] };
}

function buildParkedOlder(state: OrderState, language: Language): PrepareResult {
  const taken = findLastTaken(state);
  const values = { at: taken?.at ?? '', message: taken?.message ?? '' };
  const found = createFinding('older-than-delivered', values, {}, language);
  return { kind: 'park', reason: found.message, findings: [found], released: true };
}

/** Issue date, time and technical ids say nothing about an order's content. */
const volatileXmlPaths = ['cbc:IssueDate', 'cbc:IssueTime', 'cbc:UUID', 'cbc:CopyIndicator'];

interface UnmappedInput {
  readonly state: OrderState;
  readonly chain: ChannelChain;
  readonly scsn: ChainDocument;
}

/** The XML route: the document goes as it is, in UTF-8; its elements in order where the channel asks for that. */
function prepareUnmapped(
  tools: ChannelRuntime,
  task: PrepareTask,
  channel: InboundChannel,
  { state, chain, scsn }: UnmappedInput,
): PrepareResult {
  const { tree, bytes, findings: own } = renderAsIs(tools, task, channel, chain, scsn);
  const findings = locateInSource(own, scsn.steps, channel.language);
  const open = findings.find(({ severity }) => severity === 'park');
  if (open) return buildParked(open);
  const print = fingerprintTree(tree, volatileXmlPaths);
  if (!task.message.forced && isSameResult(state, 'inbound', channel.name, print)) return buildUnchanged();
  const news = compareWholeOrder(tools, task, channel, state, tree);
  const exported =
    channel.kind === 'order'
      ? { exported: buildExportedChange({ tools, task, channel }, undefined, news?.reports) }
      : {};
  if (news?.isUntouched) return { ...buildUnchangedOrder(news.findings), change: exported };
  const told = [...findings, ...(news?.findings ?? [])];
  const reopens = told.find(({ severity }) => severity === 'park');
  if (reopens) return { kind: 'park', reason: reopens.message, findings: told };
  const excess = findTooManyInXml(tree.root, channel.settings.limits, channel.language);
  if (excess) return { kind: 'settle', outcome: 'rejected', reason: excess.message, findings: [excess] };
  return {
    kind: 'deliver',
    bytes: bytes(),
    findings: told,
    change: { delivered: buildDeliveredChange(task, { fingerprint: print, items: new Map() }), ...exported },
    mapping: chain.translation?.hash ?? '',
    fields: {},
    ...(news === undefined || news.tasks.length === 0 ? {} : { tasks: news.tasks }),
  };
}

function renderAsIs(
  tools: ChannelRuntime,
  { inFile }: PrepareTask,
  { settings, language }: InboundChannel,
  { scsn: name, translation }: ChannelChain,
  { tree, bytes }: ChainDocument,
): PassThroughResult {
  const format = tools.format(name);
  const repair = settings.repair === 'element-order' ? { repair: settings.repair } : {};
  const document = translation ? { bytes } : { bytes, ...inFile };
  const made = format.passThrough?.(document, { ...repair, language, tree });
  if (made === undefined) throw new Error(`${format.name} cannot be sent without a mapping.`);
  return made;
}

/**
 * The SCSN document that the bytes are or were translated into, with the ids of uploaded files in their places. Undefined where
 * what translated it is not what would do so now: then it is to be judged anew, too.
 */
function readScsnDocument(
  tools: ChannelRuntime,
  task: PrepareTask,
  channel: InboundChannel,
  chain: ChannelChain,
): ChainDocument | undefined {
  const { bytes, inFile, gathered, translated } = task;
  if (chain.translation && translated?.by !== buildTranslatorKey(tools, channel)) return undefined;
  const [name, document] = translated
    ? [chain.scsn, { bytes: translated.bytes }]
    : [channel.settings.document, { bytes, ...inFile }];
  const read = task.tree ?? readKnownTree(tools, name, document);
  const tree = gathered ? replaceWithUploads(read, parseUploads(gathered)) : read;
  const step =
    chain.translation &&
    (task.step ?? {
      mapping: chain.translation,
      tree: () => readKnownTree(tools, channel.settings.document, { bytes, ...inFile }),
      context: bareContext(channel),
      output: tree,
    });
  return { tree, bytes: document.bytes, steps: step ? [step] : [], findings: [] };
}

/** The SCSN document of one that was checked before: where what translated it has changed, as it is made now. */
export function readScsnTree(
  tools: ChannelRuntime,
  {
    channel,
    bytes,
    inFile,
    translated,
  }: Pick<PrepareTask, 'bytes' | 'inFile' | 'translated'> & {
    readonly channel: InboundChannel;
  },
): TreeDocument {
  const chain = resolveEntry(tools, channel);
  const source = () => readKnownTree(tools, channel.settings.document, { bytes, ...inFile });
  if (chain.translation === undefined) return source();
  if (translated?.by === buildTranslatorKey(tools, channel))
    return readKnownTree(tools, chain.scsn, { bytes: translated.bytes });
  const { made, findings } = translate(tools, channel, chain, source());
  if (made) return made.tree;
  throw new Error(`A checked document cannot be translated: ${findings[0]?.message ?? 'no reason given'}`);
}
