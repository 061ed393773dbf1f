import { z } from 'zod';
import { instant } from './common-model.ts';
import { mark, orderTask } from './order-model.ts';
import { mending, whoActs } from './who-acts-model.ts';

/** What can be decided about a message. */
export const decisionAction = z.enum(['retry', 'release', 'discard', 'close', 'done', 'force']);
export type DecisionAction = z.output<typeof decisionAction>;

/** What its page offers: a decision, to send another version, or to tell somebody else. */
const messageAction = z.enum([...decisionAction.options, 'edit', 'ticket']);
export type MessageAction = z.output<typeof messageAction>;

const place = z.strictObject({
  line: z.number().optional().describe('Of the document as it is shown: a line, or a segment.'),
  column: z.number().optional(),
  path: z.string().optional(),
  key: z.string().optional(),
  field: z.string().optional(),
  value: z.string().optional(),
});
export type Place = z.output<typeof place>;

const messageFinding = z.strictObject({
  code: z.string(),
  severity: z.enum(['error', 'park', 'warning']),
  message: z.string(),
  advice: z.string(),
  file: z.string().optional().describe('Of a mapping or table.'),
  places: z.array(place),
});
export type MessageFinding = z.output<typeof messageFinding>;

const part = z.strictObject({ from: z.number(), lines: z.array(z.string()) });
export type ShownPart = z.output<typeof part>;

const shownDocument = z.strictObject({
  role: z.string().describe('As `gateway journal show --body` names it.'),
  syntax: z.enum(['xml', 'json', 'text']),
  unit: z.enum(['line', 'segment']),
  count: z.number().describe('Lines, or segments.'),
  size: z.number().describe('Bytes.'),
  parts: z.array(part).describe('What is shown at first; the rest is asked for.'),
});
export type ShownDocument = z.output<typeof shownDocument>;

export const messageDetails = z.strictObject({
  id: z.number(),
  name: z.string(),
  channel: z.string(),
  direction: z.enum(['inbound', 'outbound']),
  order: z.string().optional(),
  party: z.string().optional(),
  mark,
  state: z.string(),
  sentence: z.string(),
  act: whoActs,
  standing: z.string().describe('In words, with what it asks of the reader.'),
  advice: z.string(),
  since: instant.optional(),
  possiblyTwice: z.boolean(),
  behind: z.array(z.number()).describe('Later documents of its order that wait for it.'),
  waitsFor: z.number().optional().describe('An earlier document of its order, which goes first.'),
  mending: mending.optional(),
  ways: z.array(messageAction).describe('The best first.'),
  seen: z
    .string()
    .describe('Stands for how it is now: goes with a decision, so that it is not made on what has changed.'),
  hasTree: z.boolean(),
  document: shownDocument.optional().describe('Absent: deleted by retention, or there was none.'),
  isDeleted: z.boolean(),
  isMasked: z.boolean().describe('This reader may see no value of a document.'),
  result: shownDocument.optional(),
  answer: shownDocument.optional().describe('What the exchange answered last, where it answered anything.'),
  findings: z.array(messageFinding).describe('By cause: what stops it first.'),
  receivedAt: instant,
  size: z.number().optional(),
  place: z.string().optional(),
  attempts: z.array(z.strictObject({ at: instant, mark, text: z.string() })),
  decisions: z.array(
    z.strictObject({
      at: instant,
      who: z.string(),
      what: z.string(),
      reason: z.string(),
      result: z.string(),
    }),
  ),
  madeWith: z.array(z.strictObject({ name: z.string(), version: z.string() })),
  hasState: z.boolean().describe('The state of the order as it saw it is kept.'),
  parts: z.array(z.strictObject({ role: z.string(), size: z.number() })),
  documents: z.array(z.strictObject({ id: z.number(), name: z.string(), mark, sentence: z.string() })),
  of: z.number().optional().describe('The file that it was cut out of.'),
  corrects: z.number().optional(),
  tasks: z.array(orderTask).describe('Open ones.'),
});
export type MessageDetails = z.output<typeof messageDetails>;

