import { z } from 'zod';
import { bulkState, instant } from './common-model.ts';

/** `own:` or `delivered:`, then the path in the folder of mappings with `/`. Where the folders lie is nobody's business. */
export const mappingFile = z.string().max(300);

/** Windows opens a device by these, whatever follows a dot. */
const devices = /^(con|prn|aux|nul|com\d|lpt\d)(\.|$)/;

export const mappingName = z
  .string()
  .regex(/^[a-z0-9][a-z0-9-]{0,99}$/, 'a name of a mapping')
  .refine((name) => !devices.test(name), 'a name that Windows keeps for a device');

export const mappingFinding = z.strictObject({
  code: z.string(),
  severity: z.enum(['error', 'park', 'warning']),
  message: z.string(),
  advice: z.string(),
  file: mappingFile.optional(),
  line: z.number().optional(),
  column: z.number().optional(),
  path: z.string().optional(),
});
export type MappingFinding = z.output<typeof mappingFinding>;

const listedMapping = z.strictObject({
  name: z.string(),
  from: z.string().optional(),
  to: z.string().optional(),
  origin: z
    .enum(['delivered', 'own', 'changed'])
    .describe('changed: a file of your own over a delivered one.'),
  channels: z.array(z.string()),
  version: z.number().optional().describe('The version that was seen last.'),
});

/** `GET /mappings` */
export const mappingsAnswer = z.strictObject({
  mappings: z.array(
    z.strictObject({
      ...listedMapping.shape,
      isHandEdited: z.boolean().describe('Its file says otherwise than what was published last.'),
    }),
  ),
});
export type MappingsAnswer = z.output<typeof mappingsAnswer>;

/** Files as they are typed now, by their paths in the folder of mappings; the empty text of a file of a fixture: it goes. */
export const edits = z.record(
  z
    .string()
    .regex(
      /^(((tables|formats)\/)?[a-z0-9][a-z0-9.-]{0,99}\.(yaml|csv)|fixtures\/[a-z0-9][a-z0-9.-]{0,199}\/[a-z]+(\.[a-z]+){1,2})$/,
      'a file of the folder of mappings',
    )
    .refine(
      (path) => !path.split('/').some((part) => devices.test(part)),
      'a name that Windows keeps for a device',
    ),
  z.string().max(10_000_000),
);

export const draftModel = z.strictObject({
  files: z.record(z.string(), z.string()),
  at: instant,
  base: z.string(),
  edition: z.number(),
});
export type DraftModel = z.output<typeof draftModel>;

/** `PUT /mappings/:name/draft` */
export const draftQuestion = z.strictObject({
  name: mappingName,
  base: z.string().max(64).describe('Hash of the folder of mappings that it began from.'),
  files: edits,
  seen: z.number().int().min(0).describe('The edition that this window knows; 0: none.'),
});
/** `DELETE /mappings/:name/draft` */
export const discardQuestion = z.strictObject({
  name: mappingName,
  seen: z.coerce.number().int().min(0).optional().describe('Only this edition, which the window knows.'),
});
export const draftAnswer = z.strictObject({
  edition: z.number(),
  at: instant,
  running: z.string().describe('Another one than `base`: somebody has changed files of it since it began.'),
});
export type DraftAnswer = z.output<typeof draftAnswer>;

export const publishedSince = z
  .array(z.strictObject({ id: z.number(), at: instant, who: z.string(), reason: z.string() }))
  .describe('What has been published over a draft since it began, the oldest first.');
export type PublishedSince = z.output<typeof publishedSince>[number];

