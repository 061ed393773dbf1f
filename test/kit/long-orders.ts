import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { csvOrders } from './csv.ts';
import { orderXml } from './documents.ts';

/** One order of so many lines, valid, in each format that an ERP may write. */

export interface LongOrder {
  /** What the channel says of it. */
  readonly document: string;
  /** To an SCSN order; absent: it is one. */
  readonly map?: string;
  readonly extension: string;
  make(lines: number): Buffer;
}

const fixture = (path: string): string =>
  readFileSync(new URL(`../../src/formats/${path}`, import.meta.url), 'latin1');

const each = (lines: number, line: (n: number) => string): string =>
  Array.from({ length: lines }, (_, n) => line(n + 1)).join('');

const scsn = (lines: number): Buffer =>
  orderXml({ number: 'LONG', lines: Array.from({ length: lines }, (_, n) => ({ id: `${n + 1}` })) });

const csv = (lines: number): Buffer =>
  Buffer.from(csvOrders(Array.from({ length: lines }, (_, n) => ({ number: 'LONG', line: `${n + 1}` }))));

const edifactLine = (n: number): string =>
  [
    `LIN+${n}'`,
    `PIA+5+ACM-${n}:BP'`,
    "IMD+F++:::Turned shaft'",
    "QTY+21:100:PCE'",
    "DTM+2:20260316:102'",
    "PRI+AAA:12.50'",
  ]
    .map((segment) => `${segment}\n`)
    .join('');

function edifact(lines: number): Buffer {
  const head = [
    "UNB+UNOC:3+4015448000006:14+8712345000004:14+260302:0815+77'",
    "UNH+1+ORDERS:D:96A:UN'",
    "BGM+220+LONG+9'",
    "DTM+137:20260302:102'",
    "NAD+BY+4015448000006::9'",
    "NAD+SU+70012::92'",
    "CUX+2:EUR:9'",
  ];
  const end = ["UNS+S'", `UNT+${8 + 6 * lines}+1'`, "UNZ+1+77'", ''];
  return Buffer.from(`${head.join('\n')}\n${each(lines, edifactLine)}${end.join('\n')}`);
}

/** The first order of the fixture, its first line again and again: item, delivery and name. */
function idoc(lines: number): Buffer {
  const rows = fixture('idoc/fixtures/orders.txt').split('\n').slice(0, 17);
  const named = (name: string): string => rows.find((row) => row.startsWith(name)) ?? '';
  const numbered = (row: string, number: number, parent: number): string =>
    `${row.slice(0, 49)}${String(number).padStart(6, '0')}${String(parent).padStart(6, '0')}${row.slice(61)}\n`;
  const head = rows.slice(0, 9).map((row) => `${row}\n`);
  const line = (n: number): string => {
    const first = 6 + 3 * n;
    const item = named('E2EDP01');
    return [
      numbered(`${item.slice(0, 63)}${String(n).padStart(6, '0')}${item.slice(69)}`, first, 0),
      numbered(named('E2EDP20'), first + 1, first),
      numbered(named('E2EDP19'), first + 2, first),
    ].join('');
  };
  return Buffer.from(`${head.join('')}${each(lines, line)}`, 'latin1');
}

const fixed = (lines: number): Buffer =>
  Buffer.from(
    `H${'LONG'.padEnd(10)}20260302540830\n${each(lines, (n) => `L${String(n).padEnd(6)}${'Part'.padEnd(10)}00000520260401\n`)}`,
  );

const ownXml = (lines: number): Buffer =>
  Buffer.from(
    `<Orders xmlns="urn:acme:orders">
  <Order><Number>LONG</Number><Date>02-03-2026</Date><Supplier>540830</Supplier>
${each(lines, (n) => `    <Line no="${n}"><Item>Pipe ${n}</Item><Quantity unit="st">1234,50</Quantity><Delivery>01-04-2026</Delivery></Line>\n`)}  </Order>
</Orders>
`,
  );

export const longOrders: readonly LongOrder[] = [
  { document: 'scsn/Order', extension: 'xml', make: scsn },
  { document: 'csv-order', map: 'csv-order-to-order', extension: 'csv', make: csv },
  { document: 'edifact-d96a-orders', map: 'edifact-orders-to-order', extension: 'edi', make: edifact },
  { document: 'idoc-orders', map: 'idoc-orders-to-order', extension: 'txt', make: idoc },
  { document: 'acme-fixed', map: 'acme-fixed-to-order', extension: 'dat', make: fixed },
  { document: 'acme-orders', map: 'acme-orders-to-order', extension: 'xml', make: ownXml },
];

const acme = new URL('../fixtures/acme/', import.meta.url);

/** A folder with the formats and mappings of those that are not delivered. */
export function writeAcme(folder: string): void {
  cpSync(acme, folder, { recursive: true });
  const mapping = readFileSync(new URL('acme-records-to-order.yaml', acme), 'utf8');
  writeFileSync(`${folder}/acme-fixed-to-order.yaml`, mapping.replaceAll('acme-records', 'acme-fixed'));
  writeFileSync(`${folder}/formats/acme-fixed.yaml`, fixedFormat);
}

const fixedFormat = `format: acme-fixed
syntax: fixed
kind: order
record: { ends: newline, type: { at: 1, length: 1 } }
records:
  H: { number!: "10@2 identifier", date!: "8@12 date yyyyMMdd", supplier!: "6@20 identifier" }
  L: { position!: "6@2 identifier", name!: "10@8", quantity!: "6@18 decimal", delivery!: "8@24 date yyyyMMdd" }
documents: { starts: H }
tree: { order!: { H!: {}, "L[]!": {} } }
`;
