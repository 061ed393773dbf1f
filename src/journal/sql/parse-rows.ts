import { z } from 'zod';
import { outcomes } from '../../types.ts';
import type {
  Command,
  HistoryEntry,
  MessageBusinessKey,
  OpenMessageCount,
  Publication,
  PublishedFile,
  ReplayCandidate,
  Task,
} from '../journal.ts';
import type {
  Artifact,
  Attempt,
  GenerationUse,
  LastStep,
  Message,
  NumberedVersion,
  PartInfo,
} from '../model/message.ts';

/** Rows of the journal's tables, parsed at the edge: a journal that was tampered with fails here, not later. */

const jsonColumn = <T extends z.ZodType>(schema: T) =>
  z
    .string()
    .transform((text) => JSON.parse(text) as unknown)
    .pipe(schema);

const findingSchema = z
  .object({
    code: z.string(),
    severity: z.enum(['error', 'park', 'warning']),
    message: z.string(),
    advice: z.string(),
    line: z.number().exactOptional(),
    column: z.number().exactOptional(),
    record: z.number().exactOptional(),
    field: z.string().exactOptional(),
    path: z.string().exactOptional(),
    key: z.string().exactOptional(),
    value: z.string().exactOptional(),
    file: z.string().exactOptional(),
  })
  .readonly();

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

const lostSchema = z
  .object({
    path: z.string(),
    count: z.number(),
    class: z.enum(['commercial', 'other']),
    told: z.literal(true).exactOptional(),
  })
  .readonly();

const stagedSchema = z.object({
  temporary: z.string(),
  name: z.string(),
  folder: z.string().exactOptional(),
});

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

/** An optional member, left out instead of null. */
export function optionalMember<K extends string, V>(key: K, value: V | null): { readonly [P in K]?: V } {
  return value === null ? {} : ({ [key]: value } as { readonly [P in K]: V });
}

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
    ...optionalMember('sight', r.saw && parseLastStep(r.saw)),
    ...optionalMember('revision', r.revision),
    ...optionalMember('lost', r.lost),
    ...optionalMember('closed', r.closed),
  };
}

const attemptRow = z.object({
  n: z.number(),
  what: z.enum(['gather', 'deliver', 'check', 'work']),
  started: z.string(),
  ended: z.string().nullable(),
  status: z.number(),
  detail: z.string(),
  unknown: z.number(),
  staged: jsonColumn(stagedSchema).nullable(),
  published: z.number(),
});

export function parseAttempt(row: unknown): Attempt {
  const { ended, staged, unknown, published, ...rest } = attemptRow.parse(row);
  return {
    ...rest,
    unknown: unknown === 1,
    published: published === 1,
    ...optionalMember('ended', ended),
    ...optionalMember('staged', staged),
  };
}

const publishedRow = z
  .object({
    id: z.number(),
    channel: z.string(),
    place: z.string(),
    folder: z.string(),
    settled_at: z.string(),
  })
  .transform(({ place: name, settled_at: at, ...rest }) => ({ ...rest, name, at }));

export const parsePublishedFile = (row: unknown): PublishedFile => publishedRow.parse(row);

const partRow = z.object({
  role: z.enum([
    'received',
    'envelope',
    'gathered',
    'prepared',
    'plan',
    'answer',
    'corrected',
    'named',
    'translated',
    'translator',
  ]),
  hash: z.string(),
  size: z.number(),
  at: z.string(),
});

export const parsePartInfo = (row: unknown): PartInfo => partRow.parse(row);

const artifactRow = z.object({
  hash: z.string(),
  kind: z.enum(['generation', 'settings', 'mapping', 'format', 'text', 'folder', 'file']),
  text: z.string(),
});

export const parseArtifact = (row: unknown): Artifact => artifactRow.parse(row);

const useRow = z.object({
  generation: z.string(),
  channel: z.string(),
  first: z.string(),
  last: z.string(),
  used: z.coerce.number().transform((at) => new Date(at).toISOString()),
  messages: z.number(),
});

export const parseGenerationUse = (row: unknown): GenerationUse => useRow.parse(row);

