import { z } from 'zod';
import { mappingFinding, mappingName, publishedSince } from '../mapping-model.ts';

/** `POST /mappings/:name/publication` */
export const publicationQuestion = z.strictObject({
  name: mappingName,
  onto: z
    .boolean()
    .default(false)
    .describe('On top of what others have changed in the same files: they were looked at.'),
});
export const publicationBegun = z.strictObject({
  token: z.string().describe('By which to ask for what it came to.'),
});
export type PublicationBegun = z.output<typeof publicationBegun>;

/** How far something is that takes long. */
export const jobProgress = z.strictObject({
  done: z.number(),
  of: z.number().optional().describe('Absent: not known yet.'),
});
export type JobProgressModel = z.output<typeof jobProgress>;

/** One rule, row or whole file that is otherwise. */
export const folderChange = z.strictObject({
  file: z.string(),
  what: z.string().optional().describe('A rule or the key of a row; absent: the file as a whole.'),
  from: z.string().optional(),
  to: z.string().optional(),
  kind: z.enum(['added', 'changed', 'deleted']),
});
export type FolderChangeModel = z.output<typeof folderChange>;

const othersWork = z.strictObject({
  since: publishedSince,
  theirs: z.array(folderChange),
  ours: z.array(folderChange),
  conflicts: z
    .array(z.string())
    .describe('Rules, rows and files that both have changed, each in another way.'),
});
export type OthersWork = z.output<typeof othersWork>;

/** `GET /mappings/:name/publication` */
export const publicationAnswer = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('working'), progress: jobProgress }),
  z.strictObject({ kind: z.literal('same') }).describe('There is nothing to publish.'),
  z.strictObject({
    kind: z.literal('refused'),
    code: z.string(),
    text: z.string(),
    findings: z.array(mappingFinding),
    others: othersWork.optional().describe('What others have published since the draft began.'),
  }),
  z.strictObject({
    kind: z.literal('plan'),
    token: z.string(),
    files: z.array(z.string()),
    removed: z.array(z.string()).describe('Files that go away; of a table the one with your rows.'),
    needsReason: z.enum(['stops-messages', 'incomplete', 'goes-back']).optional(),
    messages: z.number().describe('That were compared.'),
    of: z.number(),
    same: z.number(),
    otherwise: z.number().describe('That would end otherwise.'),
    otherValues: z.number().describe('Sent all the same, with other values.'),
    unknown: z.number().describe('That cannot be compared.'),
    controlled: z.number().describe('Of which the running version gives exactly what the journal has.'),
    onceMore: z.number().describe('Orders that would be sent once more.'),
    freed: z.number().describe('Parked messages that would go on.'),
    outcomes: z.array(
      z.strictObject({
        ...{ from: z.string(), to: z.string(), why: z.string(), count: z.number() },
        isStopped: z.boolean().describe('It was sent, and would not be.'),
      }),
    ),
    paths: z.array(z.strictObject({ path: z.string(), count: z.number(), messages: z.number() })),
  }),
]);
export type PublicationAnswer = z.output<typeof publicationAnswer>;

/** `POST /mappings/:name/publish` */
export const publishQuestion = z.strictObject({
  name: mappingName,
  token: z.string().max(64),
  reason: z.string().max(2000),
  retry: z
    .boolean()
    .default(false)
    .describe('What it frees, exactly as the plan has it, is retried once every gateway that runs uses it.'),
});
export const publishedAnswer = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('refused'), text: z.string() }),
  z.strictObject({
    kind: z.literal('published'),
    id: z.number(),
    freed: z.number(),
    retried: z.number().describe('Of these, those that are retried once every gateway that runs uses it.'),
    versions: z.array(z.strictObject({ name: z.string(), number: z.number().optional() })),
  }),
]);
export type PublishedAnswer = z.output<typeof publishedAnswer>;
