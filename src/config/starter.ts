/**
 * The config that `gateway init` writes: safe to start with (search only, nothing old is published), every choice
 * explained. `since`: start of the first search, YYYY-MM-DDThh:mm:ss.SSSZ.
 */
export function starterConfig(since: string): string {
  return `# yaml-language-server: $schema=./gateway.schema.json
#
# Configuration of scsn-gateway. Fill in the four lines marked with <==, then:
#   gateway check --config gateway.yaml      says what is still wrong
#   gateway start --config gateway.yaml      runs until it is told to stop
#
# Paths start at the folder of this file. "\${NAME}" takes an environment variable, "\${file:PATH}" the text of a file.
# Durations: 500ms, 30s, 5m, 2h, 1d. All settings with their defaults: gateway.example.yaml of the package.

exchange:
  baseUrl: ${starterPlaceholders.baseUrl}                   # <== address of the exchange, with the environment
  companyId: ${starterPlaceholders.companyId}     # <== id of your company at the exchange
  auth:
    email: integration-user@example.com               # <== the integration user
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
  # ERP -> exchange: SCSN orders, sent as the XML they are.
  orders:
    from:
      folder: erp/out/orders     # the ERP writes here; archive/, error/ and parked/ appear inside
    document: scsn/Order
    to:
      exchange: sci-connector/order

  # Exchange -> ERP: what suppliers say of our orders, as SCSN order responses.
  responses:
    as: buyer
    from:
      search:
        every: 5m
        since: "${since}"    # how far back the first search looks
      # webhook: /events
    map: order-to-order-response
    document: scsn/OrderResponse
    to:
      folder: erp/in/responses   # the ERP reads (and removes) files here
      name: "{purchaseOrderNumber}-{sequence}.xml"
    firstRun: noteOnly           # orders from before the first start are noted as seen; "publish" makes files of them
`;
}

/** What nobody may leave as it is. */
export const starterPlaceholders = {
  baseUrl: 'https://exchange.example',
  companyId: '00000000-0000-0000-0000-000000000000',
} as const;

/** Folders that the starter config names. */
export const starterFolders = ['erp/out/orders', 'erp/in/responses', 'data', 'mappings'] as const;

/** What stands in a new `secrets/password`. */
export const passwordPlaceholder =
  'write the password of the integration user here, on one line, and nothing else\n';