const versionRow = z.object({
  number: z.number(),
  hash: z.string(),
  at: z.string(),
  who: z.string(),
  reason: z.string(),
  folder: z.string(),
});

export const parseVersion = (row: unknown): NumberedVersion => versionRow.parse(row);

const publicationRow = z
  .object({
    id: z.number(),
    at: z.string(),
    action: z.enum(['publish', 'restore']),
    who: z.string(),
    reason: z.string(),
    folder_before: z.string(),
    folder_after: z.string(),
    freed: jsonColumn(z.array(z.int())),
  })
  .transform(({ folder_before: before, folder_after: after, ...rest }) => ({ ...rest, before, after }));

export const parsePublication = (row: unknown): Publication => publicationRow.parse(row);

const replayCandidateRow = z
  .object({
    id: z.number(),
    channel: z.string(),
    address: z.string().nullable(),
    received_at: z.string(),
    generation: z.string().nullable(),
    bodies: z.number(),
    lost: jsonColumn(z.array(lostSchema)).nullable(),
  })
  .transform(({ address, received_at: receivedAt, generation, bodies, lost, ...rest }) => ({
    ...{ ...rest, receivedAt, bodies: bodies === 1 },
    ...optionalMember('address', address),
    ...optionalMember('generation', generation),
    ...optionalMember('lost', lost),
  }));

export const parseReplayCandidate = (row: unknown): ReplayCandidate => replayCandidateRow.parse(row);

const commandRow = z.object({
  id: z.number(),
  action: z.enum(['retry', 'release', 'discard', 'resend', 'done', 'close']),
  message: z.number(),
  force: z.number(),
  reason: z.string(),
  who: z.string(),
  /** Hash of the corrected document. */
  body: z.string().nullable(),
  line: z.string().nullable(),
  machine: z.string(),
  audited: z.number(),
});

interface KeptCommand extends Command {
  readonly id: number;
  readonly body: string | null;
  readonly machine: string;
  readonly audited: boolean;
}

export function parseCommand(row: unknown): KeptCommand {
  const { force, line, audited, ...rest } = commandRow.parse(row);
  return { ...rest, force: force === 1, audited: audited === 1, ...optionalMember('line', line) };
}

const taskRow = z
  .object({
    message: z.number(),
    address: z.string(),
    channel: z.string(),
    purchase_order: z.string().nullable(),
    line: z.string(),
    finding: jsonColumn(findingSchema),
    opened: z.string(),
    ended: z.string().nullable(),
    how: z.enum(['person', 'exchange', 'ERP']).nullable(),
    ended_by: z.number().nullable(),
    who: z.string(),
    reason: z.string(),
  })
  .transform(({ purchase_order, ended: at, how: by, ended_by, who, reason, ...rest }) => ({
    ...rest,
    ...optionalMember('purchaseOrderNumber', purchase_order),
    ...(at === null || by === null
      ? {}
      : { ended: { at, by, ...optionalMember('message', ended_by), who, reason } }),
  }));

export const parseTask = (row: unknown): Task => taskRow.parse(row);

const keyRow = z.object({
  message: z.number(),
  kind: z.enum(['purchase order', 'sales order', 'advice', 'shipment', 'party']),
  value: z.string(),
});

export const parseBusinessKey = (row: unknown): MessageBusinessKey => keyRow.parse(row);

const openRow = z
  .object({
    channel: z.string(),
    state: z.enum(['received', 'ready', 'waiting', 'parked', 'rejected']),
    n: z.number(),
    oldest: z.string(),
  })
  .transform(({ n: count, ...rest }) => ({ ...rest, count }));

export const parseOpenCount = (row: unknown): OpenMessageCount => openRow.parse(row);

const historyRow = z
  .object({
    subject: z.string(),
    at: z.string(),
    action: z.string(),
    who: z.string(),
    reason: z.string(),
    result: z.string(),
    machine: z.string(),
  })
  .transform(({ machine, ...rest }) => (machine === '' ? rest : { ...rest, machine }));

export const parseHistoryEntry = (row: unknown): HistoryEntry => historyRow.parse(row);