/** What is retried once every gateway uses what was published, as far as it is. */
export const publicationRetry = z.strictObject({
  decision: z.number().describe('As `GET /decisions/:id` takes it.'),
  publication: z.number(),
  state: bulkState,
  total: z.number(),
  done: z.number().describe('Decided on.'),
  refused: z.number().describe('Of these: nothing was changed.'),
  who: z.string(),
  ended: instant.optional(),
  waitsFor: z.array(z.string()).describe('Gateways that run and do not use it yet, while it is `deferred`.'),
  stoppedBy: z
    .string()
    .optional()
    .describe('Absent where the files of a publication were edited by hand: nothing was done.'),
  overtaken: z.number().optional().describe('The publication that took it back before: nothing was done.'),
});
export type PublicationRetry = z.output<typeof publicationRetry>;

/** `GET /mappings/:name` */
export const mappingAnswer = z.strictObject({
  ...listedMapping.shape,
  own: z.string().optional().describe('The text of your own file.'),
  delivered: z.string().optional(),
  base: z
    .string()
    .describe(
      'Hash of the folder that runs: what a draft begins from. With a draft that still fits: its own base.',
    ),
  ownTables: z.array(z.string()),
  deliveredTables: z.array(z.string()),
  readsOwnFormat: z.boolean().describe('It reads a format of your own, as the folder or the draft has it.'),
  chains: z.array(z.array(z.string())).describe('Chains of mappings that channels run with this one in it.'),
  hasFolder: z.boolean().describe('The config names a folder of your own mappings.'),
  mayPublish: z.boolean().describe('Mappings are published from here: `workbench` is not `readOnly`.'),
  draft: draftModel.optional().describe('What this user typed and has not published.'),
  others: z.array(z.string()).describe('Who else has a draft of it.'),
  since: publishedSince,
  retry: publicationRetry
    .optional()
    .describe('Of its last publication that frees messages: open, or ended in the last day.'),
});
export type MappingAnswer = z.output<typeof mappingAnswer>;

const sourceReference = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('fixture'), name: z.string().max(200) }),
  z.strictObject({ kind: z.literal('sample'), name: z.string().max(200) }),
  z.strictObject({ kind: z.literal('message'), id: z.number().int().positive() }),
]);
export type SourceReferenceModel = z.output<typeof sourceReference>;

const situationModel = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('then') }),
  z.strictObject({ kind: z.literal('first') }),
  z.strictObject({ kind: z.literal('after'), message: z.number().int().positive() }),
]);
export type SituationModel = z.output<typeof situationModel>;

/** `GET /mappings/:name/sources` */
export const sourcesQuestion = z.strictObject({
  name: mappingName,
  message: z.coerce.number().int().positive().optional().describe('It is listed too, however old it is.'),
});
export const sourcesAnswer = z.strictObject({
  fixtures: z.array(z.string()),
  samples: z.array(z.string()),
  messages: z.array(
    z.strictObject({
      id: z.number(),
      name: z.string(),
      channel: z.string(),
      receivedAt: instant,
      order: z.string().optional(),
      state: z.string(),
      outcome: z.string().optional(),
      chain: z.array(z.string()).describe('Mappings as its channel runs them behind each other.'),
    }),
  ),
});
export type SourcesAnswer = z.output<typeof sourcesAnswer>;

const chain = z.array(mappingName).min(1).max(6);

/** `POST /mappings/:name/source` */
export const sourceQuestion = z.strictObject({
  name: mappingName,
  chain,
  source: sourceReference,
  situation: situationModel,
});
export const sourceAnswer = z.strictObject({
  path: z.string(),
  text: z.string(),
  situation: z.enum(['then', 'first', 'after']),
});
export type SourceAnswer = z.output<typeof sourceAnswer>;

/** `POST /mappings/:name/preview` */
export const previewQuestion = z.strictObject({
  ...sourceQuestion.shape,
  page: z
    .string()
    .max(64)
    .describe('Who types: a newer question of the same page takes the place of one that waits.'),
  edits,
  document: z.number().int().min(0).describe('Which document of the file, from 0.'),
});
export type PreviewQuestion = z.output<typeof previewQuestion>;

