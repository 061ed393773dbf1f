import {
  chmodSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';

/** One good site with one thing wrong, and what `gateway check` says of it. */
export interface Misconfigured {
  readonly wrong: string;
  /** What stands in the good file, and what in its place. */
  readonly edit?: readonly [from: string, to: string];
  /** What is wrong beside the file. */
  readonly arrange?: (folder: string) => void;
  /** It takes a system with rights of files. */
  readonly byRights?: true;
  readonly exit: 0 | 1;
  /** Lines, or parts of them, that it says. */
  readonly says: readonly string[];
}

const company = '5f0c3b1e-7d2a-4e69-9b48-1c6a8f30d752';

/** In the file of a site, where there is one. */
export function edit(folder: string, from: string | RegExp, to: string): void {
  const path = join(folder, 'gateway.yaml');
  if (existsSync(path) && statSync(path).isFile())
    writeFileSync(
      path,
      readFileSync(path, 'utf8').replace(from, () => to),
    );
}

export const sites: readonly Misconfigured[] = [
  // what the file is
  {
    wrong: 'a tab for an indent',
    edit: ['  companyId', '\tcompanyId'],
    exit: 1,
    says: ['gateway.yaml:3:1 error: A tab stands here, which YAML does not allow. Indent with blanks.'],
  },
  {
    wrong: 'a path of Windows in double quotes',
    edit: ['erp/out/orders', '"C:\\ERP\\out"'],
    exit: 1,
    says: ["Put a path of Windows in single quotes: 'C:\\ERP\\out'."],
  },
  {
    wrong: 'a path of Windows in double quotes whose letters mean something',
    edit: ['erp/out/orders', '"C:\\new\\out"'],
    exit: 1,
    says: ["Put a path of Windows in single quotes: 'C:\\ERP\\out'."],
  },
  {
    wrong: 'a key twice',
    edit: ['mappings: mappings', 'mappings: mappings\nmappings: others'],
    exit: 1,
    says: ['gateway.yaml:16:1 error: ', 'Each name may stand once; remove or rename one of them.'],
  },
  {
    wrong: 'an empty file',
    arrange: (folder) => writeFileSync(join(folder, 'gateway.yaml'), ''),
    exit: 1,
    says: ['`exchange` is missing.'],
  },
  {
    wrong: 'no file',
    arrange: (folder) => rmSync(join(folder, 'gateway.yaml')),
    exit: 1,
    says: [
      'The config cannot be read: there is no such file.',
      'Give its path with --config, or make one with `gateway init`.',
    ],
  },
  {
    wrong: 'the file is a folder',
    arrange: (folder) => {
      rmSync(join(folder, 'gateway.yaml'));
      mkdirSync(join(folder, 'gateway.yaml'));
    },
    exit: 1,
    says: ['The config cannot be read: it is a folder.'],
  },
  // keys and values
  {
    wrong: 'a key misspelt',
    edit: ['baseUrl:', 'baseURL:'],
    exit: 1,
    says: ['`baseURL` is not known in `exchange`. Did you mean `baseUrl`?'],
  },
  {
    wrong: 'no password',
    edit: ['    password: "${file:secrets/password}"\n', ''],
    exit: 1,
    says: ['`exchange.auth.password` is missing.'],
  },
  {
    wrong: 'a duration without its unit',
    edit: ['every: 5m', 'every: 5'],
    exit: 1,
    says: [
      'gateway.yaml:25:24 error: `channels.answers.from.search.every` = `5` is not allowed. It must be a number with its unit',
    ],
  },
  {
    wrong: 'a date without a time',
    edit: ['"2026-01-01T00:00:00.000Z"', '2026-01-01'],
    exit: 1,
    says: ['It must be a time in UTC with milliseconds, such as 2026-01-01T00:00:00.000Z.'],
  },
  {
    wrong: 'a document type misspelt',
    edit: ['scsn/OrderResponse', 'scsn/OrderRespons'],
    exit: 1,
    says: ['scsn/OrderRespons'],
  },
  {
    wrong: 'an operation misspelt',
    edit: ['api-connector/order', 'api-conector/order'],
    exit: 1,
    says: ['Did you mean `api-connector/order`?'],
  },
  {
    wrong: 'a time zone that does not exist',
    edit: ['    document: scsn/Order\n', '    document: scsn/Order\n    timeZone: Amsterdam\n'],
    exit: 1,
    says: ['There is no time zone `Amsterdam`.'],
  },
  {
    wrong: 'a file name of an unknown field',
    edit: ['to: { folder: erp/in/answers }', 'to: { folder: erp/in/answers, name: "{orderNumber}.xml" }'],
    exit: 1,
    says: ['There is no field `{orderNumber}`.'],
  },
  {
    wrong: 'a port without an address',
    edit: ['  operator:\n    listen: 127.0.0.1:0', '  operator:\n    listen: 8080'],
    exit: 1,
    says: [
      '`http.operator.listen` = `8080` is not allowed. It must be an address and a port, such as 127.0.0.1:8080.',
    ],
  },
  // the exchange and us
  {
    wrong: 'the address of the example',
    edit: ['EXCHANGE', 'https://exchange.example'],
    exit: 1,
    says: [
      'WRONG exchange.baseUrl: `https://exchange.example` is only an example: put your own in its place.',
    ],
  },
  {
    wrong: 'an address without https',
    edit: ['EXCHANGE', 'http://orders.test'],
    exit: 1,
    says: [
      '`exchange.baseUrl` sends passwords unprotected to orders.test. Use https; plain http is for loopback only.',
    ],
  },
  {
    wrong: 'an address without its scheme',
    edit: ['EXCHANGE', 'orders.test'],
    exit: 1,
    says: ['It must be an address, such as https://exchange.example.'],
  },
  {
    wrong: 'an address with a password in it',
    edit: ['EXCHANGE', 'https://me:secret@orders.test'],
    exit: 1,
    says: [
      'gateway.yaml:2:12 error: `exchange.baseUrl` holds a user or a password. Take them out of the address',
    ],
  },
  {
    wrong: 'an address where nobody listens',
    edit: ['EXCHANGE', 'http://127.0.0.1:9'],
    exit: 1,
    says: ['WRONG login at http://127.0.0.1:9: ', 'nothing listens there, or a firewall answers'],
  },
  {
    wrong: 'a wrong password',
    arrange: (folder) => writeFileSync(join(folder, 'secrets/password'), 'another'),
    exit: 1,
    says: ['WRONG login at ', 'Check exchange.auth.email and exchange.auth.password'],
  },
  {
    wrong: 'the password of the example',
    arrange: (folder) =>
      writeFileSync(
        join(folder, 'secrets/password'),
        'write the password of the integration user here, on one line, and nothing else\n',
      ),
    exit: 1,
    says: ['WRONG exchange.auth.password: It still is the text that `gateway init` wrote'],
  },
  {
    wrong: 'a company that is no UUID',
    edit: [company, 'ACME-1'],
    exit: 1,
    says: [
      '`exchange.companyId` = `ACME-1` is not allowed. It must be the UUID that the exchange gave your company',
    ],
  },
  {
    wrong: 'a company that lost a digit',
    edit: [company, company.slice(0, -1)],
    exit: 1,
    says: ['It must be the UUID that the exchange gave your company'],
  },
  {
    wrong: 'a company with one wrong digit',
    edit: [company, company.replace(/2$/, '3')],
    exit: 1,
    says: [
      `WRONG company ${company.replace(/2$/, '3')}: Of the 1 order(s) that the user integration@example.com sees none is of this company; all are of ${company}`,
    ],
  },
  {
    wrong: 'no company where answers are fetched',
    edit: [`  companyId: ${company}\n`, ''],
    exit: 1,
    says: ['`channels.answers` does not know which company is ours.'],
  },
  {
    wrong: 'a password in the file',
    edit: ['"${file:secrets/password}"', 'simulator'],
    exit: 0,
    says: ['warning: `exchange.auth.password` stands in plain text.', 'warn  config gateway.yaml'],
  },
  // secrets
  {
    wrong: 'a secret whose file is not there',
    arrange: (folder) => rmSync(join(folder, 'secrets/hook')),
    exit: 1,
    says: ['gateway.yaml:12:48 error: The file secrets/hook cannot be read: there is no such file.'],
  },
  {
    wrong: 'a variable that is not set',
    edit: ['"${file:secrets/hook}"', '"${HOOK_THAT_IS_NOT_SET}"'],
    exit: 1,
    says: ['The environment variable HOOK_THAT_IS_NOT_SET is not set.'],
  },
  {
    wrong: 'a secret that others may read',
    byRights: true,
    arrange: (folder) => chmodSync(join(folder, 'secrets/password'), 0o644),
    exit: 0,
    says: ['secrets/password may be read by other accounts (rights 644): chmod 600 '],
  },
  // folders
  {
    wrong: 'a folder that is not there',
    arrange: (folder) => rmSync(join(folder, 'erp/out/orders'), { recursive: true }),
    exit: 1,
    says: ['WRONG folder of orders: ', 'does not exist. Create it, or mount the share it lies on.'],
  },
  {
    wrong: 'a file in the place of a folder',
    arrange: (folder) => {
      rmSync(join(folder, 'erp/in/answers'), { recursive: true });
      writeFileSync(join(folder, 'erp/in/answers'), '');
    },
    exit: 1,
    says: ['WRONG folder of answers: ', 'is a file: name a folder.'],
  },
  {
    wrong: 'one folder for both directions',
    edit: ['erp/in/answers', 'erp/out/orders'],
    exit: 1,
    says: [
      '`channels.orders` would send back what `channels.answers` publishes',
      'Give the outbound channel a folder of its own.',
    ],
  },
  {
    wrong: 'files that no channel takes',
    edit: ['from: { folder: erp/out/orders }', 'from: { folder: erp/out/orders, files: "ORD*.xml" }'],
    arrange: (folder) => {
      const path = join(folder, 'erp/out/orders/PO-1.xml');
      writeFileSync(path, 'x');
      utimesSync(path, 1_700_000_000, 1_700_000_000);
    },
    exit: 0,
    says: ['warn  files: In ', 'PO-1.xml'],
  },
  // the journal
  {
    wrong: 'a journal that is a folder',
    edit: ['data/journal.db', 'erp'],
    exit: 1,
    says: ['WRONG journal: ', 'is a folder: name a file in it.'],
  },
  {
    wrong: 'a journal in a file',
    edit: ['data/journal.db', 'gateway.yaml/journal.db'],
    exit: 1,
    says: ['WRONG journal: ', 'gateway.yaml is no folder'],
  },
  {
    wrong: 'a journal that is none',
    arrange: (folder) => {
      mkdirSync(join(folder, 'data'));
      writeFileSync(join(folder, 'data/journal.db'), 'x'.repeat(5000));
    },
    exit: 1,
    says: ['WRONG journal: The journal ('],
  },
  // ports and certificates
  {
    wrong: 'the port for the operator open to all',
    edit: ['  operator:\n    listen: 127.0.0.1:0', '  operator:\n    listen: 0.0.0.0:0'],
    exit: 0,
    says: [
      'warning: Other machines can reach this port over plain HTTP: it answers health and numbers, and has no pages.',
      'warn  port of http.operator: 0.0.0.0:0 is free, and other machines can reach it',
      'Nothing is wrong; look at what is marked `warn`.',
    ],
  },
  {
    wrong: 'an address of another machine',
    edit: ['  operator:\n    listen: 127.0.0.1:0', '  operator:\n    listen: 192.0.2.1:8080'],
    exit: 1,
    says: ['WRONG port of http.operator: This machine has no address 192.0.2.1.'],
  },
  {
    wrong: 'a port above the highest',
    edit: ['  operator:\n    listen: 127.0.0.1:0', '  operator:\n    listen: 127.0.0.1:99999'],
    exit: 1,
    says: ['There is no port 99999: the highest is 65535.'],
  },
  {
    wrong: 'two servers at one address',
    edit: ['    listen: 127.0.0.1:0\n    auth', '    listen: 127.0.0.1:18443\n    auth'],
    arrange: (folder) =>
      edit(folder, 'operator:\n    listen: 127.0.0.1:0', 'operator:\n    listen: 127.0.0.1:18443'),
    exit: 1,
    says: ['`http.webhook` and `http.operator` listen on the same address. Give each its own port.'],
  },
  {
    wrong: 'a webhook without a server',
    edit: [
      '  webhook:\n    listen: 127.0.0.1:0\n    auth: { basic: { user: exchange, password: "${file:secrets/hook}" } }\n',
      '',
    ],
    exit: 1,
    says: ['Nothing listens for the webhook `/events`.'],
  },
  {
    wrong: 'a certificate that is not there',
    edit: ['  operator:', '    tls: { cert: cert.pem, key: key.pem }\n  operator:'],
    exit: 1,
    says: ['WRONG http.webhook.tls.cert: There is no file ', 'WRONG http.webhook.tls.key: There is no file '],
  },
  {
    wrong: 'a certificate that is none',
    edit: ['  auth:\n', '  certificateAuthority: secrets/hook\n  auth:\n'],
    exit: 1,
    says: ['WRONG exchange.certificateAuthority: ', 'holds no certificate in PEM form'],
  },
  // channels and mappings
  {
    wrong: 'a mapping that does not exist',
    edit: ['map: order-to-exchange', 'map: order-to-exhange'],
    exit: 1,
    says: ['WRONG mapping order-to-exhange\n', 'There is no mapping order-to-exhange.yaml in '],
  },
  {
    wrong: 'a mapping of the other direction',
    edit: ['map: order-to-exchange', 'map: order-to-order'],
    exit: 1,
    says: [
      'WRONG channel orders: scsn/Order > order-to-order > api-connector/order\n',
      'Name a mapping that reads scsn/Order, or one before it',
    ],
  },
  {
    wrong: 'no mapping where JSON is wanted',
    edit: ['    map: order-to-exchange\n', ''],
    exit: 1,
    says: [
      '`channels.orders` has no `map`, but api-connector/order takes JSON. Add `map: order-to-exchange`.',
    ],
  },
  {
    wrong: 'a folder of mappings that is not there',
    arrange: (folder) => renameSync(join(folder, 'mappings'), join(folder, 'mapping')),
    exit: 1,
    says: ['WRONG mappings: ', 'is not there; the delivered mappings alone are used.'],
  },
  {
    wrong: 'an own mapping with a mistake',
    arrange: (folder) => writeFileSync(join(folder, 'mappings/order-to-exchange.yaml'), 'rules: [\n'),
    exit: 1,
    says: ['WRONG mapping order-to-exchange'],
  },
  {
    wrong: 'the wrong side of the order',
    edit: ['as: buyer', 'as: supplier'],
    exit: 1,
    says: ['A supplier does not receive scsn/OrderResponse.'],
  },
  {
    wrong: 'a channel without an end',
    edit: ['    to: { folder: erp/in/answers }\n', ''],
    exit: 1,
    says: ['`channels.answers.to` is missing.'],
  },
  {
    wrong: 'no channels',
    arrange: (folder) => edit(folder, /channels:[\s\S]*/, 'channels: {}\n'),
    exit: 0,
    says: ['No channel is configured: the gateway has nothing to do.'],
  },
];
