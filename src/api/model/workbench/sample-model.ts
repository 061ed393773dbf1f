import { z } from 'zod';
import { instant } from '../common-model.ts';
import { mappingFinding, mappingName } from '../mapping-model.ts';

/** A new format from a file of the ERP. */

const encodings = [
  ...['utf-8', 'utf-16le', 'utf-16be', 'windows-1252', 'windows-1250', 'iso-8859-1', 'iso-8859-2'],
  ...['iso-8859-15', 'us-ascii', 'cp850', 'cp437'],
] as const;
const elementName = z.string().regex(/^[A-Za-z_][\w.-]{0,99}$/, 'a name: letters and digits');
const valueType = z.string().max(60);
const meaning = z.string().max(40);
const fieldPart = z.enum(['order', 'line', 'delivery']);
const recordRole = z.enum(['order', 'line', 'delivery', 'detail', 'header', 'trailer']);
const place = z.number().int().min(1).max(10_000);

const documentKind = z.enum(['order', 'response']);

/** What a person says where a guess is wrong. */
const sampleCorrections = z.strictObject({
  kind: documentKind.optional().describe('What its documents are.'),
  syntax: z
    .string()
    .regex(/^[a-z]{1,20}$/, 'a name of a syntax')
    .optional(),
  encoding: z.enum(encodings).optional(),
  decimal: z.enum([',', '.']).optional(),
  thousands: z.enum(['.', ',', ' ', "'", '']).optional(),
  separator: z
    .string()
    .regex(/^[!#$%&*+,/:;<=>?@\\^_`|~\t-]$/, 'one character that is no letter, digit, blank, quote or point')
    .optional(),
  headings: z.number().int().min(0).max(100).optional(),
  key: z
    .string()
    .regex(/^([1-9]\d{0,3})?$/, 'the number of a column')
    .optional(),
  typeColumn: z
    .number()
    .int()
    .min(0)
    .max(1000)
    .optional()
    .describe('The column in which a row says what it is; 0: all rows are alike.'),
  headingRows: z
    .array(z.number().int().min(1).max(10_000))
    .max(500)
    .optional()
    .describe('The rows that hold headings, where rows are of several kinds.'),
  recordType: z.strictObject({ at: place, length: z.number().int().min(1).max(20) }).optional(),
  records: z
    .record(
      z.string().max(20),
      z.strictObject({ role: recordRole.optional(), starts: z.array(place).max(500).optional() }),
    )
    .optional(),
  fields: z
    .record(
      z.string().max(400),
      z.strictObject({
        name: elementName.optional(),
        type: valueType.optional(),
        part: fieldPart.optional(),
        meaning: meaning.optional(),
        leaveOut: z.string().min(1).max(500).optional().describe('Why it goes nowhere.'),
        isRead: z.boolean().optional().describe('Of a kept format: whether the format reads it.'),
        began: place.optional().describe('Of a kept format: where the field began that begins here now.'),
      }),
    )
    .optional(),
  groups: z.record(z.string().max(400), meaning).optional().describe('What the segments of one code are.'),
});
export type SampleCorrectionsModel = z.output<typeof sampleCorrections>;

/** What is said of a sample: kept by the gateway as drafts are. */
export const sampleNotes = z.strictObject({ name: z.string().max(100), corrections: sampleCorrections });
export type SampleNotes = z.output<typeof sampleNotes>;

/** Of which sample: the mapping whose format is changed; absent: that of a new format. */
const ofMapping = { mapping: mappingName.optional().describe('Whose format is changed.') };

/** `GET /formats/sample`, `DELETE /formats/sample` */
export const whichSample = z.strictObject(ofMapping);
export const sampleAnswer = z.strictObject({
  file: z
    .strictObject({
      path: z.string(),
      size: z.number(),
      lines: z.number(),
      isCut: z.boolean().describe('Only its first lines are used.'),
    })
    .optional(),
  format: z.string().optional().describe('The name of the format that is changed.'),
  notes: sampleNotes.optional(),
  edition: z.number().describe('Of the notes; 0: there are none yet.'),
  at: instant.optional().describe('When they were kept.'),
  hasFolder: z.boolean().describe('The config names a folder of your own mappings.'),
  mayPublish: z.boolean().describe('Mappings are published from here: `workbench` is not `readOnly`.'),
  types: z.array(z.string()).describe('What its values may be.'),
  mostBytes: z.number(),
  mostLines: z.number(),
});
export type SampleAnswer = z.output<typeof sampleAnswer>;

/** `PUT /formats/sample` */
export const sampleQuestion = z.strictObject({
  ...ofMapping,
  given: z.discriminatedUnion('kind', [
    z.strictObject({
      kind: z.literal('file'),
      path: z.string().min(1).max(255),
      base64: z.base64().max(7_000_000),
    }),
    z.strictObject({ kind: z.literal('message'), id: z.number().int().positive() }),
    z
      .strictObject({ kind: z.literal('usual') })
      .describe('Of a mapping: the document of a fixture, else what its newest message came as.'),
  ]),
});

/** `PUT /formats/sample/notes` */
export const notesQuestion = z.strictObject({
  ...ofMapping,
  notes: sampleNotes,
  seen: z.number().int().min(0).describe('The edition that this window knows; 0: none.'),
});
export const notesAnswer = z.strictObject({ edition: z.number(), at: instant });
export type NotesAnswer = z.output<typeof notesAnswer>;

/** `POST /formats/sample/trial` */
export const sampleTrialQuestion = z.strictObject({
  ...ofMapping,
  page: z.string().max(64),
  notes: sampleNotes,
  document: z.number().int().min(0).describe('Which document of the file is shown, from 0.'),
});

const proposedField = z.strictObject({
  id: z.string(),
  record: z.string().optional(),
  heading: z.string(),
  name: z.string(),
  part: fieldPart,
  type: z.string(),
  meaning: z.string().optional(),
  certainty: z.enum(['known', 'guessed', 'open', 'corrected']),
  examples: z.array(z.string()),
  first: z.number().optional(),
  length: z.number().optional(),
  state: z
    .enum(['unread', 'missing'])
    .optional()
    .describe('Of a kept format. unread: the file has it alone; missing: the format has it alone.'),
});
export type ProposedFieldModel = z.output<typeof proposedField>;

const sampleRow = z.strictObject({
  line: z.number(),
  record: z.string().optional(),
  cells: z.array(z.string()),
});
export type SampleRowModel = z.output<typeof sampleRow>;

const sampleProposal = z.strictObject({
  encoding: z.string().optional(),
  marks: z.strictObject({ decimal: z.string(), thousands: z.string().optional() }),
  separator: z.string().optional(),
  headings: z.number().optional(),
  key: z.string().optional(),
  typeColumn: z.number().optional(),
  headingRows: z.array(z.number()).optional(),
  recordType: z.strictObject({ at: z.number(), length: z.number() }).optional(),
  records: z.array(z.strictObject({ type: z.string(), role: recordRole, count: z.number() })),
  fields: z.array(proposedField),
  rows: z.array(sampleRow),
});
export type SampleProposalModel = z.output<typeof sampleProposal>;

const valueUse = z.strictObject({
  targets: z.array(z.string()).describe('Members of the order that its values go to.'),
  fate: z.enum(['carried', 'used', 'leftOut', 'lost']),
});
export type ValueUseModel = z.output<typeof valueUse>;

const proposedPlace = z.strictObject({
  id: z.string(),
  label: z.string(),
  examples: z.array(z.string()),
  line: z.number(),
  ...valueUse.shape,
  meaning: z.string().optional(),
  leaveOut: z.string().optional(),
});
export type ProposedPlaceModel = z.output<typeof proposedPlace>;

const proposedGroup = z.strictObject({
  id: z.string(),
  label: z.string(),
  count: z.number(),
  line: z.number(),
  roles: z.array(z.string()).describe('What its segments may be.'),
  role: z.string().optional(),
  places: z.array(proposedPlace),
});
export type ProposedGroupModel = z.output<typeof proposedGroup>;

const proposedSegments = z.strictObject({
  groups: z.array(proposedGroup),
  meanings: z.array(z.string()).describe('What a value may be.'),
});
export type ProposedSegmentsModel = z.output<typeof proposedSegments>;

export const sampleTrialAnswer = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('ended'),
    code: z.enum(['too-long', 'too-large']),
    text: z.string(),
    advice: z.string(),
  }),
  z.strictObject({ kind: z.literal('unknown'), because: z.string() }),
  z.strictObject({
    kind: z.literal('recognised'),
    documentKind,
    isKindCertain: z.boolean().describe('The file says itself what its documents are.'),
    syntax: z.string(),
    meanings: z.array(z.string()).describe('What a field may be in such a document.'),
    proposal: sampleProposal.optional(),
    segments: proposedSegments.optional(),
    format: z.string(),
    mapping: z.string().optional(),
    mappingEnding: z.string().describe('Behind the name of the format: -to-order.'),
    channel: z
      .string()
      .describe('A channel of the config that takes such files; NAME stands for the format.'),
    assumptions: z.array(z.string()).describe('What is taken for granted, in words.'),
    findings: z.array(mappingFinding).describe('Of the description and the mapping.'),
    reading: z
      .array(z.strictObject({ ...mappingFinding.shape, field: z.string().optional() }))
      .describe('What of the sample cannot be read.'),
    documents: z.number(),
    notRead: z.number().describe('Documents of the file behind them, which are left alone.'),
    result: z.string().optional().describe('The document that is shown, as SCSN.'),
    missing: z.array(mappingFinding).describe('What keeps it from being right.'),
    lost: z.array(
      z.strictObject({
        path: z.string(),
        line: z.number(),
        text: z.string(),
        isTested: z.boolean().describe('Conditions look at it.'),
      }),
    ),
    lostCount: z.number(),
    unreadable: z.string().optional(),
    change: z
      .strictObject({
        isChanged: z.boolean(),
        uses: z.record(z.string(), valueUse).describe('By id of the field.'),
        renamed: z.array(z.strictObject({ line: z.number(), from: z.string(), to: z.string() })),
        rules: z.array(mappingFinding).describe('What is wrong with rules now, and was not before.'),
        difference: z.array(z.string()).optional().describe('The document that is shown, before and now.'),
      })
      .optional()
      .describe('Of a kept format: what its change does to what reads it.'),
  }),
]);
export type SampleTrialAnswer = z.output<typeof sampleTrialAnswer>;
export type FormatChangeModel = NonNullable<RecognisedSampleModel['change']>;
export type RecognisedSampleModel = Extract<SampleTrialAnswer, { kind: 'recognised' }>;

/** `POST /formats/sample/draft` */
export const sampleDraftQuestion = z.strictObject({
  ...ofMapping,
  name: mappingName.max(80),
  corrections: sampleCorrections,
  document: z.number().int().min(0).describe('Which document becomes the fixture, from 0.'),
  mask: z.boolean().describe('Nobody is named in the fixture.'),
});
export const sampleDraftAnswer = z.strictObject({
  mapping: z.string(),
  fixture: z.string().optional().describe('The case of the fixture; absent: none was made.'),
});
export type SampleDraftAnswer = z.output<typeof sampleDraftAnswer>;