const lostLeaf = z.strictObject({
  path: z.string(),
  name: z.string(),
  line: z.number(),
  column: z.number(),
  text: z.string(),
  fate: z.enum(['unread', 'tested']),
});

export const previewAnswer = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('answer'),
    /** Of the mappings. */
    findings: z.array(mappingFinding),
    documents: z.number(),
    unreadable: z.string().optional(),
    milliseconds: z.number().describe('In the gateway, waiting for a turn included.'),
    result: z
      .strictObject({
        text: z.string(),
        type: z.string(),
        /** Why nothing is sent; absent: there is a result. */
        end: z.enum(['ignored', 'parked', 'rejected', 'error']).optional(),
        /** Of the check, of each mapping, and of the writer; with places in the document. */
        findings: z.array(mappingFinding),
      })
      .optional(),
    lost: z.array(lostLeaf).optional(),
    lostCount: z.number().optional(),
    marks: z
      .strictObject({
        carried: z.array(z.number()),
        ignored: z.array(z.number()),
        rules: z.array(z.strictObject({ file: mappingFile, line: z.number(), count: z.number() })),
        own: z.array(z.number()),
      })
      .optional(),
  }),
  z.strictObject({ kind: z.literal('superseded') }),
  z.strictObject({
    kind: z.literal('ended'),
    code: z.enum(['too-long', 'too-large']),
    text: z.string(),
    advice: z.string(),
  }),
]);
export type PreviewAnswer = z.output<typeof previewAnswer>;

const tracePlaceModel = z.discriminatedUnion('in', [
  z.strictObject({ in: z.literal('document'), line: z.number().int().positive() }),
  z.strictObject({ in: z.literal('result'), line: z.number().int().positive() }),
  z.strictObject({ in: z.literal('mapping'), file: mappingFile, line: z.number().int().positive() }),
  z.strictObject({ in: z.literal('target'), path: z.string().max(1000) }),
]);
export type TracePlaceModel = z.output<typeof tracePlaceModel>;

/** `POST /mappings/:name/provenance` */
export const traceQuestion = z.strictObject({ ...previewQuestion.shape, place: tracePlaceModel });

const tracedPlace = z.strictObject({
  path: z.string(),
  text: z.string(),
  line: z.number(),
  column: z.number(),
  record: z.number().optional(),
  field: z.string().optional(),
  isVariable: z.boolean(),
});

const tracedRule = z.strictObject({
  file: mappingFile,
  line: z.number(),
  text: z.string(),
  isConstant: z.boolean(),
});

const tableHit = z.strictObject({ table: z.string(), key: z.string(), value: z.string() });

export const tracedValue = z.strictObject({
  target: z.string(),
  value: z.string(),
  resultLine: z.number().optional(),
  rule: tracedRule,
  sources: z.array(tracedPlace),
  chosenBy: z.array(tracedPlace),
  tables: z.array(tableHit),
  /** What mappings before the last one did, the first of them first. */
  via: z.array(z.strictObject({ target: z.string(), value: z.string(), rule: tracedRule })),
  conversion: z.string().optional(),
});
export type TracedValueModel = z.output<typeof tracedValue>;

export const traceAnswer = z.strictObject({ values: z.array(tracedValue), count: z.number() });
export type TraceAnswer = z.output<typeof traceAnswer>;

/** `GET /mappings/:name/suggestions` */
export const suggestionsAnswer = z.strictObject({
  targets: z.array(
    z.strictObject({
      ...{ path: z.string(), type: z.string(), meaning: z.string(), isFilled: z.boolean() },
      isList: z.boolean().describe('One more value goes behind those that it has.'),
      dutch: z.string().describe('Its names in Dutch, to search it by.'),
      context: z.array(z.string()).describe('Expressions above it: where its rule begins.'),
    }),
  ),
  sources: z.array(z.strictObject({ path: z.string(), example: z.string(), count: z.number() })),
  documents: z.number(),
});
export type SuggestionsAnswer = z.output<typeof suggestionsAnswer>;
