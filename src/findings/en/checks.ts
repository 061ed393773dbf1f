/** What `gateway check` says of a site, in English. */
export const checks = {
  'found-account': 'account',
  'found-journal': 'journal',
  'found-files': 'files',
  'found-port': 'port of {key}',
  'found-folder': 'folder of {channel}',
  'found-login': 'login at {url}',
  'found-company': 'company {id}',
  'found-search': 'search of orders',
  'found-clock': 'clock',
  'account-root':
    'root, who may do everything. Run this as the account that will run the gateway: that one may less.',
  'account-ours': '{name}: rights are tried as this account, so the gateway has to run as the same one',
  'journal-share':
    '{path} lies on a network share ({share}), where a broken connection can spoil it. Put it on a disk of this machine, or use journal.postgres.',
  'journal-unencrypted':
    "The journal's documents go to PostgreSQL on {host} without TLS that proves the server. Add ?sslmode=verify-full to journal.postgres (and sslrootcert=FILE where the server's authority is your own).",
  'journal-commits-early':
    'PostgreSQL confirms commits before they are on its disk: when its machine fails, documents are forgotten whose receipt was confirmed. Run once: `alter role … set synchronous_commit = on` (a pooler keeps the gateway from doing so itself).',
  'journal-standby-late':
    'A standby follows this PostgreSQL and no commit waits for it (synchronous_standby_names is empty). When it takes over, the last documents are forgotten: orders are sent twice, events are lost. Name it there.',
  'journal-new': '{path} is made at the first start',
  'journal-room':
    'Only {free} MB are free on the disk of {path}. What arrives is stored there before anything else happens: make room, or put the journal (`journal.sqlite`) on another disk.',
  'journal-in-use': '{path}, in use by a gateway that runs',
  'journal-in-postgres': 'in PostgreSQL',
  'journal-there': '{path}',
  'journal-older': '{where}, of an older version: the next start brings it to this one',
  'journal-no-tables': '{where}: its tables are made at the first start',
  'journal-cannot-read': 'The journal ({where}) cannot be read: {why}.',
  'journal-foreign':
    'This journal holds the orders of {bound}; the config names {wanted}. Put the old base URL and company back, or give the new exchange a journal of its own (the key `journal`). If it is the same exchange at a new address: `gateway journal rebind --to URL --reason …`.',
  'journal-is-folder': '{path} is a folder: name a file in it.',
  'not-made': '{folder} is no folder: {path} cannot be made.',
  'journal-may-not-write':
    'The account of the gateway may not read and write {path} and its folder ({code}). Give it that right.',
  'journal-may-not-make':
    'The account of the gateway may not make {path} in {folder} ({code}). Give it that right.',
  'only-example': '`{value}` is only an example: put your own in its place.',
  'example-password':
    'It still is the text that `gateway init` wrote: put the password of the integration user in its place.',
  'port-free': '{where} is free',
  'port-open':
    '{where} is free, and other machines can reach it over plain HTTP: it answers health and numbers, without a login, and has no pages. For these give `http.operator.tls` or `proxies`, or listen on 127.0.0.1:{port}.',
  'port-ours': '{where} is in use, by the gateway that runs here',
  'port-taken':
    'Another program listens on {where} already (perhaps another gateway). Stop it, or take another port.',
  'port-rights':
    'The account of the gateway may not listen on {where}. Ports below 1024 need a right of their own, and Windows keeps some for itself (`netsh interface ipv4 show excludedportrange tcp`): take another.',
  'port-no-address':
    'This machine has no address {host}. Take one of its own, or 127.0.0.1 for this machine alone.',
  'port-no-name': 'The name {host} is not known here. Write an address, such as 127.0.0.1:{port}.',
  'port-too-high': 'There is no port {port}: the highest is 65535.',
  'port-other': 'Nobody can listen on {where}: {why}.',
  'certificate-holds': '{path} holds until {day}',
  'key-other':
    'The private key {key} does not belong to the certificate {cert}. In that file the certificate of this server comes first, then its chain.',
  'certificate-none': '{path} holds no certificate in PEM form (it begins with -----BEGIN CERTIFICATE-----).',
  'key-passphrase':
    'The private key {path} is protected by a passphrase, which the gateway cannot give. `openssl pkey -in {path} -out NEW` makes one without: let nobody but its account read it.',
  'key-none': '{path} holds no private key in PEM form (it begins with -----BEGIN PRIVATE KEY-----).',
  'no-file': 'There is no file {path}.',
  'may-not-read': 'The account of the gateway may not read {path}: give it that right.',
  'cannot-read': '{path} cannot be read: {why}.',
  'folder-is-file': '{path} is a file: name a folder.',
  'folder-right': '{folder}',
  'proof-events': 'events tell of new files',
  'proof-scanning': 'no events: found by scanning only',
  'proof-reading': 'files can be listed; nothing is written here',
  'proof-may-rename': 'files may be renamed here: `claim` can be left out',
  'proof-delete-only': 'files may be deleted, not renamed',
  'proof-times-fine': 'times of files: milliseconds or better',
  'proof-times-coarse': 'times of files: seconds',
  'proof-rename': 'rename is atomic, within one file system',
  'proof-free': '{free} MB free',
  'proof-clock-ahead': 'its clock is {seconds} s ahead: no harm, ages are not read from it',
  'proof-clock-behind': 'its clock is {seconds} s behind: no harm, ages are not read from it',
  'proof-share': 'a network share ({share})',
  'proof-in-memory': 'it lies in memory: nothing in it survives a restart of the machine',
  'proof-fsync': 'fsync works for files and folders',
  'proof-fsync-files': 'fsync works for files, not for folders',
  'proof-server-fsync': 'the server offers fsync',
  'proof-server-no-fsync':
    'the server does not offer fsync: when it says that a file is written, a power cut there may still lose it',
  'proof-old-listing':
    'a new file is not seen in a listing at once: the share keeps old listings for a while',
  'proof-interval': 'times count in seconds here: set `settle: { interval: 2s }` for this channel',
  'proof-copied': 'a rename changes the time or size of a file: it seems to be copied',
  'proof-no-folders':
    'the account may not make sub-folders: what the ERP collects is not noticed, and reports of parked messages cannot be put here',
  'proof-everybody-reads':
    'everybody with an account there may read the files that are put here (rights {rights}), and no folder on the way keeps them out: set fileMode: "640", or take the rights of others from the folder',
  'proof-neighbours':
    'a gateway with another journal uses this folder, or did ({names} in {work}): no file is taken twice, but their order is not kept. Give both one journal (`journal.postgres`); or, if that gateway is gone, see that nothing is left in there and remove it.',
  'proof-other-disk':
    '{title}: the work folder {work} lies on another file system; files cannot be renamed into it. Put both on one.',
  'proof-odd': '{title}: {why}.',
  'proof-other-bytes': 'what was written is not what is read',
  'proof-still-there': 'a file is still there after it was renamed',
  'proof-not-there': 'a file that was renamed is not seen under its new name',
  'proof-no-room': 'only {free} MB are free; make room',
  'proof-step': '{what} (it could not be {step})',
  'step-written': 'written into',
  'step-read': 'read',
  'step-listed': 'listed',
  'step-renamed': 'renamed in',
  'step-deleted': 'deleted from',
  'step-folders': 'given sub-folders',
  'claim-delete-works': '{what} Files may be deleted here: `claim: delete` works.',
  'claim-remember-works': '{what} Files may be listed: `claim: remember` works.',
  'claim-both-work':
    '{what} Files may be listed: `claim: remember` works, or `claim: delete` where the account may delete.',
  readable: '{file} may be read by other accounts (rights {rights}): chmod {mode} {file}',
  'login-works': 'the user {user} is known there',
  'login-status': 'status {status}',
  'company-ours': 'seen in {count} of the {of} order(s) that the search gave',
  'company-not-ours':
    'Of the {of} order(s) that the user {user} sees none is of this company; all are of {companies}. Is that yours? Ask the exchange for the id of your company: with a wrong one every answer is ignored.',
  'company-not-seen':
    'not proven: of the {of} order(s) that the user {user} sees none is of this company (they are of {companies}). If this is not your newest company, the id is wrong.',
  'company-known':
    'not proven to be yours: the exchange knows it ({name}), and the search gave no order by which to tell',
  'company-unproven':
    'not proven: the search gave no order by which to tell, and the company search does not show it. A wrong digit here makes every answer vanish: hold it against what the exchange gave you.',
  'company-other-side':
    'not proven: the channel {channel} says `as: {as}`, and in none of the {count} order(s) of this company is it the {as}',
  'search-works': 'it works: {count} orders came',
  'search-one': 'it works: 1 order came',
  'search-empty': 'not proven: it works, and no order came',
  'search-fails': 'The search fails: {why}',
  'search-not-needed': 'not proven: the search fails, which no channel of yours uses ({why})',
  'exchange-not-opened': 'The exchange cannot be asked: {why}',
  'all-right': 'Everything is in order.',
  'all-but': 'Nothing is wrong; look at what is marked {marks}.',
  'something-wrong': 'Something is wrong; see above.',
  'mark-and': '{one} and {other}',
  'mappings-not-there': '{folder} is not there; the delivered mappings alone are used.',
  'found-mappings': 'mappings',
  'found-config': 'config {path}',
  'found-schemas': 'schemas',
  'found-schemas-in': 'schemas {folder}',
  'found-format': 'format {name}',
  'found-mapping': 'mapping {name}',
  'found-mapping-beside': 'mapping {name} with schemas {folder}',
  'found-channel': 'channel {name}: {way}',
  'found-parties': 'channel {name}',
  'parties-no-scheme': 'a number without a scheme',
  'parties-scheme': 'a number of scheme {scheme}',
  'parties-parked':
    '{documents} delivered document(s) would now be parked, since {numbers} is no account ({example} in message {message}).',
  'parties-todo':
    'Add the number to tables/suppliers.csv or tables/buyers.csv of your mappings, or the scheme as account to tables/party-schemes.csv.',
  'found-fixture': 'fixture',
};
