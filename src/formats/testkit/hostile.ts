import { readFileSync } from 'node:fs';
import { buildScsnFormat } from '../../scsn/scsn-format.ts';
import { delivered } from '../../scsn/testkit/documents.ts';
import type { Format } from '../document-format.ts';
import { deliveredFormat, formatOf } from './kit.ts';

/** Files that ask for more than they are worth, of about so many bytes: wide, deep, long and repeated ones of each syntax. */
export interface HostileFile {
  readonly name: string;
  readonly format: () => Format;
  make(size: number): Buffer;
  /** It has more elements in one parent than anybody looks at, from so many bytes on. */
  readonly tooWideFrom?: number;
  /** Each of its parts has a name of its own. */
  readonly isOfNames?: true;
}

const fixture = (name: string): string =>
  readFileSync(new URL(`../fixtures/${name}`, import.meta.url), 'utf8');
const described = (name: string) => (): Format =>
  formatOf(
    fixture(`${name}.yaml`).replace(/, trailer: Z9.*| {2}Z9: .*\n/g, (found) =>
      found.startsWith(',') ? ' }' : '',
    ),
  );

const filled = (part: string, size: number, before = '', behind = ''): Buffer => {
  const room = Math.max(0, size - before.length - behind.length);
  return Buffer.concat([
    Buffer.from(before),
    Buffer.alloc(room - (room % part.length), part),
    Buffer.from(behind),
  ]);
};

/** Distinct parts, so that none is found again. Written where it ends up: as texts they would take the memory that is to be tested. */
function numbered(part: (n: number) => string, size: number, before = '', behind = ''): Buffer {
  const bytes = Buffer.alloc(size + before.length + behind.length + part(size).length);
  let length = bytes.write(before);
  for (let n = 1; length + behind.length < size; n += 1) length += bytes.write(part(n), length);
  return bytes.subarray(0, length + bytes.write(behind, length));
}

const filling =
  (part: string, before = '', behind = '') =>
  (size: number): Buffer =>
    filled(part, size, before, behind);
const numbering =
  (part: (n: number) => string, before = '', behind = '') =>
  (size: number): Buffer =>
    numbered(part, size, before, behind);

const unb = "UNB+UNOC:3+4015448000006:14+8712345000004:14+260302:0815+77'";
const unb4 = unb.replace('UNOC:3', 'UNOC:4');
const unh = "UNH+1+ORDERS:D:96A:UN:EAN008'BGM+220+4500001001+9'";
const end = "UNT+3+1'UNZ+1+77'";
const edifact = () => deliveredFormat('edifact-d96a-orders');
const headings = 'Ordernr;Orderdatum;Lev.nr;Regel;Artikel;Omschrijving;Aantal;Prijs;Leverdatum;Kleur';
const csvRow = (order: number | string, line: number) => `PO${order};26-11-2026;1;${line};A;B;1;1;;x\n`;
const fixedRecord = (text: string): string => `${text.padEnd(90)}\n`;
const f0 = fixedRecord('F0ACME      20261126');
const k1 = fixedRecord('K1PO1         202611260000020045EUR');
const orders = '<Orders xmlns="urn:acme:orders" xmlns:p="urn:acme:party" version="2">';
const order = (inside: string): string =>
  `<Order><Number>1</Number><Date>26-11-2026</Date><p:Supplier><p:Id>7</p:Id></p:Supplier>${inside}</Order>`;
const idoc = () => deliveredFormat('idoc-orders');
const idocFile = readFileSync(new URL('../idoc/fixtures/orders.txt', import.meta.url), 'latin1');
const control = idocFile.slice(0, idocFile.indexOf('\n') + 1);
const segment = (name: string, n: number): string =>
  `${name.padEnd(30)}1000000000000000471${String(n % 1_000_000).padStart(6, '0')}00000001x\n`;

function manyMessages(size: number): Buffer {
  const made = numbered((n) => `UNH+${n}+ORDERS:D:96A:UN:EAN008'UNT+2+${n}'`, size, unb);
  const count = made.toString('latin1').split('UNT').length - 1;
  return Buffer.concat([made, Buffer.from(`UNZ+${count}+77'`)]);
}

