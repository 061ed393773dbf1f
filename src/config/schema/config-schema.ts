import { z } from 'zod';
import { formatNamePattern, scsnFormatNames } from '../../formats/format-names.ts';
import { languages, sendOperations } from '../../types.ts';
import { alarms, expectation } from './alarm-schema.ts';
import { folderSource, folderTarget } from './folder-schema.ts';
import { journalSchema } from './journal-schema.ts';
import { certificateFiles, listenAddress, networkText, operatorSchema } from './operator-schema.ts';
import { duration, text, timerDuration } from './setting-types.ts';

/**
 * The whole configuration, declared once: defaults, lint, JSON Schema and the manual's table come from here.
 * Every key has a description; every default is safe.
 */

/** Any UUID, not only those whose bits say a version: it is the exchange that gives them (specification, section 2). */
const companyId = z.guid(
  'the UUID that the exchange gave your company, such as 5f0c3b1e-7d2a-4e69-9b48-1c6a8f30d752',
);

const auth = z.strictObject({
  mode: z
    .enum(['token', 'basic', 'auto'])
    .default('token')
    .describe(
      'token: log in once, then Bearer. basic: credentials with every request where the exchange allows it. auto: basic below one request a minute, token above.',
    ),
  email: text.describe('The integration user.'),
  password: z.string().min(1).describe('Give it as "${ENV_NAME}" or "${file:PATH}", never in plain text.'),
});

const path = (what: string, parameter = '') =>
  z
    .string()
    .startsWith('/', 'a path after exchange.baseUrl that begins with a slash')
    .refine((text) => parameter === '' || text.includes(parameter), `a path that holds ${parameter}`)
    .optional()
    .describe(`Path of ${what}${parameter && `, with ${parameter}`}.`);

/** By operation, as src/exchange/transport/operations.ts names them. */
const paths = z.strictObject({
  'authentication/login': path('the login'),
  'authentication/refresh': path('the renewal of tokens'),
  'authentication/logout': path('the logout'),
  'api-connector/order': path('orders as JSON'),
  'api-connector/order-response': path('order responses'),
  'api-connector/despatch-advice': path('despatch advice'),
  'sci-connector/order': path('orders as XML'),
  'order-search/search': path('the search'),
  order: path('one order', '{id}'),
  shipment: path('one shipment', '{id}'),
  'object-storage/metadata': path('what is known of a stored document', '{id}'),
  'object-storage/download': path('a stored document', '{id}'),
  'object-storage/upload': path('the upload of documents'),
  'company-search': path('the company search', '{id}'),
});

const address = z
  .string()
  .regex(/^(\/|https?:\/\/)/, 'an https address, or a path after exchange.baseUrl that begins with a slash');

const service = z.strictObject({
  openApi: address.optional().describe('Address of its OpenAPI 2.0 file (JSON).'),
  openApiFile: text.optional().describe('A copy of that file, instead of its address.'),
  health: address.optional().describe('Address of its health endpoint.'),
  version: address.optional().describe('Address of the label that gives its version.'),
});

const exchange = z.strictObject({
  baseUrl: z
    .url({ protocol: /^https?$/, message: 'an address, such as https://exchange.example' })
    .describe('{base_url} of the exchange, with the environment. https, or http on loopback.'),
  companyId: companyId
    .optional()
    .describe('Our company at the exchange, a UUID. Required by channels from the exchange.'),
  auth: auth.describe('How the gateway logs in.'),
  rate: z
    .strictObject({
      perSecond: z.number().positive().max(1000).default(10).describe('Requests a second at the most.'),
      parallel: z.number().int().min(1).max(50).default(1).describe('Requests under way at once.'),
    })
    .prefault({})
    .describe('How fast requests are sent.'),
  timeout: timerDuration.prefault('30s').describe('Deadline of one request.'),
  certificateAuthority: text
    .optional()
    .describe('PEM file of a private authority that the certificate of the exchange comes from.'),
  profile: z
    .enum(['search', 'poll'])
    .default('search')
    .describe(
      'search: order-search/search with lastUpdatedSince. poll: order-search/poll with lastUpdatedAfter.',
    ),
  paths: paths.prefault({}).describe('Paths that differ from the specification, by operation.'),
  contract: z
    .record(z.string(), service)
    .default({})
    .describe(
      'What each service publishes of itself, by service name; JSON is checked against it before it is sent.',
    ),
  despatchAdvice: z
    .boolean()
    .default(false)
    .describe('The exchange takes despatch advice (not in the specification).'),
  upload: z
    .boolean()
    .default(false)
    .describe('The exchange takes documents by upload (not in the specification).'),
});

