import { z } from 'zod';
import type { NewOrderState } from '../../journal/model/message.ts';
import type { ItemChange } from '../../mapping/mapping.ts';
import { type ComparedValue, valueForms } from '../../negotiation/line-values.ts';
import { isLater } from '../../time/instants.ts';
import {
  applyExport,
  type ExportedChange,
  exportedSchema,
  type SentValues,
  splitDocumentKey,
} from './exported-state.ts';

/**
 * What the gateway knows of one order (docs/design.md, "Orders and sameness"). `revision` counts changes of this state; a side or line that
 * was changed later has the higher one, whatever the clocks say.
 */

const textsSchema = z.record(z.string(), z.string());

const lineSchema = z.object({
  fingerprint: z.string(),
  revision: z.number(),
  at: z.string(),
  /** What was sent, value by value (src/negotiation/line-values.ts); absent where its mapping names none. */
  values: textsSchema.exactOptional(),
  cancelled: z.literal(true).exactOptional(),
  /** The exchange has shown the line with these values: what it says later is newer. */
  seen: z.literal(true).exactOptional(),
  /** Values that were sent before these, the last one last, and that the exchange had not shown until then. */
  before: z.array(textsSchema).exactOptional(),
});

const comparedValueSchema = z.object({
  name: z.string(),
  form: z.enum(valueForms),
  path: z.array(z.string()),
});

const sideSchema = z.object({
  revision: z.number(),
  /** Message that delivered it. */
  message: z.number(),
  /** Its place in the order of arrival. */
  arrival: z.number(),
  at: z.string(),
  issued: z.string().exactOptional(),
  /** Of the whole prepared result, volatile leaves left out. */
  fingerprint: z.string(),
  /** SHA-256 of the received bytes. */
  bytes: z.string(),
  /** The same of what was delivered before, the newest first. */
  earlier: z.array(z.string()),
  /** Of the envelope around it, where its format has one. */
  reference: z.string().exactOptional(),
  /** By key of the list in the mapping, e.g. the position. */
  lines: z.record(z.string(), lineSchema),
  /** How the values of its lines were read. */
  compared: z.array(comparedValueSchema).exactOptional(),
});

const receivedLineSchema = z.object({
  lastUpdatedAt: z.string(),
  body: z.string(),
  revision: z.number(),
});

const receivedSchema = z.object({
  revision: z.number(),
  /** Blob of the newest order or event body. */
  body: z.string(),
  /** By line id of the exchange. */
  lines: z.record(z.string(), receivedLineSchema),
});

const orderStateSchema = z.object({
  revision: z.number(),
  sent: sideSchema.exactOptional(),
  exported: exportedSchema.exactOptional(),
  /** RFC 3339: when the exchange was asked for the order, because nothing was known of it. */
  asked: z.string().exactOptional(),
  /** By channel. */
  published: z.record(z.string(), sideSchema),
  /** By channel: what was handled, delivered or not. */
  received: z.record(z.string(), receivedSchema),
});

export type OrderState = z.output<typeof orderStateSchema>;
export type SideState = z.output<typeof sideSchema>;
type ReceivedState = z.output<typeof receivedSchema>;

export const emptyState: OrderState = { revision: 0, published: {}, received: {} };

export const parseState = (json: string | undefined): OrderState =>
  json === undefined ? emptyState : orderStateSchema.parse(JSON.parse(json));

/** What a delivered message changes on its own side. */
interface DeliveredChange {
  readonly fingerprint: string;
  readonly bytes: string;
  readonly issued?: string;
  readonly reference?: string;
  readonly lines: Readonly<Record<string, string>>;
  /** Of the same lines, their values. */
  readonly values?: Readonly<Record<string, SentValues & { readonly seen?: true }>>;
  readonly compared?: readonly ComparedValue[];
}

/** What an outbound message brought from the exchange, whether it was published or not. */
export interface ReceivedChange {
  readonly body: string;
  /** Line id -> lastUpdatedAt. */
  readonly lines: Readonly<Record<string, string>>;
  /** Position -> revision of the sent line whose values it shows. */
  readonly seen?: Readonly<Record<string, number>>;
}

export interface StateChange {
  readonly exported?: ExportedChange;
  /** The exchange was asked for the order. */
  readonly asked?: true;
  readonly delivered?: DeliveredChange;
  readonly received?: ReceivedChange;
}

interface ChangingMessage {
  readonly channel: string;
  readonly direction: 'inbound' | 'outbound';
  readonly message: number;
  readonly arrival: number;
  readonly at: string;
}

/** Applies what a settled message changed. Pure. */
export function changeState(state: OrderState, change: StateChange, by: ChangingMessage): OrderState {
  const revision = state.revision + 1;
  let next: OrderState = { ...state, revision };
  if (change.delivered) next = withDelivered(next, change.delivered, by);
  if (change.received) next = withReceived(next, change.received, by.channel);
  if (change.exported)
    next = { ...next, exported: applyExport(state.exported, change.exported, revision, by) };
  return change.asked ? { ...next, asked: by.at } : next;
}

function withDelivered(state: OrderState, change: DeliveredChange, by: ChangingMessage): OrderState {
  const { direction, channel } = by;
  const after = applyDelivered(ownSide(state, direction, channel), change, state.revision, by);
  return direction === 'inbound'
    ? { ...state, sent: after }
    : { ...state, published: { ...state.published, [channel]: after } };
}

function withReceived(state: OrderState, change: ReceivedChange, channel: string): OrderState {
  const after = applyReceived(state.received[channel], change, state.revision);
  const next = { ...state, received: { ...state.received, [channel]: after } };
  return change.seen && next.sent ? { ...next, sent: withSeen(next.sent, change.seen) } : next;
}