const edifactFiles = {
  'one wide segment': filling('+A', `${unb}${unh}FTX`, `'${end}`),
  'one segment of many components': filling(':A', `${unb}${unh}FTX+AAI+`, `'${end}`),
  'empty components': filling(':', `${unb}${unh}FTX+AAI+`, `A'${end}`),
  'one repeated element': filling('*A', `${unb4}${unh}FTX+AAI`, `'${end}`),
  'many segments': filling("LIN+1'", `${unb}${unh}`, end),
  'unknown segments': filling("XXX+1'", `${unb}${unh}`, end),
  'no tags': filling("'", `${unb}${unh}`, end),
  'control characters': filling('\u0001', `${unb}${unh}FTX+AAI+++`, `'${end}`),
  'line breaks': filling('\n', `${unb}${unh}`, end),
  'one long value': filling('A', `${unb}${unh}FTX+AAI+++`, `'${end}`),
  'many messages': manyMessages,
  'many interchanges': filling(`${unb}UNZ+2+78'`),
};
const csvFiles = {
  'many headings': numbering((n) => `;h${n}`, headings, '\n'),
  'one heading again and again': filling(';Kleur', headings, '\n'),
  'one wide row': filling(';x', `${headings}\n${csvRow(1, 1).trimEnd()}`, '\n'),
  'lines of one order': numbering((n) => csvRow(1, n), `${headings}\n`),
  'wrong values': filling('PO1;x;1;1;A;B;x;x;x;x\n', `${headings}\n`),
  'short rows of one order': filling('1;\n', `${headings}\n`),
  'many orders': numbering((n) => csvRow(n, 1), `${headings}\n`),
  'two orders in turn': filling(csvRow(1, 1) + csvRow(2, 1), `${headings}\n`),
  'rows without a key': filling(';\nx;\n', `${headings}\n`),
  'one long value in quotes': filling('a;\n', `${headings}\nPO1;26-11-2026;1;1;A;"`, '";1;1;;x\n'),
  'empty lines': filling('\n', `${headings}\n`, csvRow(1, 1)),
  'quotes in quotes': filling('""', `${headings}\nPO1;26-11-2026;1;1;A;"`, '";1;1;;x\n'),
};
const fixedFiles = {
  'many records': filling(fixedRecord('P1000010A                     000000001000'), f0 + k1, ''),
  'unknown records': filling('XX\n', f0 + k1, ''),
  'short records': filling('P1\n', f0 + k1, ''),
  'many orders': filling('K1\n', f0, ''),
  'carriage returns alone': filling('P1\r', f0 + k1, ''),
  'one long record': filling('x', f0 + k1 + fixedRecord('P1').trimEnd(), '\n'),
};
const xmlFiles = {
  'one wide tag': numbering((n) => ` a${n}=""`, `${orders}<Order`, `/></Orders>`),
  'many namespaces': numbering((n) => ` xmlns:a${n}="u"`, `${orders}<Order`, `/></Orders>`),
  'many orders in one line': filling(
    order('<Line no="1"><Quantity>1</Quantity></Line>'),
    orders,
    '</Orders>',
  ),
  'empty orders': filling('<Order/>', orders, '</Orders>'),
  'many lines': filling(
    '<Line no="1"><Quantity>x</Quantity></Line>',
    `${orders}<Order>`,
    '</Order></Orders>',
  ),
  'other elements': numbering((n) => `<E${n}/>`, `${orders}<Order>`, '</Order></Orders>'),
  'deep elements': filling('<a>', orders),
  comments: filling('<!---->', `${orders}<Order>`, '</Order></Orders>'),
  'line breaks before': filling('\n', orders, `${order('')}${order('')}</Orders>`),
  'one long value': filling('a', `${orders}<Order><Number>`, '</Number></Order></Orders>'),
  references: filling('&lt;', `${orders}<Order><Number>`, '</Number></Order></Orders>'),
};
const idocFiles = {
  'many segments': numbering((n) => segment('E2EDP01007', n), control),
  'unknown segments': numbering((n) => segment(`X${n}`, n), control),
  'many documents': filling(control),
  'short records': filling('X\n', control),
};
const idocXml = fixture('../idoc/fixtures/orders.xml');
const idocHead = idocXml.slice(0, idocXml.indexOf('<E1EDK14'));
const idocEnd = '</IDOC></ORDERS05>';
const inItem = [`${idocHead}<E1EDP01 SEGMENT="1">`, `</E1EDP01>${idocEnd}`] as const;
const idocXmlFiles = {
  'many segments': filling('<E1EDP01 SEGMENT="1"><POSEX>1</POSEX></E1EDP01>', idocHead, idocEnd),
  'unknown segments': numbering((n) => `<X${n} SEGMENT="1"><A>1</A></X${n}>`, idocHead, idocEnd),
  'deep segments': filling('<E1EDP01 SEGMENT="1">', idocHead),
  'one wide segment': numbering((n) => `<F${n}>x</F${n}>`, ...inItem),
  'one field again and again': filling('<POSEX><x/></POSEX>', ...inItem),
  'many documents': filling('<IDOC><EDI_DC40 SEGMENT="1"/></IDOC>', '<ORDERS05>', '</ORDERS05>'),
};

