import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import fc from 'fast-check';
import { afterAll, expect, it } from 'vitest';
import { openFormats } from '../../../formats/open-formats.ts';
import { decodeSavedText } from '../../../text/text-file.ts';
import { rewriteValues, type ValueRewrite } from '../../../tree/privacy/rewrite-values.ts';
import { HarmlessPlaces } from '../harmless.ts';
import { rewriteRecords } from '../mask-records.ts';
import { MaskableDocument, NotMaskable } from '../maskable-document.ts';
import { Masker } from '../masker.ts';
import { maskedOwnFile } from '../own-files.ts';
import { maskedState } from '../state.ts';
import { hiddenIn, type Planted, planted } from './planted.ts';

/** Names, numbers, mails and prices that are planted in every place of every format are in no masked copy. */

const root = fileURLToPath(new URL('../../../../', import.meta.url));
const { formats, dispose } = openFormats({}, [
  fileURLToPath(new URL('../fixtures', import.meta.url)),
  `${root}mappings`,
]);
const fixture = (path: string): Buffer => readFileSync(`${root}mappings/fixtures/${path}`);
const formatFixture = (path: string): Buffer => readFileSync(`${root}src/formats/${path}`);

const documents = [
  ['scsn/Order', fixture('order-to-exchange.full/document.xml')],
  ['scsn/OrderResponse', fixture('order-response-to-exchange.revised/document.xml')],
  ['scsn/DespatchAdvice', fixture('despatch-advice-to-exchange.full/document.xml')],
  ['opentrans-order', fixture('opentrans-order-to-order.full/document.xml')],
  ['own-orders', readFileSync(new URL('../fixtures/own-orders.xml', import.meta.url))],
  ['idoc-orders', readFileSync(`${root}samples/idoc/orders.xml`)],
  ['exchange/order', fixture('order-to-order.full/document.json')],
  ['exchange/shipment', fixture('shipment-to-despatch-advice.minimal/document.json')],
] as const;

/** What stands at a place that may keep numbers is no planted number: quantities, amounts of a code list's kind. */
const plantedAt = (places: HarmlessPlaces, path: readonly string[], given: Planted): string => {
  const kind = places.kindOf(path);
  const choices = [given.name, given.mail, ...(kind === 'number' ? [] : [given.number, given.price])];
  const turn = path.join('/').length + Number(given.number.slice(-1));
  return choices[turn % choices.length] ?? given.name;
};

/** By these a file is known and read at all: other ones, and it is left out whole. */
const steers = /(^|\/)(TABNAM|MESTYP|IDOCTYP|CIMTYP|MESCOD|MESFCT|e0020|e0062)($|\/)/;

/** With an element, an attribute, a comment and an instruction that no description knows. */
const withStrangers = (text: string, { name, number, mail }: Planted): string =>
  text.replace(
    /(<[^?!][^>]*[^/]>)/,
    `$1<!-- ${name} ${mail} --><?${name} ${number}?><${name} ${name}="${number}" xmlns:${name}="urn:${name}">${mail}</${name}>`,
  );

/** A file of records with other values in its fields: what it becomes need not be readable in one way. */
function planting({ text, trees }: MaskableDocument, type: string, change: ValueRewrite): Buffer {
  const layout = type.startsWith('csv') ? { separator: ';' } : {};
  return Buffer.from(
    rewriteRecords(text, trees, change, (word) => word, layout),
    type === 'own-fixed' ? 'latin1' : 'utf8',
  );
}

/** Nothing where it would be read otherwise. */
function maskedOrLeftOut(bytes: Uint8Array, type: string): Uint8Array {
  try {
    return new Masker('seed').document(bytes, type, formats);
  } catch (error) {
    if (error instanceof NotMaskable) return Buffer.of();
    throw error;
  }
}

