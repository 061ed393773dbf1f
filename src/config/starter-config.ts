/** What stands in a new `secrets/password`. */
export const examplePassword =
  'write the password of the integration user here, on one line, and nothing else\n';

/** What a new config holds in the place of something real. */
export const exampleValues = {
  baseUrl: 'https://exchange.example',
  companyId: '00000000-0000-0000-0000-000000000000',
  email: 'integration-user@example.com',
  password: examplePassword,
} as const;

/**
 * The config that `gateway init` writes: safe to start with (search only, nothing old is published), every choice
 * explained. `since`: start of the first search, YYYY-MM-DDThh:mm:ss.SSSZ. `files`: what the ERP writes and reads.
 */
export function renderStarterConfig(since: string, files: StarterFormat = 'scsn'): string {
  return `# yaml-language-server: $schema=./gateway.schema.json
#
# Configuration of scsn-gateway. Fill in the four lines marked with <==, then:
#   gateway check --config gateway.yaml      says what is still wrong
#   gateway start --config gateway.yaml      runs until it is told to stop
#
# Paths start at the folder of this file. "\${NAME}" takes an environment variable, "\${file:PATH}" the text of a file.
# Durations: 500ms, 30s, 5m, 2h, 1d. All settings with their defaults: gateway.example.yaml of the package.

exchange:
  baseUrl: ${exampleValues.baseUrl}                   # <== address of the exchange, with the environment
  companyId: ${exampleValues.companyId}     # <== id of your company at the exchange
  auth:
    email: ${exampleValues.email}               # <== the integration user
    password: "\${file:secrets/password}"              # <== write it into that file; readable for the gateway only

journal:
  sqlite: data/journal.db        # everything the gateway knows; put it into your backup

http:
  operator:
    listen: 127.0.0.1:8080       # http://127.0.0.1:8080/health says whether the work goes on, and why not

  # The exchange can also call the gateway when something is new (webhook): faster than asking every few minutes. It
  # needs an address that the exchange can reach: HTTPS with your certificate (tls), or a proxy that does TLS in front
  # of loopback. Then take away the # here and at "webhook: /events" below. Keep the search as well: it finds what a
  # lost call would have told.
  # webhook:
  #   listen: 127.0.0.1:8443
  #   auth:
  #     basic: { user: exchange, password: "\${file:secrets/webhook-password}" }
  #   tls: { cert: tls/fullchain.pem, key: tls/privkey.pem }

mappings: mappings               # your own mappings; they win over the delivered ones of the same name

channels:
${kinds[files].orders}
  # Exchange -> ERP: what suppliers say of our orders, ${kinds[files].answers}.
  responses:
    as: buyer
    from:
      search:
        every: 5m
        since: "${since}"    # how far back the first search looks
      # webhook: /events
${kinds[files].responses}
    to:
      folder: erp/in/responses   # the ERP reads (and removes) files here
      name: "{purchaseOrderNumber}-{sequence}${kinds[files].extension}"
    firstRun: noteOnly           # orders from before the first start are noted as seen; "publish" makes files of them
`;
}

/** What the ERP writes and reads: SCSN documents, tables of its own, EDIFACT, or SAP's IDocs. */
export type StarterFormat = 'scsn' | 'csv' | 'edifact' | 'idoc';

/** What the config says of one of them. */
interface Kind {
  /** The channel of orders. */
  readonly orders: string;
  /** Mappings and document of the channel of responses. */
  readonly responses: string;
  /** As what responses come. */
  readonly answers: string;
  readonly extension: string;
}

/** Channels of orders that share the folder, in the order in which they are asked; each with the way through SCSN. */
function orderChannels(
  files: string,
  ways: Readonly<Record<string, { readonly document: string; readonly map: string }>>,
): string {
  return Object.entries(ways)
    .map(
      ([name, { document, map }], n) => `  ${name}:
    from:
      folder: erp/out/orders${n === 0 ? '     # the ERP writes here; archive/, error/ and parked/ appear inside' : ''}
      files: "${files}"
    document: ${document}
    map: [ ${map}, complete-order, order-to-exchange ]
    to:
      exchange: api-connector/order
`,
    )
    .join('');
}

const responses = (mapping: string, document: string): string =>
  `    map: [ order-to-order-response, ${mapping} ]\n    document: ${document}`;

const kinds: Readonly<Record<StarterFormat, Kind>> = {
  scsn: {
    orders: `  # ERP -> exchange: SCSN orders, sent as the XML they are.
  orders:
    from:
      folder: erp/out/orders     # the ERP writes here; archive/, error/ and parked/ appear inside
    document: scsn/Order
    to:
      exchange: sci-connector/order
`,
    responses: '    map: order-to-order-response\n    document: scsn/OrderResponse',
    answers: 'as SCSN order responses',
    extension: '.xml',
  },
  csv: {
    orders: `  # ERP -> exchange: tables of orders. What a file looks like stands in mappings/formats/my-orders.yaml, where each column goes
  # in mappings/my-orders-to-order.yaml.
${orderChannels('*.csv', { orders: { document: 'my-orders', map: 'my-orders-to-order' } })}`,
    responses: responses('order-response-to-csv-order-response', 'csv-order-response'),
    answers: 'as tables',
    extension: '.csv',
  },
  edifact: {
    orders: `  # ERP -> exchange: EDIFACT. Orders (ORDERS) and changes (ORDCHG) may share the folder, and an interchange.
${orderChannels('*.edi', {
  orders: { document: 'edifact-d96a-orders', map: 'edifact-orders-to-order' },
  changes: { document: 'edifact-d96a-ordchg', map: 'edifact-ordchg-to-order' },
})}`,
    responses: responses('order-response-to-edifact-ordrsp', 'edifact-d96a-ordrsp'),
    answers: 'as EDIFACT ORDRSP',
    extension: '.edi',
  },
  idoc: {
    orders: `  # ERP -> exchange: IDocs of SAP, XML or flat. Orders (ORDERS) and changes (ORDCHG) may share the folder: MESTYP tells them apart.
${orderChannels('*', {
  orders: { document: 'idoc-orders', map: 'idoc-orders-to-order' },
  changes: { document: 'idoc-ordchg', map: 'idoc-ordchg-to-order' },
})}`,
    responses: responses('my-response-to-idoc', 'my-idoc-ordrsp'),
    answers: 'as IDocs ORDRSP',
    extension: '.xml',
  },
};

/** Folders that the starter config names. */
export const starterFolders = ['erp/out/orders', 'erp/in/responses', 'data', 'mappings'] as const;
