import { z } from 'zod';
import { outcomes } from '../../types.ts';
import type { LastStep, Message } from '../model/message.ts';
import { findingSchema, jsonColumn, optionalMember } from './row-columns.ts';

const sourceSchema = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('file'),
    id: z.string(),
    name: z.string(),
    size: z.number(),
    mtime: z.number(),
    inPlace: z.literal(true).exactOptional(),
  }),
  z.object({ kind: z.literal('webhook'), method: z.string() }),
  z.object({ kind: z.literal('notice'), what: z.enum(['order', 'shipment']), id: z.string() }),
  z.object({ kind: z.literal('search'), note: z.boolean() }),
  z.object({ kind: z.literal('correction'), of: z.number() }),
  z.object({
    kind: z.literal('document'),
    of: z.number(),
    number: z.number(),
    at: z.object({
      offset: z.number(),
      line: z.number(),
      column: z.number(),
      record: z.number().exactOptional(),
    }),
    envelope: z.string().exactOptional(),
    findings: z.array(findingSchema).exactOptional(),
  }),
]);

export const lostSchema = z
  .object({
    path: z.string(),
    count: z.number(),
    class: z.enum(['commercial', 'other']),
    told: z.literal(true).exactOptional(),
  })
  .readonly();

/** In the column `saw`: who reads a million of them is glad that it is short. */
const lastStepSchema = z.object({
  step: z.enum(['check', 'prepare']),
  at: z.number(),
  said: z.enum([
    'deliver',
    'park',
    'wait',
    'duplicate',
    'unchanged',
    'ignored',
    'outdated',
    'rejected',
    'failed',
  ]),
  forced: z.literal(true).exactOptional(),
});

export type LastStepRow = z.output<typeof lastStepSchema>;

const parseLastStep = ({ step, at, said, forced }: LastStepRow): LastStep => ({
  step,
  at: new Date(at).toISOString(),
  said,
  forced: forced === true,
});

const messageRow = z.object({
  id: z.number(),
  received_at: z.string(),
  channel: z.string(),
  direction: z.enum(['inbound', 'outbound']),
  lane: z.string(),
  arrival: z.number(),
  name: z.string(),
  source: jsonColumn(sourceSchema),
  state: z.enum(['received', 'ready', 'waiting', 'parked', 'settled']),
  outcome: z.enum(outcomes).nullable(),
  reason: z.string(),
  order_key: z.string().nullable(),
  address: z.string().nullable(),
  purchase_order: z.string().nullable(),
  issued: z.string().nullable(),
  gather: jsonColumn(z.object({ what: z.enum(['order', 'shipment', 'upload']), id: z.string() })).nullable(),
  due: z.number(),
  attempts: z.number(),
  owner: z.string().nullable(),
  ends: z.number(),
  hash: z.string(),
  possibly_twice: z.number(),
  released: z.number(),
  forced: z.number(),
  forced_lines: z.string().nullable(),
  findings: jsonColumn(z.array(findingSchema)),
  settled_at: z.string().nullable(),
  place: z.string().nullable(),
  collected: z.string().nullable(),
  mapping: z.string().nullable(),
  generation: z.string().nullable(),
  corrects: z.number().nullable(),
  saw: jsonColumn(lastStepSchema).nullable(),
  revision: z.number().nullable(),
  lost: jsonColumn(z.array(lostSchema)).nullable(),
  closed: z.string().nullable(),
});

export function parseMessage(row: unknown): Message {
  const r = messageRow.parse(row);
  return {
    id: r.id,
    receivedAt: r.received_at,
    channel: r.channel,
    direction: r.direction,
    lane: r.lane,
    arrival: r.arrival,
    name: r.name,
    source: r.source,
    state: r.state,
    reason: r.reason,
    due: r.due,
    attempts: r.attempts,
    inHand: r.owner !== null,
    ends: r.ends,
    hash: r.hash,
    possiblyTwice: r.possibly_twice === 1,
    ...(r.released === 1 ? { released: true } : {}),
    forced: r.forced === 1,
    ...(r.forced_lines === null ? {} : { forcedLines: r.forced_lines.split(' ') }),
    findings: r.findings,
    ...optionalMember('outcome', r.outcome),
    ...optionalMember('orderKey', r.order_key),
    ...optionalMember('address', r.address),
    ...optionalMember('purchaseOrderNumber', r.purchase_order),
    ...optionalMember('issued', r.issued),
    ...optionalMember('gather', r.gather),
    ...optionalMember('settledAt', r.settled_at),
    ...optionalMember('place', r.place),
    ...optionalMember('collected', r.collected),
    ...optionalMember('mapping', r.mapping),
    ...optionalMember('generation', r.generation),
    ...optionalMember('corrects', r.corrects),
    ...optionalMember('lastStep', r.saw && parseLastStep(r.saw)),
    ...optionalMember('revision', r.revision),
    ...optionalMember('lost', r.lost),
    ...optionalMember('closed', r.closed),
  };
}
