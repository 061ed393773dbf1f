import { finding } from '../../findings/messages.ts';
import type { AsIs, Document } from '../../formats/interface.ts';
import { placesOfOne } from '../../journal/message.ts';
import { ledBack } from '../../mapping/lead-back.ts';
import { localDateTime } from '../../tree/date.ts';
import { fingerprintTree } from '../../tree/fingerprint.ts';
import type { TreeDocument } from '../../tree/node.ts';
import type { InboundChannel } from '../channel.ts';
import { withUploads } from '../check/embedded.ts';
import { translate } from '../check/translate.ts';
import { bareContext } from '../context.ts';
import { parseUploads } from '../gather/uploads.ts';
import { type Chain, chainOf, entryOf } from '../workers/chain.ts';
import { translatorOf } from '../workers/generation-hash.ts';
import type { Toolbox } from '../workers/toolbox.ts';
import { delivered, park, settle, unchanged } from './common.ts';
import { mappedRun } from './mapped.ts';
import type { OnTheWay } from './onward.ts';
import { isSame, type OrderState, parseState } from './order-state.ts';
import { xmlOverLimit } from './over-limit.ts';
import type { Prepared, PrepareTask, Step } from './prepare.ts';
import { withReference } from './reference.ts';

/** ERP -> exchange. */
export function stepInbound(tools: Toolbox, task: PrepareTask, channel: InboundChannel): Step {
  const state = parseState(task.state);
  const { message } = task;
  if (!message.forced && state.sent?.bytes === message.hash) {
    return settle('duplicate', `The very same file was delivered last, as message ${state.sent.message}.`);
  }
  if (!message.forced && isOlder(state, message, channel.settings.timeZone)) return parkOlder(state, channel);
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
  const excess = xmlOverLimit(tree.root, channel.settings.limits, channel.language);
  if (excess) return { kind: 'settle', outcome: 'rejected', reason: excess.message, findings: [excess] };
  return {
    kind: 'deliver',
    bytes: bytes(),
    findings,
    change: { delivered: delivered(task, { fingerprint: print, items: new Map() }) },
    mapping: chain.translation?.hash ?? '',
    fields: {},
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

/** Of a document that was checked before. */
function knownTree(tools: Toolbox, format: string, document: Document): TreeDocument {
  const { tree, findings } = tools.format(format).read(document, { known: true });
  if (tree !== undefined) return tree;
  throw new Error(`A checked document cannot be read: ${findings[0]?.message ?? 'no reason given'}`);
}
