import { createHash } from 'node:crypto';
import { orderIdentity } from '../exchange/model.ts';
import type { MappingContext, MappingResult } from '../mapping/interface.ts';
import { checkXml } from '../scsn/check.ts';
import { decode } from '../scsn/decode.ts';
import { writeXml } from '../scsn/write.ts';
import { fingerprint, fingerprintTree } from '../tree/fingerprint.ts';
import { readJson } from '../tree/json.ts';
import type { TreeDocument } from '../tree/node.ts';
import type { OutObject } from '../tree/out.ts';
import { writeJson } from '../tree/write-json.ts';
import { readXml } from '../tree/xml.ts';
import type { Finding } from '../types.ts';
import type { Channel, InboundChannel, OutboundChannel } from './channel.ts';
import { bareContext, otherRole } from './check.ts';
import { keepLines, mergeReceived } from './order-json.ts';
import {
  freshLines,
  isSame,
  lineChange,
  type OrderState,
  ownSide,
  parseState,
  type ReceivedChange,
  type StateChange,
} from './order-state.ts';
import type { Rooms } from './rooms.ts';
import { keyedItems, omitUnchanged, overLimit } from './trim.ts';

/** Everything prepare may see. The same task gives the same answer, today and in a replay. */
export interface PrepareTask {
  readonly channel: Channel;
  readonly message: {
    readonly id: number;
    readonly hash: string;
    readonly issued?: string;
    readonly forced: boolean;
    /** Lies before the start of the gateway (`firstRun: noteOnly`). */
    readonly note: boolean;
  };
  readonly bytes: Uint8Array;
  readonly gathered?: Uint8Array;
  /** The order state as JSON. */
  readonly state?: string;
  /** Bodies that the order state refers to, by hash. */
  readonly bodies: Readonly<Record<string, Uint8Array>>;
  readonly now: string;
}

export type Prepared =
  | {
      readonly kind: 'settle';
      readonly outcome: 'duplicate' | 'unchanged' | 'ignored' | 'rejected';
      readonly reason: string;
      readonly findings: readonly Finding[];
      readonly change?: StateChange;
    }
  | { readonly kind: 'park'; readonly reason: string; readonly findings: readonly Finding[] }
  | Deliverable;

export interface Deliverable {
  readonly kind: 'deliver';
  readonly bytes: Uint8Array;
  readonly findings: readonly Finding[];
  readonly change: StateChange;
  /** Hash of the mapping; empty without one. */
  readonly mapping: string;
  /** For the file name: purchaseOrderNumber, documentType, eventName. */
  readonly fields: Readonly<Record<string, string>>;
}

/** From bytes, what was gathered and the order state to what will be sent or published, or to a refusal. Pure. */
export function prepare(rooms: Rooms, task: PrepareTask): Prepared {
  const { channel } = task;
  return channel.direction === 'inbound'
    ? prepareInbound(rooms, task, channel)
    : prepareOutbound(rooms, task, channel);
}

function prepareInbound(rooms: Rooms, task: PrepareTask, channel: InboundChannel): Prepared {
  const state = parseState(task.state);
  const { message } = task;
  if (!message.forced && state.sent?.bytes === message.hash) {
    return settle('duplicate', `The very same file was delivered last, as message ${state.sent.message}.`);
  }
  if (!message.forced && isOlder(state, message)) return parkOlder(state);
  return channel.settings.map === undefined
    ? prepareAsIs(task, channel, state)
    : prepareMapped(rooms, task, channel, state);
}

/** A retried or re-dropped document must not overwrite what was delivered later. */
function isOlder({ sent }: OrderState, { id, issued }: PrepareTask['message']): boolean {
  if (!sent) return false;
  if (issued === undefined || sent.issued === undefined || issued === sent.issued) return id < sent.message;
  const length = Math.min(issued.length, sent.issued.length);
  return issued.slice(0, length) < sent.issued.slice(0, length);
}

function parkOlder({ sent }: OrderState): Prepared {
  return park({
    code: 'older-than-delivered',
    severity: 'park',
    message: `A newer version of this order was delivered at ${sent?.at} (message ${sent?.message}).`,
    advice: 'Discard this message, or send it all the same with `gateway journal retry --force`.',
  });
}

/** Issue date, time and technical ids say nothing about an order's content. */
const volatileXml = ['cbc:IssueDate', 'cbc:IssueTime', 'cbc:UUID', 'cbc:CopyIndicator'];

/** The XML route: the document goes as it is, in UTF-8. */
function prepareAsIs(task: PrepareTask, channel: InboundChannel, state: OrderState): Prepared {
  const text = textOf(task);
  const tree = readTree(readXml(text));
  const print = fingerprintTree(tree, volatileXml);
  if (!task.message.forced && isSame(state, 'inbound', channel.name, print)) return unchanged();
  return {
    kind: 'deliver',
    bytes: Buffer.from(asUtf8(text)),
    findings: [],
    change: { delivered: delivered(task, print, {}) },
    mapping: '',
    fields: {},
  };
}

