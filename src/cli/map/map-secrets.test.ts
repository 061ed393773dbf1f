import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { hasFolderLinks, hasLinks } from '../../../test/kit/machine.ts';
import { runCommandLine } from '../testkit/ran.ts';

/**
 * Who may edit a folder of mappings is given what mappings are given, and nothing else of the machine: whatever a file there
 * names or leads to, no command tells what lies outside of it.
 */

const delivered = fileURLToPath(new URL('../../../mappings', import.meta.url));
const full = join(delivered, 'fixtures/order-to-exchange.full');
const secret = 'hunter2';
const root = mkdtempSync(join(tmpdir(), 'secrets-'));
const at = (path: string): string => join(root, path);
afterAll(() => rmSync(root, { recursive: true }));

beforeEach(() => {
  rmSync(root, { recursive: true });
  // a table, a table of partners, a mapping, an XSD, a document: whatever it is taken for, it says the secret
  write(
    'secret/pw.csv',
    `key,value
4500017802,${secret}
C62,${secret}
KGM,${secret}
`,
  );
  write(
    'secret/partners.csv',
    `account,partnerId
${secret},
`,
  );
  write(
    'secret/pw.yaml',
    `mapping: order-to-exchange
extends: scsn-gateway/order-to-exchange
target: { order: { description: { $text: ${secret} } } }
`,
  );
  write(
    'secret/format.yaml',
    `format: acme
syntax: xml
root: ${secret}
${secret}: 1
fields: {}
`,
  );
  write('secret/order.xml', `<${secret}>${secret}</${secret}>`);
  write('secret/expected.json', `{ "${secret}": "${secret}" }`);
  write('order.xml', '<Order/>');
  cpSync(join(full, 'document.xml'), at('document.xml'));
});

function write(path: string, text: string): void {
  mkdirSync(dirname(at(path)), { recursive: true });
  writeFileSync(at(path), text);
}

/** `own/order-to-exchange.yaml`, with more in it. */
const mapping = (text: string): void =>
  write(
    'own/order-to-exchange.yaml',
    `mapping: order-to-exchange\nextends: scsn-gateway/order-to-exchange\n${text}\n`,
  );

/** On Windows `junction` links to a folder. */
function link(path: string, target: string, kind?: 'junction'): void {
  mkdirSync(dirname(at(path)), { recursive: true });
  symlinkSync(target, at(path), kind);
}

const asking = (table: string): string =>
  `tables: { leak: ${table} }
target: { order: { description: "table('leak', cbc:ID)" } }`;

function fixture(name: string): string {
  mapping('');
  cpSync(full, at('own/fixtures/order-to-exchange.mine'), { recursive: true });
  rmSync(at(`own/fixtures/order-to-exchange.mine/${name}`), { force: true });
  return `own/fixtures/order-to-exchange.mine/${name}`;
}

const format = (xsd: string) =>
  write('own/formats/acme.yaml', `format: acme\nsyntax: xml\nroot: Orders\nxsd: ${xsd}\nfields: {}\n`);

const document = [
  ['map', 'check', 'order-to-exchange', '-m', 'own'],
  ['map', 'try', 'order-to-exchange', 'document.xml', '-m', 'own'],
];
const byFile = [['map', 'try', 'own/order-to-exchange.yaml', 'document.xml']];
const fixtures = [['map', 'test', 'order-to-exchange/mine', '-m', 'own']];
const formats = [
  ['format', 'check', 'acme', '-m', 'own'],
  ['format', 'try', 'acme', 'order.xml', '-m', 'own'],
];

type Words = readonly string[];
type Attack = readonly [name: string, lay: () => void, asked?: readonly Words[]];

