/** What is said of the config in English: what is wrong, and what to do. A name is a code, and which of its sentences. */
export const sentences = {
  'config-unreadable': [
    'The config cannot be read: {reason}.',
    'Give its path with --config, or make one with `gateway init`.',
  ],
  'config-unreadable/no-file': [
    'The config is a pipe or a device, no file.',
    'Save it as a file: the gateway reads it again while it runs.',
  ],
  'config-channel-direction': [
    '`{path}` leads both to the exchange and to a folder.',
    'A channel has one direction: make two channels of it.',
  ],
  'config-env-missing': [
    'The environment variable {name} is not set.',
    'Set it before the gateway starts, or use ${file:PATH}.',
  ],
  'config-file-missing': [
    'The file {path} cannot be read: {reason}.',
    "Relative paths start at the config file's folder; the gateway's account must be able to read it.",
  ],
  'config-placeholder': [
    '`{written}` is no placeholder.',
    'Write ${NAME} or ${file:PATH}; write $${ for the characters ${ themselves.',
  ],
  'config-plain-secret': [
    '`{path}` stands in plain text.',
    'Put it into a file and write "${file:secrets/NAME}", or into the environment and write "${NAME}".',
  ],
  'config-plain-secret/address': [
    '`exchange.baseUrl` holds a user or a password.',
    'Take them out of the address: they belong in `exchange.auth`, the password as "${file:secrets/NAME}".',
  ],
  'config-plain-http': [
    '`exchange.baseUrl` sends passwords unprotected to {host}.',
    'Use https; plain http is for loopback only.',
  ],
  'config-plain-http/mail': [
    '`alarms.mail.smtp` sends its password unprotected to {host}.',
    'Leave `tls` out, or set `tls: implicit` with port 465.',
  ],
  'config-plain-http/alarms': [
    '`alarms.webhook` sends its token unprotected to {host}.',
    'Use https; plain http is for loopback only.',
  ],
  'config-plain-http/pages': [
    'Passwords would go to {host} over plain HTTP.',
    'Use https; plain http is for loopback only.',
  ],
  'config-open-http/webhook': [
    'The webhook receives passwords over plain HTTP from other machines.',
    'Give `tls`, or listen on 127.0.0.1 behind a proxy that does TLS.',
  ],
  'config-open-http/operator': [
    'Other machines can reach this port over plain HTTP: it answers health and numbers, and has no pages.',
    'Give `tls`, name the proxy in front in `proxies`, or listen on 127.0.0.1.',
  ],
  'config-open-http/proxies': [
    'Whoever calls would count as a proxy, and could say to come from anywhere.',
    'Name the addresses of the proxies alone.',
  ],
  'config-same-address': [
    '`http.webhook` and `http.operator` listen on the same address.',
    'Give each its own port.',
  ],
  'config-no-channels': [
    'No channel is configured: the gateway has nothing to do.',
    'Add one under `channels`.',
  ],
  'config-time-zone': ['There is no time zone `{zone}`.', '{todo}'],
  'config-unknown-rule/fixed': [
    'The severity of `{code}` cannot be changed: such a document cannot be read in one way.',
    'Leave it out; rules and warnings can be changed (docs/findings.md).',
  ],
  'config-unknown-rule/unknown': ['There is no rule `{code}`.', '{todo}'],
  'config-no-map/inbound': [
    '`channels.{name}` has no `map`, but {operation} takes JSON.',
    'Add `map: {map}`.',
  ],
  'config-no-map/format': [
    '`channels.{name}` has no `map`: {document} must become an SCSN document first.',
    'Add `map:` with the mapping from {document}.',
  ],
  'config-no-map/outbound': [
    "`channels.{name}` has no `map`: the exchange's JSON must become XML.",
    'Add `map: {map}`.',
  ],
  'config-wrong-document/operation': [
    '{operation} does not take {document}.',
    'Set `document: {taken}`, or choose another operation.',
  ],
  'config-wrong-document/role': [
    'A {role} does not receive {document}.',
    'As {role} set one of: {documents}.',
  ],
  'config-keep': [
    '`archive.keep` goes by the folders YYYY/MM/DD, which `byDate: false` leaves out.',
    'Leave `byDate` out, or `archive`.',
  ],
  'config-settle': [
    '`interval`, `patience` and `giveUp` must not decrease in this order.',
    'Make patience at least interval, and giveUp at least patience.',
  ],
  'config-no-login': [
    '`{path}` has neither `password` nor `privateKey`.',
    'Give one of them: "${NAME}" or "${file:PATH}".',
  ],
  'config-switched-off': [
    '`channels.{name}` sends despatch advice, which the specification does not know.',
    'Ask the exchange whether it takes them; then set `despatchAdvice: true` under `exchange`.',
  ],
  'config-no-source': [
    '`channels.{name}` has neither `search` nor `webhook`.',
    'Add `search`, `webhook`, or both.',
  ],
  'config-idle-events': [
    '`channels.{name}` has `events` and no `webhook`: a search shows no names of events.',
    'Take `events` away, or add `webhook`.',
  ],
  'config-no-search': [
    "`channels.{name}` searches, but the exchange's search finds orders and no shipments.",
    'Take `search` away: shipments are told of by webhook only.',
  ],
  'config-search-ahead': [
    '`channels.{name}` searches from {since} on, which is still to come: nothing that changes before that is found.',
    'Give the moment from which the ERP is to get changes. If it is meant so, nothing is wrong.',
  ],
  'config-no-company': [
    '`channels.{name}` does not know which company is ours.',
    'Give `companyId` under `exchange` or in the channel: the id of your company at the exchange.',
  ],
  'config-no-webhook': [
    'Nothing listens for the webhook `{path}`.',
    'Add `http.webhook` with an address and credentials.',
  ],
  'config-name-field': ['There is no field `{field}`.', '{todo}'],
  'config-name-character': [
    'No file name has a `{character}` in it: the files would have `_` in its place.',
    'Take it out, or write `_`. Files go into the folder itself, none into a sub-folder.',
  ],
  'config-chain/reads': [
    '`channels.{channel}`: the mapping {mapping} reads {from}, and {given} comes to it.',
    'Name a mapping that reads {given}, or one before it that makes {from}.',
  ],
  'config-chain/between': [
    '`channels.{channel}`: the mapping {mapping} makes {to}, and another one stands behind it.',
    'Between two mappings lies an SCSN document: take the others away, or name them before it.',
  ],
  'config-chain/makes': [
    '`channels.{channel}`: the mapping {mapping} makes {to}, and {end} is wanted at the end.',
    'Add the mapping from {to} to {end} behind it, or name another one.',
  ],
  'config-chain/scsn': [
    '`channels.{channel}`: no SCSN document lies between {document} and the exchange.',
    'Name two mappings: one between {document} and an SCSN document, one between that and the exchange.',
  ],
  'config-chain/open': [
    '`channels.{channel}`: what its mappings leave open ({parts}) is not closed on the way.',
    'Name a mapping behind the translation that closes it, such as {mapping}.',
  ],
  'config-chain/kind': [
    '`channels.{channel}`: the format {document} says that it is of another kind than {scsn}.',
    'Correct `kind:` of the format, or name the mappings of its kind.',
  ],
  'config-chain/side': [
    '`channels.{channel}`: {scsn}, which {document} becomes or is made of, does not fit the other end of the channel.',
    'Choose another operation or role, or other mappings.',
  ],
  'config-same-folder/differ': [
    '`channels.{name}` and `channels.{other}` pick up from one folder, but differ in {keys}.',
    'Write the same in both; only `files` may differ.',
  ],
  'config-same-folder/files': [
    '`channels.{name}` and `channels.{other}` pick up the same files.',
    'Give them different folders, different patterns in `files`, or different document types.',
  ],
  'config-same-folder/echo': [
    '`channels.{reader}` would send back what `channels.{name}` publishes: they use the same folder.',
    'Give the outbound channel a folder of its own.',
  ],
  'config-keys-in-lanes': [
    '`channels.{name}` and `channels.{other}` may carry documents of the same orders, but pick up from folders of their own: which of two comes first is not certain.',
    'Where two documents of one order may come by both, give both the same `from.lane`, or one folder. Otherwise nothing is wrong.',
  ],
  'config-no-orders': [
    '`channels.{name}` compares answers with the orders that they answer, and no channel brings those: every line without a status is parked.',
    'Add an outbound channel with `as: supplier`, which publishes the orders in a folder and remembers them; or let the ERP write a status for each line.',
  ],
  'config-idle-webhook': [
    'No channel uses the webhook: every call is answered with 404.',
    'Add `webhook: /events` under `from` of an outbound channel.',
  ],
  'config-closed-webhook': [
    'The webhook listens on {listen}, where only this machine can call, and `addresses` does not hold it: every call is refused with 401.',
    'Behind a proxy use `basic` or `bearer` (the proxy can add it for callers that it admits); without one listen on an outer address, with `tls`.',
  ],
  'config-open-webhook/proxy': [
    'Behind a proxy on this machine every caller has its address: `addresses` keeps nobody out.',
    'Use `basic` or `bearer`; if the exchange sends neither, let the proxy add it for callers that it admits by their address.',
  ],
  'config-open-webhook/everybody': [
    '`addresses` lets everybody in.',
    'Use `basic` or `bearer`; if the exchange sends neither, let the proxy add it for callers that it admits by their address.',
  ],
  'config-open-webhook/guessed': [
    'The path `{path}` can be guessed, and callers need no credentials.',
    'Give it a part of 20 random letters and digits or more: /events/RANDOM.',
  ],
  'config-same-event': [
    '`channels.{name}` and `channels.{other}` make the same files of the same events.',
    'Remove one of them, or give them different paths or roles.',
  ],
  'config-mixed-path': [
    '`channels.{name}` and `channels.{other}` listen at one path: a GET with an id at its end does not say whether it is a shipment or an order.',
    'Give shipments a path of their own, unless the exchange calls by POST, by PUT, or with `shipmentId` in the query.',
  ],
} as const;
