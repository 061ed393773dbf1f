import { finding } from '../../findings/messages.ts';
import type { AsIs, Document } from '../../formats/interface.ts';
import { placesOfOne } from '../../journal/message.ts';
import { localDateTime } from '../../tree/date.ts';
import { fingerprintTree } from '../../tree/fingerprint.ts';
import type { TreeDocument } from '../../tree/node.ts';
import type { Channel, InboundChannel } from '../channel.ts';
import { withUploads } from '../check/embedded.ts';
import { parseUploads } from '../gather/uploads.ts';
import type { Toolbox } from '../workers/toolbox.ts';
import { delivered, park, settle, unchanged } from './common.ts';
import { mappedRun } from './mapped.ts';
import { isSame, type OrderState, parseState } from './order-state.ts';
import { xmlOverLimit } from './over-limit.ts';
import type { Prepared, PrepareTask, Step } from './prepare.ts';

/** ERP -> exchange. */
export function stepInbound(tools: Toolbox, task: PrepareTask, channel: InboundChannel): Step {
  const state = parseState(task.state);
  const { message } = task;
  if (!message.forced && state.sent?.bytes === message.hash) {
    return settle('duplicate', `The very same file was delivered last, as message ${state.sent.message}.`);
  }
  if (!message.forced && isOlder(state, message, channel.settings.timeZone)) return parkOlder(state, channel);
  return channel.settings.map === undefined
    ? prepareAsIs(tools, task, channel, state)
    : mappedRun(tools, task, channel, { state, tree: treeOf(tools, task) });
}

/** A retried or re-dropped document must not overwrite what was delivered later. */
export function isOlder(
  { sent }: OrderState,
  { id, arrival, issued }: Pick<PrepareTask['message'], 'id' | 'arrival' | 'issued'>,
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
  const { tree, bytes } = asIs(tools, task, channel);
  const print = fingerprintTree(tree, volatileXml);
  if (!task.message.forced && isSame(state, 'inbound', channel.name, print)) return unchanged();
  const excess = xmlOverLimit(tree.root, channel.settings.limits, channel.language);
  if (excess) return { kind: 'settle', outcome: 'rejected', reason: excess.message, findings: [excess] };
  return {
    kind: 'deliver',
    bytes: bytes(),
    findings: [],
    change: { delivered: delivered(task, { fingerprint: print, items: new Map() }) },
    mapping: '',
    fields: {},
  };
}

function asIs(tools: Toolbox, { bytes, inFile, tree }: PrepareTask, { settings }: InboundChannel): AsIs {
  const format = tools.format(settings.document);
  const repair = settings.repair === 'element-order' ? { repair: settings.repair } : {};
  const document = format.asIs?.({ bytes, ...inFile }, { ...repair, ...(tree ? { tree } : {}) });
  if (document === undefined) throw new Error(`${format.name} cannot be sent without a mapping.`);
  return document;
}

/** With the ids of uploaded files in their places, where files were uploaded. */
function treeOf(tools: Toolbox, { bytes, inFile, gathered, channel, tree }: PrepareTask): TreeDocument {
  const known = tree ?? knownTree(tools, channel, { bytes, ...inFile });
  return gathered ? withUploads(known, parseUploads(gathered)) : known;
}

/** Of a document that was checked before. */
export function knownTree(tools: Toolbox, { settings }: Channel, document: Document): TreeDocument {
  const { tree, findings } = tools.format(settings.document).read(document, { known: true });
  if (tree !== undefined) return tree;
  throw new Error(`A checked document cannot be read: ${findings[0]?.message ?? 'no reason given'}`);
}
