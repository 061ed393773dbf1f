import { decode } from '../scsn/decode.ts';
import { fingerprint, fingerprintTree } from '../tree/fingerprint.ts';
import { writeJson } from '../tree/write-json.ts';
import { readXml } from '../tree/xml.ts';
import type { InboundChannel } from './channel.ts';
import { isSame, type OrderState, parseState } from './order-state.ts';
import type { Prepared, PrepareTask } from './prepare.ts';
import {
  contextOf,
  delivered,
  isUnchanged,
  park,
  readTree,
  settle,
  unchanged,
  withTarget,
} from './prepare-common.ts';
import type { Rooms } from './rooms.ts';
import { keyedItems, omitUnchanged, overLimit } from './trim.ts';

/** ERP -> exchange. */
export function prepareInbound(rooms: Rooms, task: PrepareTask, channel: InboundChannel): Prepared {
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