/** Only of what was sent last: meanwhile the line may have been sent again. */
function withSeen(sent: SideState, seen: Readonly<Record<string, number>>): SideState {
  const lines = Object.entries(sent.lines).map(([key, one]) => [
    key,
    seen[key] === one.revision ? { ...one, seen: true as const } : one,
  ]);
  return { ...sent, lines: Object.fromEntries(lines) };
}

/** Deliveries of one order that are known again when they come once more. */
const mostEarlier = 32;

function listEarlier(before: SideState | undefined, bytes: string): string[] {
  if (before === undefined) return [];
  const hashes = new Set([before.bytes, ...before.earlier]);
  hashes.delete(bytes);
  return [...hashes].slice(0, mostEarlier);
}

/** An exchange that is never heard does not make the state grow. */
const mostUnseen = 8;

function listUnseen(last: SideState['lines'][string] | undefined): { before?: SentValues['values'][] } {
  if (last?.values === undefined || last.seen) return {};
  return { before: [...(last.before ?? []), last.values].slice(-mostUnseen) };
}

function applyDelivered(
  before: SideState | undefined,
  change: DeliveredChange,
  revision: number,
  by: ChangingMessage,
): SideState {
  const told = Object.entries(change.lines).map(([key, fingerprint]) => [
    key,
    { fingerprint, revision, at: by.at, ...change.values?.[key], ...listUnseen(before?.lines[key]) },
  ]);
  const lines: SideState['lines'] = { ...before?.lines, ...Object.fromEntries(told) };
  return {
    revision,
    message: by.message,
    arrival: by.arrival,
    at: by.at,
    fingerprint: change.fingerprint,
    bytes: change.bytes,
    earlier: listEarlier(before, change.bytes),
    lines,
    ...(change.compared === undefined
      ? {}
      : { compared: change.compared.map((one) => ({ ...one, path: [...one.path] })) }),
    ...(change.issued === undefined ? {} : { issued: change.issued }),
    ...(change.reference === undefined ? {} : { reference: change.reference }),
  };
}

function applyReceived(
  before: ReceivedState | undefined,
  change: ReceivedChange,
  revision: number,
): ReceivedState {
  const newer = Object.entries(change.lines)
    .filter(([id, lastUpdatedAt]) => !isLater(before?.lines[id]?.lastUpdatedAt ?? '', lastUpdatedAt))
    .map(([id, lastUpdatedAt]) => [id, { lastUpdatedAt, body: change.body, revision }]);
  const lines: ReceivedState['lines'] = { ...before?.lines, ...Object.fromEntries(newer) };
  return { revision, body: change.body, lines };
}

/** The side this channel delivers on. */
export const ownSide = (
  state: OrderState,
  direction: 'inbound' | 'outbound',
  channel: string,
): SideState | undefined => (direction === 'inbound' ? state.sent : state.published[channel]);

/** The newest revision of a line (or of anything, without a key) on the other side. */
function newestRevisionOfOther(state: OrderState, direction: 'inbound' | 'outbound', key?: string): number {
  const others = direction === 'inbound' ? Object.values(state.published) : state.sent ? [state.sent] : [];
  return Math.max(
    0,
    ...others.map((side) => (key === undefined ? side.revision : (side.lines[key]?.revision ?? 0))),
  );
}

/** `$change`: the plain difference of an item to what was last delivered on this side for that key. */
export function compareLine(
  state: OrderState,
  direction: 'inbound' | 'outbound',
  channel: string,
  key: string,
  fingerprint: string,
): ItemChange {
  const before = ownSide(state, direction, channel)?.lines[key];
  if (!before) return 'new';
  return before.fingerprint === fingerprint ? 'unchanged' : 'changed';
}

/** `$omit`: an item is still so when it is unchanged and the other side said nothing about it in between. */
export function isSameLine(
  state: OrderState,
  direction: 'inbound' | 'outbound',
  channel: string,
  key: string,
  fingerprint: string,
): boolean {
  const before = ownSide(state, direction, channel)?.lines[key];
  return (
    before?.fingerprint === fingerprint && newestRevisionOfOther(state, direction, key) < before.revision
  );
}

/** Does the whole result equal the last delivered one, with nothing from the other side in between? */
export function isSameResult(
  state: OrderState,
  direction: 'inbound' | 'outbound',
  channel: string,
  fingerprint: string,
): boolean {
  const before = ownSide(state, direction, channel);
  return before?.fingerprint === fingerprint && newestRevisionOfOther(state, direction) < before.revision;
}

/** Line ids whose timestamp is newer than what this channel handled, or that carry none. */
export function listFreshLines(
  state: OrderState,
  channel: string,
  lines: readonly { readonly id: string; readonly lastUpdatedAt?: string | undefined }[],
): ReadonlySet<string> {
  const handled = state.received[channel]?.lines ?? {};
  return new Set(
    lines
      .filter(({ id, lastUpdatedAt }) => isLater(lastUpdatedAt, handled[id]?.lastUpdatedAt))
      .map(({ id }) => id),
  );
}

/** The bodies that `$received` is made of. */
export function listReceivedBodies(state: OrderState): readonly string[] {
  const hashes = Object.values(state.received).flatMap(({ body, lines }) => [
    body,
    ...Object.values(lines).map((line) => line.body),
  ]);
  return [...new Set(hashes)];
}

/** The bodies that a state refers to: they are kept as long as it does. */
export function listReferredBodies(state: OrderState): readonly string[] {
  const documents = state.exported?.sources.map(({ document }) => document) ?? [];
  return [...new Set([...listReceivedBodies(state), ...documents.flatMap(splitDocumentKey)])];
}

export const buildStoredState = (state: OrderState): NewOrderState => ({
  state: JSON.stringify(state),
  revision: state.revision,
  bodies: listReferredBodies(state),
});