const webhook = z.strictObject({
  listen: listenAddress,
  auth: z
    .union([
      z.strictObject({
        basic: z
          .strictObject({
            user: text.describe('User name that the exchange presents.'),
            password: z.string().min(1).describe('Its password; "${ENV_NAME}" or "${file:PATH}".'),
          })
          .describe('User and password.'),
      }),
      z.strictObject({
        bearer: z.string().min(1).describe('A fixed token; "${ENV_NAME}" or "${file:PATH}".'),
      }),
      z.strictObject({
        addresses: z
          .array(networkText)
          .min(1)
          .describe(
            'Who may call without credentials; make the webhook paths of the channels long and secret.',
          ),
      }),
    ])
    .describe('Credentials the exchange must present.'),
  tls: certificateFiles.optional().describe('PEM files; without it, plain HTTP behind a proxy on loopback.'),
});

const http = z.strictObject({
  webhook: webhook.optional().describe('Where the exchange calls us.'),
  operator: operatorSchema
    .optional()
    .describe(
      'Pages, health and numbers of the gateway. On other addresses than loopback the pages need `tls` or `proxies`.',
    ),
});

const exchangeSource = z.strictObject({
  search: z
    .strictObject({
      every: timerDuration.prefault('5m').describe('Polling period.'),
      since: z.iso
        .datetime({
          precision: 3,
          message: 'a time in UTC with milliseconds, such as 2026-01-01T00:00:00.000Z',
        })
        .describe('Start of the first search, YYYY-MM-DDThh:mm:ss.SSSZ.'),
    })
    .optional()
    .describe('Asks the exchange for what is new or changed.'),
  webhook: z
    .string()
    .startsWith('/', 'a path that begins with a slash, such as /events')
    .optional()
    .describe('Path at which the exchange calls us for this channel.'),
  events: z
    .array(text)
    .min(1)
    .optional()
    .describe('Names of the events that concern this channel; others are ignored. All without it.'),
});

const lostAction = z.enum(['park', 'warn', 'off']);

const common = {
  document: z
    .union([
      z.enum(scsnFormatNames),
      z.string().regex(formatNamePattern, { error: 'the name of a format', abort: true }),
    ])
    .describe('What the files of this channel are: an SCSN document, or a format of formats/.'),
  map: z
    .union([text, z.array(text).min(1)])
    .transform((named) => (typeof named === 'string' ? [named] : named))
    .optional()
    .describe(
      'Name of the mapping, or a list: the way through SCSN documents. Without one the XML goes as it is.',
    ),
  companyId: companyId
    .optional()
    .describe("Our company for this channel, a UUID; the exchange's by default."),
  timeZone: text.default('Europe/Amsterdam').describe('Zone of local dates and times in documents.'),
  schemas: text
    .optional()
    .describe(
      'Folder of other XSDs for this channel, such as the official download; imports stay inside it.',
    ),
  severities: z
    .record(z.string(), z.enum(['error', 'park', 'warning', 'off']))
    .default({})
    .describe('Severity by rule id, where the default does not suit; docs/findings.md lists them.'),
  lost: z
    .strictObject({
      commercial: lostAction
        .default('warn')
        .describe('Prices, amounts, quantities, units, currencies, dates, numbers and terms.'),
      other: lostAction.default('off').describe('Everything else.'),
    })
    .prefault({})
    .describe(
      'What becomes of a message with values that no rule carries and no `ignore:` names (tables/lost-values.csv). park: a person decides. warn: told as a warning. off: kept in the journal alone.',
    ),
  notFound: z
    .strictObject({ patience: duration.prefault('1h').describe('A 404 is retried this long, then parked.') })
    .prefault({})
    .describe('What the exchange does not know (yet).'),
  expect: expectation,
  mode: z
    .enum(['live', 'dryRun'])
    .default('live')
    .describe('dryRun: everything is checked and prepared, nothing is sent or published, and no file moves.'),
};

