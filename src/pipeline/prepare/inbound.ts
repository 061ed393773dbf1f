import { finding } from '../../findings/messages.ts';
import { placesOfOne } from '../../journal/message.ts';
import { decode } from '../../scsn/decode.ts';
import { repairOrder } from '../../scsn/repair.ts';
import { localDateTime } from '../../tree/date.ts';
import { fingerprintTree } from '../../tree/fingerprint.ts';
import type { TreeDocument } from '../../tree/node.ts';
import type { SourceText } from '../../tree/source-text.ts';
import { readXml } from '../../tree/xml.ts';
import type { InboundChannel } from '../channel.ts';
import { withUploads } from '../check/embedded.ts';
import { parseUploads } from '../gather/uploads.ts';
import type { Toolbox } from '../workers/toolbox.ts';
import { delivered, park, readTree, settle, unchanged } from './common.ts';
import { prepareMapped } from './mapped.ts';
import { isSame, type OrderState, parseState } from './order-state.ts';
import { xmlOverLimit } from './over-limit.ts';
import type { Prepared, PrepareTask } from './prepare.ts';

/** ERP -> exchange. */
export function prepareInbound(tools: Toolbox, task: PrepareTask, channel: InboundChannel): Prepared {
  const state = parseState(task.state);
  const { message } = task;
  if (!message.forced && state.sent?.bytes === message.hash) {
    return settle('duplicate', `The very same file was delivered last, as message ${state.sent.message}.`);
  }
  if (!message.forced && isOlder(state, message, channel.settings.timeZone)) return parkOlder(state, channel);
  return channel.settings.map === undefined
    ? prepareAsIs(tools, task, channel, state)
    : prepareMapped(tools, task, channel, { state, tree: treeOf(task) });
}

/** A retried or re-dropped document must not overwrite what was delivered later. */
function isOlder(
  { sent }: OrderState,
  { id, arrival, issued }: PrepareTask['message'],
  timeZone: string,
): boolean {
  if (!sent) return false;
  const isEarlier = placeOf(id, arrival) < placeOf(sent.message, sent.arrival);
  if (issued === undefined || sent.issued === undefined) return isEarlier;
  const [own, last] = comparable(issued, sent.issued, timeZone);
  if (own === last) return isEarlier;
  const length = Math.min(own.length, last.length);
  return own.slice(0, length) < last.slice(0, length);
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

function parkOlder({ sent }: OrderState, { language }: InboundChannel): Prepared {
  const values = { at: sent?.at ?? '', message: sent?.message ?? '' };
  return park(finding('older-than-delivered', values, {}, language));
}

/** Issue date, time and technical ids say nothing about an order's content. */
const volatileXml = ['cbc:IssueDate', 'cbc:IssueTime', 'cbc:UUID', 'cbc:CopyIndicator'];

/** The XML route: the document goes as it is, in UTF-8; its elements in order where the channel asks for that. */
function prepareAsIs(
  tools: Toolbox,
  task: PrepareTask,
  channel: InboundChannel,
  state: OrderState,
): Prepared {
  const received = sourceOf(task);
  const source = inOrder(tools, channel, received);
  const tree = (source === received ? task.tree : undefined) ?? readTree(readXml(source));
  const print = fingerprintTree(tree, volatileXml);
  if (!task.message.forced && isSame(state, 'inbound', channel.name, print)) return unchanged();
  const excess = xmlOverLimit(tree.root, channel.settings.limits, channel.language);
  if (excess) return { kind: 'settle', outcome: 'rejected', reason: excess.message, findings: [excess] };
  return {
    kind: 'deliver',
    bytes: received.utf8(asUtf8(source.text)),
    findings: [],
    change: { delivered: delivered(task, print, {}) },
    mapping: '',
    fields: {},
  };
}

/** `repair: element-order`: check has told what stood in the wrong order. */
function inOrder({ schemas }: Toolbox, { settings }: InboundChannel, source: SourceText): SourceText {
  if (settings.repair !== 'element-order') return source;
  const root = schemas.model.root(settings.document);
  return source.as(repairOrder(source.text, readTree(readXml(source)), root));
}

/** With the ids of uploaded files in their places, where files were uploaded. */
function treeOf({ bytes, gathered, tree = readSource(bytes) }: PrepareTask): TreeDocument {
  return gathered ? withUploads(tree, parseUploads(gathered)) : tree;
}

export const readSource = (bytes: Uint8Array): TreeDocument => readTree(readXml(sourceOf({ bytes })));

/** Check has decoded these bytes before. */
function sourceOf({ bytes }: Pick<PrepareTask, 'bytes'>): SourceText {
  const { source } = decode(bytes);
  if (source === undefined) throw new Error('A checked document cannot be decoded.');
  return source;
}

/** The declaration must not contradict the bytes. */
const asUtf8 = (text: string): string =>
  text
    .replace(/^\uFEFF/, '')
    .replace(/^(<\?xml[^>]*?)\s+encoding\s*=\s*(["'])[^"']*\2/, '$1 encoding="UTF-8"');