/** Registers the tests. `numRuns`: planted values for each format. */
export function plantedCases(numRuns: number): void {
  const runs = { numRuns };
  afterAll(dispose);

  it.each(documents)('%s', (type, bytes) => {
    const places = new HarmlessPlaces(type, formats);
    fc.assert(
      fc.property(planted, (given) => {
        const text = decodeSavedText(bytes);
        const isJson = /^\s*\{/.test(text);
        const all = rewriteValues(text, (value, path) => {
          if (value.trim() === '' || path.at(-1) === '#namespace' || steers.test(path.join('/')))
            return value;
          if (isJson && /^-?\d[\d.]*$/.test(value))
            return places.kindOf(path) === 'number' ? value : given.number;
          return plantedAt(places, path, given);
        });
        const strange = isJson
          ? all?.replace('{', `{ "${given.name}": { "${given.name}": ["${given.mail}", ${given.price}] },`)
          : withStrangers(all ?? '', given);
        expect(hiddenIn(strange ?? '', given)).not.toEqual([]);
        const masker = new Masker('seed');
        const masked = isJson
          ? masker.json(strange ?? '', type, formats)
          : decodeSavedText(masker.document(Buffer.from(strange ?? ''), type, formats));
        expect(hiddenIn(masked, given)).toEqual([]);
      }),
      runs,
    );
  });

  const files = [
    ['edifact-d96a-orders', fixture('edifact-orders-to-order.full/document.edi')],
    ['edifact-d96a-ordrsp', readFileSync(`${root}samples/good/response-edifact.edi`)],
    ['csv-order', readFileSync(`${root}samples/good/orders-three.csv`)],
    ['idoc-orders', formatFixture('idoc/fixtures/orders.txt')],
    ['own-fixed', formatFixture('fixtures/acme-fixed-orders.txt')],
  ] as const;

  /** In fields of fixed places only as much of it as there is room for. */
  it.each(files)('records of %s, in every field', (type, bytes) => {
    const places = new HarmlessPlaces(type, formats);
    const source = new MaskableDocument(bytes, type, formats);
    const isFixed = /idoc|fixed/.test(type);
    fc.assert(
      fc.property(planted, (given) => {
        const all = planting(source, type, (value, path) => {
          if (places.kindOf(path) === 'code' || /["?']/.test(value) || steers.test(path.join('/')))
            return value;
          const one = plantedAt(places, path, given);
          return isFixed ? one.repeat(4).slice(0, value.length).padEnd(value.length, 'x') : one;
        });
        const masked = maskedOrLeftOut(all, type);
        expect(hiddenIn(decodeSavedText(all), given)).not.toEqual([]);
        expect(hiddenIn(decodeSavedText(masked), given)).toEqual([]);
        // what would be read otherwise is left out whole, and shows nothing: others are tried instead
        fc.pre(masked.length > 0);
      }),
      { ...runs, maxSkipsPerRun: 5 },
    );
  });

  it('nor in tables, mappings, formats, order state and names of files', () => {
    fc.assert(
      fc.property(planted, ({ name, number, mail, price }) => {
        const given = { name, number, mail, price };
        const masker = new Masker('seed');
        const table = `number of ${name},account\n"${number}, ${name}",${mail}\nGLN:${number},${price}\n`;
        const mapping = `# ${name}\nmapping: ${name.toLowerCase()}-to-order
from: ${name.toLowerCase()}
tables: { ${name}: tables/${name}.csv }
stop: [{ when: "cbc:ID = '${number}'", as: parked, code: ${name.toLowerCase()}, say: "Ask ${name} {cbc:ID}.", advice: "Mail ${mail}." }]
target:
  cbc:ID: >-
    table('${name}', concat("${mail}", (: ${name} :) 'x'))
  cbc:Note: { $text: "${name} ${price}" }
`;
        const format = `# ${name}\nformat: ${name.toLowerCase()}-orders\nsyntax: csv\ntree:\n  order!:\n    number!: { column: Nr, empty: [ ${name}, "${number}" ] } # ${mail}\n`;
        const state = JSON.stringify({
          revision: 1,
          sent: {
            ...{ fingerprint: number, bytes: name, reference: mail, at: '2026-01-01T00:00:00Z' },
            lines: { [name]: { values: { item: name, price: `${price} EUR per 100 H87` } } },
            compared: [{ name: 'price', form: 'price', path: [name] }],
          },
          published: { [name.toLowerCase()]: {} },
          received: {},
        });
        const all = [
          maskedOwnFile('tables/a.csv', table, masker),
          maskedOwnFile('a.yaml', mapping, masker),
          maskedOwnFile('formats/a.yaml', format, masker),
          maskedState(state, masker),
          masker.name(`orders-${name}-${number}.xml`),
        ].join('\n');

        expect(hiddenIn(all, given)).toEqual([]);
      }),
      runs,
    );
  });
}