export const previewAnswer = z.strictObject({
  text: z.string().describe('What would become of it, behind “It”: `will be parked again`.'),
  why: z.string().describe('May be empty.'),
  isSame: z.boolean().describe('It would be what was made before, byte by byte.'),
  result: shownDocument.optional().describe('What would be sent or published; the first of it.'),
});
export type PreviewAnswer = z.output<typeof previewAnswer>;

export const messageInput = z.object({ id: z.coerce.number().int().positive() });
const roleName = z.string().max(20);
export const linesInput = messageInput.extend({
  role: roleName,
  from: z.coerce.number().int().positive(),
  to: z.coerce.number().int().positive(),
});
export const linesAnswer = z.strictObject({ lines: z.array(z.string()) });
export type LinesAnswer = z.output<typeof linesAnswer>;

export const bodyInput = messageInput.extend({ role: roleName });
export const bodyAnswer = z.strictObject({ name: z.string(), base64: z.base64() });
export type BodyAnswer = z.output<typeof bodyAnswer>;

export const treeAnswer = z.strictObject({
  rows: z.array(
    z.strictObject({
      depth: z.number(),
      name: z.string(),
      value: z.string(),
      line: z.number().optional(),
      record: z.number().optional(),
      field: z.string().optional(),
      written: z.string().optional(),
    }),
  ),
});
export type TreeAnswer = z.output<typeof treeAnswer>;

export const decisionInput = messageInput.extend({
  action: decisionAction,
  reason: z.string().max(2_000),
  seen: z.string().max(200).describe('Of the message as the reader saw it.'),
  line: z.string().max(200).optional().describe('Of `done`: the order line of the task.'),
});

export const decisionAnswer = z.strictObject({
  kind: z.enum(['done', 'refused', 'pending']),
  text: z.string().describe('What came of it.'),
  after: z
    .array(z.strictObject({ id: z.number(), mark, sentence: z.string() }))
    .describe('How it stands a few seconds later; of a file that holds several its documents.'),
});
export type DecisionAnswer = z.output<typeof decisionAnswer>;

export const editableAnswer = z.strictObject({
  id: z.number(),
  name: z.string(),
  order: z.string().optional(),
  party: z.string().optional(),
  text: z.string(),
  newline: z.enum(['\r\n', '\n']).describe('All its lines end so.'),
  syntax: z.enum(['xml', 'json', 'text']),
  operation: z.string().optional().describe('Of the exchange, that it is sent to.'),
  at: z.number().optional().describe('The line of the first finding.'),
  seen: z.string().describe('As in the details of the message.'),
  isSettled: z.boolean().describe('A message of its own carries the correction.'),
  draft: z
    .strictObject({ text: z.string(), at: instant, edition: z.number() })
    .optional()
    .describe('What this reader typed before and has not sent.'),
});
export type EditableAnswer = z.output<typeof editableAnswer>;

const text = z.string().max(6_000_000);

export const checkInput = messageInput.extend({ text, asAnotherOrder: z.boolean().default(false) });
export const checkAnswer = z.strictObject({
  refusal: z.string().optional().describe('Why it would not be taken.'),
  isAnotherOrder: z.boolean().describe('It is about another order than the original: it may be meant.'),
  findings: z.array(messageFinding),
  result: shownDocument
    .optional()
    .describe('What would be sent; the first of it. Absent: nothing, or it cannot be told before it goes.'),
});
export type CheckAnswer = z.output<typeof checkAnswer>;

export const resendInput = checkInput.extend({
  reason: z.string().max(2_000),
  seen: z.string().max(200),
});
export const resendAnswer = decisionAnswer.extend({ findings: z.array(messageFinding) });
export type ResendAnswer = z.output<typeof resendAnswer>;

export const editDraftInput = messageInput.extend({
  text,
  seen: z.number().describe('Edition that it was changed from; 0: there was none.'),
});
export const forgetDraftInput = messageInput.extend({
  seen: z.coerce
    .number()
    .int()
    .min(0)
    .optional()
    .describe('Only this edition, which the window knows; absent: whatever it is, since it was sent.'),
});
export const editDraftAnswer = z.strictObject({ at: instant.optional(), edition: z.number() });
export type EditDraftAnswer = z.output<typeof editDraftAnswer>;