const withoutLinks: readonly Attack[] = [
  ['a table outside', () => mapping(asking('../secret/pw.csv')), [...document, ...byFile]],
  ['a table by its whole path', () => mapping(asking(at('secret/pw.csv')))],
  ['partners outside', () => mapping('partners: ../secret/partners.csv')],
  [
    'a mapping that extends another file',
    () =>
      write(
        'own/order-to-exchange.yaml',
        'mapping: order-to-exchange\nextends: scsn-gateway/../../secret/pw\n',
      ),
  ],
  ['the XSD of a format', () => format('../../secret/order.xml'), formats],
  [
    'XPath',
    () => mapping(`target: { order: { description: "string(doc('file://${at('secret/order.xml')}'))" } }`),
  ],
  [
    'unparsed text',
    () => mapping(`target: { order: { description: "unparsed-text('file://${at('secret/pw.csv')}')" } }`),
  ],
  ['the environment', () => mapping(`target: { order: { description: "environment-variable('SECRET')" } }`)],
];

const linksToFiles: readonly Attack[] = [
  [
    'a table behind a link',
    () => {
      mapping(asking('tables/pw.csv'));
      link('own/tables/pw.csv', '../../secret/pw.csv');
    },
  ],
  [
    'rows laid over a table',
    () => {
      mapping('');
      link('own/tables/units-to-exchange.add.csv', '../../secret/pw.csv');
    },
  ],
  ['a mapping behind a link', () => link('own/order-to-exchange.yaml', '../secret/pw.yaml')],
  [
    'paths that are left out, behind a link',
    () => {
      mapping('');
      link('own/ignored.csv', '../secret/pw.csv');
    },
  ],
  [
    'classes of lost values behind a link',
    () => {
      mapping('');
      link('own/tables/lost-values.csv', '../../secret/pw.csv');
    },
  ],
  [
    'a fixture whose document is a link',
    () => link(fixture('document.xml'), '../../../../secret/order.xml'),
    fixtures,
  ],
  [
    'a fixture that expects what a link leads to',
    () => link(fixture('expected.json'), '../../../../secret/expected.json'),
    fixtures,
  ],
  [
    'a fixture whose context is a link',
    () => link(fixture('context.json'), '../../../../secret/expected.json'),
    fixtures,
  ],
  ['a format behind a link', () => link('own/formats/acme.yaml', '../../secret/format.yaml'), formats],
  [
    'the XSD of a format behind a link',
    () => {
      format('acme.xsd');
      link('own/formats/acme.xsd', '../../secret/order.xml');
    },
    formats,
  ],
];

const linksToFolders: readonly Attack[] = [
  [
    'a table in a folder behind a link',
    () => {
      mapping(asking('tables/pw.csv'));
      link('own/tables', '../secret', 'junction');
    },
  ],
  ['a format in a folder behind a link', () => linkedFormat(), formats],
];

/** `acme` in a folder that is a link. */
function linkedFormat(): void {
  mapping('');
  write('secret/acme.yaml', `format: acme\nsyntax: xml\nroot: ${secret}\n${secret}: 1\nfields: {}\n`);
  link('own/formats', '../secret', 'junction');
}

const named = (attacks: readonly Attack[]) =>
  attacks.map(([name, lay, asked = document]) => ({ name, lay, asked }));

async function expectNothingTold({ lay, asked }: ReturnType<typeof named>[number]): Promise<void> {
  lay();
  process.env.SECRET = secret;
  for (const words of asked) {
    const { out, err } = await runCommandLine(root, ...words);
    expect(`${out}${err}`, words.join(' ')).not.toContain(secret);
  }
  delete process.env.SECRET;
}

describe('nothing outside of a folder of mappings is told', () => {
  it.each(named(withoutLinks))('$name', expectNothingTold);
});

describe.skipIf(!hasLinks)('nothing that a link in a folder of mappings leads to is told', () => {
  it.each(named(linksToFiles))('$name', expectNothingTold);
});

describe.skipIf(!hasFolderLinks)('nothing that a junction in a folder of mappings leads to is told', () => {
  it.each(named(linksToFolders))('$name', expectNothingTold);
});
