import type { StarterChannel, SyntaxStarter } from '../formats/define-syntax.ts';

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
 * explained. `since`: start of the first search, YYYY-MM-DDThh:mm:ss.SSSZ. `starter`: of the files that the ERP writes and reads;
 * without one they are SCSN.
 */
export function renderStarterConfig(since: string, starter?: SyntaxStarter): string {
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
${starter === undefined ? scsnOrders : renderOrders(starter)}
  # Exchange -> ERP: what suppliers say of our orders, ${starter?.answers ?? 'as SCSN order responses'}.
  responses:
    as: buyer
    from:
      search:
        every: 5m
        since: "${since}"    # how far back the first search looks
      # webhook: /events
${starter === undefined ? scsnResponses : renderResponses(starter)}
    to:
      folder: erp/in/responses   # the ERP reads (and removes) files here
      name: "{purchaseOrderNumber}-{sequence}${starter?.extension ?? '.xml'}"
    firstRun: noteOnly           # orders from before the first start are noted as seen; "publish" makes files of them
`;
}

/** SCSN orders go as the XML they are. */
const scsnOrders = `  # ERP -> exchange: SCSN orders, sent as the XML they are.
  orders:
    from:
      folder: erp/out/orders     # the ERP writes here; archive/, error/ and parked/ appear inside
    document: scsn/Order
    to:
      exchange: sci-connector/order
`;

const scsnResponses = '    map: order-to-order-response\n    document: scsn/OrderResponse';

const renderOrders = ({ ordersRemark, orders, files }: SyntaxStarter): string =>
  [
    `  # ERP -> exchange: ${ordersRemark.join('\n  # ')}\n`,
    ...orders.map((one, n) => renderOrderChannel(one, files, n === 0)),
  ].join('');

/** Channels of orders share the folder; each has its way through SCSN. */
const renderOrderChannel = (
  { channel, document, map }: StarterChannel,
  files: string,
  isFirst: boolean,
): string => `  ${channel}:
    from:
      folder: erp/out/orders${isFirst ? '     # the ERP writes here; archive/, error/ and parked/ appear inside' : ''}
      files: "${files}"
    document: ${document}
    map: [ ${map}, complete-order, order-to-exchange ]
    to:
      exchange: api-connector/order
`;

const renderResponses = ({ responses: { map, document } }: SyntaxStarter): string =>
  `    map: [ order-to-order-response, ${map} ]\n    document: ${document}`;

/** Folders that the starter config names. */
export const starterFolders = ['erp/out/orders', 'erp/in/responses', 'data', 'mappings'] as const;