/** Check has decoded these bytes before. */
function textOf({ bytes }: PrepareTask): string {
  const { text } = decode(bytes);
  if (text === undefined) throw new Error('A checked document cannot be decoded.');
  return text;
}

/** The declaration must not contradict the bytes. */
const asUtf8 = (text: string): string =>
  text
    .replace(/^\uFEFF/, '')
    .replace(/^(<\?xml[^>]*?)\s+encoding\s*=\s*(["'])[^"']*\2/, '$1 encoding="UTF-8"');

function prepareMapped(
  rooms: Rooms,
  task: PrepareTask,
  channel: InboundChannel,
  state: OrderState,
): Prepared {
  const mapping = rooms.mapping(channel.settings.map ?? '');
  const tree = readTree(readXml(textOf(task)));
  const result = mapping.run(tree, contextOf(task, channel, state, ''));
  return withTarget(result, (target) => {
    const print = fingerprint(target);
    if (!task.message.forced && isSame(state, 'inbound', channel.name, print)) return unchanged();
    const lines = keyedItems(target);
    const news = task.message.forced
      ? target
      : omitUnchanged(target, (key, value) => isUnchanged(task, state, key, value));
    // The exchange takes no order without lines: a header that changed alone goes with all of them.
    const sent = lines.size > 0 && keyedItems(news).size === 0 ? target : news;
    const excess = overLimit(sent, channel.settings.limits);
    if (excess)
      return {
        kind: 'settle',
        outcome: 'rejected',
        reason: excess.message,
        findings: [...result.findings, excess],
      };
    return {
      kind: 'deliver',
      bytes: Buffer.from(writeJson(sent)),
      findings: result.findings,
      change: { delivered: delivered(task, print, Object.fromEntries(lines)) },
      mapping: mapping.hash,
      fields: {},
    };
  });
}

const isUnchanged = ({ channel }: PrepareTask, state: OrderState, key: string, print: string): boolean =>
  lineChange(state, channel.direction, channel.name, key, print) === 'unchanged';

function prepareOutbound(rooms: Rooms, task: PrepareTask, channel: OutboundChannel): Prepared {
  const state = parseState(task.state);
  const event = orderIdentity(task.bytes)?.eventName ?? '';
  const body = task.gathered ?? task.bytes;
  const order = orderIdentity(body);
  if (!order?.id) return park(unreadableOrder);
  const received = receivedChange(body, order.lines);
  const foreign = otherRole(channel, order);
  if (foreign) return settle('ignored', foreign);
  if (task.message.note)
    return settle('ignored', 'It lies before the start of this channel (firstRun: noteOnly).', received);
  const mapping = rooms.mapping(channel.settings.map ?? '');
  const again = task.message.forced || mapping.again(event);
  const fresh = freshLines(state, channel.name, order.lines);
  if (!again && order.lines.length > 0 && fresh.size === 0)
    return settle('ignored', 'Nothing in it is newer than what was handled before.', received);
  const text = Buffer.from(body).toString('utf8');
  // A response says only what is new; an order is always complete.
  const told = again || channel.settings.document === 'scsn/Order' ? text : keepLines(text, fresh);
  const result = mapping.run(readTree(readJson(told)), contextOf(task, channel, state, event));
  return withTarget(
    result,
    (target) =>
      publishable(
        rooms,
        {
          task,
          channel,
          state,
          again,
          received,
          mapping: mapping.hash,
          event,
          number: order.purchaseOrderNumber ?? '',
        },
        target,
        result.findings,
      ),
    received,
  );
}

interface Publication {
  readonly task: PrepareTask;
  readonly channel: OutboundChannel;
  readonly state: OrderState;
  readonly again: boolean;
  readonly received: ReceivedChange;
  readonly mapping: string;
  readonly event: string;
  readonly number: string;
}

function publishable(
  rooms: Rooms,
  p: Publication,
  target: OutObject,
  findings: readonly Finding[],
): Prepared {
  const print = fingerprint(target);
  const lines = keyedItems(target);
  if (!p.again && isSame(p.state, 'outbound', p.channel.name, print)) return unchanged(p.received);
  const news = p.again
    ? target
    : omitUnchanged(target, (key, value) => isUnchanged(p.task, p.state, key, value));
  if (lines.size > 0 && keyedItems(news).size === 0) return unchanged(p.received);
  const written = writeXml(p.channel.settings.document, news, rooms.schemas.model);
  const broken = checkXml(written.bytes, rooms.schemas, {
    document: p.channel.settings.document,
    severities: {},
  }).findings.filter(({ severity }) => severity !== 'warning');
  if (broken[0]) return { kind: 'park', reason: broken[0].message, findings: [...findings, ...broken] };
  return {
    kind: 'deliver',
    bytes: written.bytes,
    findings: [...findings, ...written.findings],
    change: { delivered: delivered(p.task, print, Object.fromEntries(lines)), received: p.received },
    mapping: p.mapping,
    fields: {
      purchaseOrderNumber: p.number,
      documentType: p.channel.settings.document.slice('scsn/'.length),
      eventName: p.event,
    },
  };
}

function receivedChange(
  body: Uint8Array,
  lines: readonly { readonly id: string; readonly lastUpdatedAt?: string | undefined }[],
): ReceivedChange {
  const stamps = lines.flatMap(({ id, lastUpdatedAt }) =>
    lastUpdatedAt === undefined ? [] : [[id, lastUpdatedAt] as const],
  );
  return { body: createHash('sha256').update(body).digest('hex'), lines: Object.fromEntries(stamps) };
}

const delivered = ({ message }: PrepareTask, print: string, lines: Readonly<Record<string, string>>) => ({
  fingerprint: print,
  bytes: message.hash,
  lines,
  ...(message.issued === undefined ? {} : { issued: message.issued }),
});

function contextOf(task: PrepareTask, channel: Channel, state: OrderState, event: string): MappingContext {
  const received = receivedText(task, state);
  return {
    ...bareContext(channel),
    event,
    now: task.now,
    sent: sideText(state.sent),
    published: sideText(ownSide(state, 'outbound', channel.name)),
    ...(received === undefined ? {} : { received }),
    change: (key, print) => lineChange(state, channel.direction, channel.name, key, print),
  };
}

/** `$sent` and `$published`: when, and which lines. */
function sideText(side: OrderState['sent']): string {
  if (!side) return '{}';
  const lines = Object.entries(side.lines).map(([key, { at }]) => ({ key, at }));
  return JSON.stringify({ at: side.at, lines });
}

/** `$received`: of all channels, the newest header and each line as newest. */
function receivedText({ bodies }: PrepareTask, state: OrderState): string | undefined {
  const sides = Object.values(state.received).sort((a, b) => a.revision - b.revision);
  const newest = sides.at(-1);
  if (!newest) return undefined;
  const text = (hash: string): string => Buffer.from(bodies[hash] ?? []).toString('utf8');
  const lines = new Map(
    sides.flatMap((side) => Object.entries(side.lines).map(([id, line]) => [id, text(line.body)] as const)),
  );
  return mergeReceived(text(newest.body), lines);
}

/** A mapping's `stop:` and its findings decide before its target does. */
function withTarget(
  result: MappingResult,
  then: (target: OutObject) => Prepared,
  received?: ReceivedChange,
): Prepared {
  const { stop, target, findings } = result;
  const all = stop ? [...findings, stop.finding] : findings;
  if (stop?.as === 'ignored')
    return {
      kind: 'settle',
      outcome: 'ignored',
      reason: stop.finding.message,
      findings,
      ...(received ? { change: { received } } : {}),
    };
  const worst =
    all.find(({ severity }) => severity === 'error') ?? all.find(({ severity }) => severity === 'park');
  if (stop?.as === 'parked' || worst?.severity === 'park')
    return { kind: 'park', reason: (stop?.finding ?? worst)?.message ?? '', findings: all };
  if (worst) {
    // What the exchange sent cannot be refused: a person decides.
    return received
      ? { kind: 'park', reason: worst.message, findings: all }
      : { kind: 'settle', outcome: 'rejected', reason: worst.message, findings: all };
  }
  return target ? then(target) : settle('ignored', 'The mapping made nothing of it.', received);
}

const settle = (
  outcome: 'duplicate' | 'unchanged' | 'ignored',
  reason: string,
  received?: ReceivedChange,
): Prepared => ({
  kind: 'settle',
  outcome,
  reason,
  findings: [],
  ...(received ? { change: { received } } : {}),
});

const unchanged = (received?: ReceivedChange): Prepared =>
  settle('unchanged', 'It says the same as what was delivered last.', received);

const park = (finding: Finding): Prepared => ({ kind: 'park', reason: finding.message, findings: [finding] });

const unreadableOrder: Finding = {
  code: 'order-unreadable',
  severity: 'park',
  message: 'The exchange answered with JSON in which no order id was found.',
  advice:
    'Look at the body with `gateway journal show ID --body` and ask the exchange; then retry or discard the message.',
};

function readTree(
  read: { readonly tree: TreeDocument } | { readonly findings: readonly Finding[] },
): TreeDocument {
  if ('tree' in read) return read.tree;
  throw new Error(`A checked document cannot be read: ${read.findings[0]?.message ?? 'no reason given'}`);
}