export const inboundChannel = z.strictObject({
  ...common,
  from: folderSource.describe('Where the ERP puts its files.'),
  to: z
    .strictObject({ exchange: z.enum(sendOperations).describe('Operation of the exchange.') })
    .describe('Where documents go.'),
  linesPlacement: z
    .enum(['sibling', 'inside'])
    .default('sibling')
    .describe('Where `lines` stand: beside `order` or inside it.'),
  limits: z
    .strictObject({
      lines: z.number().int().positive().default(500).describe('Lines of one order.'),
      members: z.number().int().positive().default(100).describe('Deliveries or documents of one line.'),
    })
    .prefault({})
    .describe('What the exchange takes at the most; more is refused here.'),
  reopens: z
    .enum(['warn', 'park'])
    .default('warn')
    .describe(
      'An order that would reopen what was agreed, because a line goes with old values beside new ones: it goes with a warning, or a person decides.',
    ),
  repair: z
    .enum(['off', 'element-order'])
    .default('off')
    .describe('element-order: wrong order, when it is the only fault, is put right and told as a warning.'),
  receipts: z
    .boolean()
    .default(false)
    .describe('A small NAME.sent.json beside each archived file that was sent.'),
});

export const outboundChannel = z.strictObject({
  ...common,
  as: z.enum(['buyer', 'supplier']).describe('Which side of an order this ERP is.'),
  from: exchangeSource.describe('How we learn of changes: search, webhook or both.'),
  to: folderTarget.describe('Where files for the ERP go.'),
  documents: z
    .strictObject({
      place: z
        .enum(['leave', 'beside', 'embed'])
        .default('leave')
        .describe('leave: only named in the XML. beside: files next to the XML. embed: inside the XML.'),
      name: text
        .default('{purchaseOrderNumber}-{filename}')
        .describe('Name of a file beside the XML: the fields of to.name and {filename}.'),
      required: z
        .boolean()
        .default(false)
        .describe('A document that cannot be had holds back the file for the ERP.'),
      maxMegabytes: z.number().positive().max(60).default(25).describe('Size of one document at the most.'),
      hosts: z
        .array(text)
        .default([])
        .describe('Hosts that documents are fetched from, beside the exchange itself.'),
      privateHosts: z
        .boolean()
        .default(false)
        .describe('Those hosts may have addresses of a private network.'),
    })
    .prefault({})
    .describe('Documents that belong to orders and shipments.'),
  firstRun: z
    .enum(['noteOnly', 'publish'])
    .default('publish')
    .describe(
      'noteOnly: orders that lie before the start of the gateway are noted as seen; publish: they become files.',
    ),
});

const channelName = z
  .string()
  .regex(
    /^[A-Za-z0-9][A-Za-z0-9_-]*$/,
    'a name of letters, digits, hyphens and underscores, beginning with a letter or digit',
  );

const top = {
  exchange: exchange.describe('The order exchange and our account there.'),
  journal: journalSchema,
  http: http.prefault({}).describe('What the gateway itself answers over HTTP.'),
  alarms: alarms.prefault({}).describe('Who is told of trouble. Without mail and webhook nobody is.'),
  mappings: text
    .optional()
    .describe('Folder of your own mappings; they win over the delivered ones of the same name.'),
  workbench: z
    .enum(['edit', 'readOnly'])
    .default('edit')
    .describe('`readOnly`: nothing is published from the pages; your mappings come through git, say.'),
  timeZone: text
    .optional()
    .describe(
      "Zone in which people are told times: on the pages, in mails, by the command line; a day begins at its midnight. The machine's without it. Documents have the `timeZone` of their channel.",
    ),
  language: z.enum(languages).default('en').describe('Language of reports and findings on documents.'),
  log: z.enum(['debug', 'info', 'warn', 'error']).default('info').describe('How much is logged.'),
};

const flows = 'The flows, by name: to.exchange makes one inbound, to.folder outbound.';

export const configSchema = z.strictObject({
  ...top,
  channels: z.record(channelName, z.union([inboundChannel, outboundChannel])).describe(flows),
});

/** The same with the channels left open: which schema a channel has to obey is decided by its `to`. */
export const shellSchema = z.strictObject({
  ...top,
  channels: z.record(channelName, z.unknown()).describe(flows),
});

export type Config = z.output<typeof configSchema>;
export type InboundSettings = z.output<typeof inboundChannel>;
export type OutboundSettings = z.output<typeof outboundChannel>;
export type ExchangeSettings = Config['exchange'];
export type WebhookSettings = z.output<typeof webhook>;
export type { AlarmSettings, Expectation } from './alarm-schema.ts';
export type { SettleSettings } from './folder-schema.ts';
export type { CertificateFiles, OperatorSettings } from './operator-schema.ts';