const scsnOrder = fixture('../../scsn/fixtures/order.xml');
const scsnEnd = '</Order>\n';
const scsnHead = scsnOrder.slice(0, scsnOrder.lastIndexOf('</Order>'));
const scsnLine = /<cac:OrderLine>[\s\S]*?<\/cac:OrderLine>/.exec(scsnOrder)?.[0] ?? '';
const [beforeNote = '', behindNote = ''] = scsnOrder.split(/(?=<cbc:Note>)/, 2);
const inNote = (part: string) => filling(part, `${beforeNote}<cbc:Note>`, `</cbc:Note>${behindNote}`);
const scsnLines = (change: (line: string, n: number) => string) =>
  numbering((n) => change(scsnLine, n), scsnHead, scsnEnd);
const numberedLine = (line: string, n: number): string => line.replace('>00010<', `>${n}<`);
const scsn = (): Format => buildScsnFormat('scsn/Order', delivered);
const scsnFiles = {
  'many lines': scsnLines(numberedLine),
  'one line again and again': filling(scsnLine, scsnHead, scsnEnd),
  'empty lines': filling('<cac:OrderLine/>', scsnHead, scsnEnd),
  'lines of wrong values': scsnLines((line, n) =>
    numberedLine(line, n).replace(/(<cbc:Quantity[^>]*>)[^<]*/, '$1x'),
  ),
  'lines that break rules': scsnLines((line, n) =>
    numberedLine(line, n).replace(/unitCode="[^"]*"/g, 'unitCode="X"'),
  ),
  'unknown elements': numbering((n) => `<cac:E${n}/>`, scsnHead, scsnEnd),
  'elements in the wrong place': filling('<cac:Party/>', scsnHead, scsnEnd),
  'lines and notes in turn': filling('<cac:OrderLine/><cbc:Note>x</cbc:Note>', scsnHead, scsnEnd),
  'lines of another namespace': filling('<OrderLine xmlns="urn:x"/>', scsnHead, scsnEnd),
  'lines of a value that belongs elsewhere': filling(
    '<cac:OrderLine><cbc:IssueDate>2026-01-01</cbc:IssueDate></cac:OrderLine>',
    scsnHead,
    scsnEnd,
  ),
  'lines of unknown attributes': filling(
    '<cac:OrderLine a="1" b="2" c="3"><cac:LineItem d="4" e="5" f="6"/></cac:OrderLine>',
    scsnHead,
    scsnEnd,
  ),
  'lines of an unknown element': filling('<cac:OrderLine><cac:E/></cac:OrderLine>', scsnHead, scsnEnd),
  'deep elements': filling('<cac:SubLineItem>', `${scsnHead}<cac:OrderLine>`),
  'one wide tag': numbering((n) => ` a${n}=""`, `${beforeNote}<cbc:Note`, `/>${behindNote}`),
  'many namespaces': numbering((n) => ` xmlns:a${n}="u"`, `${beforeNote}<cbc:Note`, `/>${behindNote}`),
  'many notes': filling('<cbc:Note>x</cbc:Note>', beforeNote, behindNote),
  comments: inNote('<!---->'),
  'processing instructions': inNote('<?x?>'),
  'pieces of text': inNote('<![CDATA[x]]>'),
  references: inNote('&lt;'),
  'line breaks': inNote('\n'),
  'one long value': inNote('a'),
};

/** Bytes of 25,000 elements. */
const tooWideFrom: Readonly<Record<string, number>> = {
  'empty lines': 400_000,
  'unknown elements': 300_000,
  'elements in the wrong place': 300_000,
  'lines and notes in turn': 475_000,
  'lines of another namespace': 650_000,
  'many notes': 550_000,
};

const ofNames: readonly string[] = ['one wide tag', 'many namespaces', 'other elements'];

const listed = (
  syntax: string,
  format: () => Format,
  files: Readonly<Record<string, (size: number) => Buffer>>,
): readonly HostileFile[] =>
  Object.entries(files).map(([name, make]) => ({
    ...{ name: `${syntax}: ${name}`, format, make },
    ...(ofNames.includes(name) ? { isOfNames: true } : {}),
  }));

const withWidth = (file: HostileFile): HostileFile => {
  const from = tooWideFrom[file.name.slice('scsn: '.length)];
  return from === undefined ? file : { ...file, tooWideFrom: from };
};

export const hostileFiles: readonly HostileFile[] = [
  ...listed('edifact', edifact, edifactFiles),
  ...listed('csv', described('acme-csv-orders'), csvFiles),
  ...listed('fixed', described('acme-fixed-orders'), fixedFiles),
  ...listed('xml', described('acme-xml-orders'), xmlFiles),
  ...listed('idoc', idoc, idocFiles),
  ...listed('idoc xml', idoc, idocXmlFiles),
  ...listed('scsn', scsn, scsnFiles).map(withWidth),
];
