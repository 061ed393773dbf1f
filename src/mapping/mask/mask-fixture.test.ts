import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';
import { openFormats } from '../../formats/open-formats.ts';
import { extensionOf, parseFixtureContext, readFixtureContext } from '../fixtures/fixture-files.ts';
import { buildContextAfter, buildMappingInput } from '../fixtures/previous-delivery.ts';
import { listFixtures } from '../fixtures/run-fixtures.ts';
import { loadMapping } from '../load-mapping.ts';
import { buildOutput } from '../mapping-output.ts';
import { type FixtureInput, maskFixture } from './mask-fixture.ts';
import { parseTree } from './maskable-document.ts';
import { scaleAmount } from './scale-amount.ts';

const delivered = fileURLToPath(new URL('../../../mappings', import.meta.url));
const { formats, dispose } = openFormats({}, [delivered]);
afterAll(dispose);

const loaded = new Map<string, ReturnType<typeof loadMapping>['mapping']>();
function mappingOf(name: string) {
  if (!loaded.has(name)) loaded.set(name, loadMapping(name, [delivered], formats).mapping);
  const mapping = loaded.get(name);
  if (mapping === undefined) throw new Error(`There is no mapping ${name}.`);
  return mapping;
}

function fixture(name: string) {
  const folder = join(delivered, 'fixtures', name);
  const mapping = mappingOf(readFixtureContext(folder).mapping ?? name.split('.')[0] ?? '');
  const extension = extensionOf(mapping.from, formats);
  const bytes = (file: string) =>
    existsSync(join(folder, file)) ? readFileSync(join(folder, file)) : undefined;
  const previous = bytes(`previous${extension}`);
  const context = bytes('context.json')?.toString();
  const given: FixtureInput = {
    document: bytes(`document${extension}`) ?? Buffer.of(),
    ...(previous ? { previous } : {}),
    ...(context === undefined ? {} : { context }),
  };
  return { mapping, given };
}

type Mapping = ReturnType<typeof mappingOf>;

/** What came of it, without values: told by other means than those that make the copy. */
function outcome(
  mapping: Mapping,
  { document, previous, context = '{}' }: FixtureInput,
  known: typeof formats = formats,
) {
  const before = previous && parseTree(previous, mapping.from, known);
  const made = buildOutput(
    buildMappingInput(
      mapping,
      parseTree(document, mapping.from, known),
      buildContextAfter(mapping, parseFixtureContext(context), before),
    ),
  );
  const { stop, findings } = made.result;
  const names = JSON.stringify(made.document?.payload, (name, value: unknown) => {
    if (name === 'attributes' && value instanceof Map) return [...value.keys()];
    if (value instanceof Map) return Object.fromEntries(value);
    return ['text', 'fingerprint', 'key'].includes(name) ? '' : value;
  });
  return { stop: stop && [stop.as, stop.finding.code], findings: findings.map(({ code }) => code), names };
}

/** Names, addresses and numbers of the parties, items and orders in the delivered fixtures. */
const secrets =
  /4500017801|4500001001|8719472000013|4015448000006|8712345000004|204518|D10077|VO-90411|0012-33\d|Bearing block|Turned shaft|Rotterdam|3011 ?AB|@acme|Acme|Vries|Metal Ltd|MAG-1|5f0c3b1e-7d2a|b7a1d0c4-3e58|Cheaper by agreement|Lossen bij/i;

/** Schemes are codes. */
const allOf = ({ document, previous, context = '' }: FixtureInput): string =>
  [document, previous ?? Buffer.of(), context]
    .map((part) =>
      Buffer.from(part)
        .toString()
        .replaceAll(/schemeID="[^"]*"/g, ''),
    )
    .join('\n');

/** What conditions ask for, or compare with the order as the sum of several values. */
const asked =
  /^(Road transport|und|Turned shaft 40 mm.*|This text goes on.*|ment without a blank,|Surcharge 45.00 EUR: Freight|45\.00|12\.75|Additional service 1.*|1\.50|14 days net|14 DAY|14D|2|8\.00|12\.00|20\.00|120\.00|140\.00)$/;

/** Of each mapping every eighth. */
const some = [
  ...Map.groupBy(listFixtures(join(delivered, 'fixtures')), (name) => name.split('.')[0]).values(),
].flatMap((names) => names.filter((name, n) => n % 8 === 0 || name.endsWith('.full')));

describe('a masked fixture', () => {
  it.each(some)('%s takes the same way, and no name, address or number is left', (name) => {
    const { mapping, given } = fixture(name);
    const { given: made, kept: stayed } = maskFixture(mapping, formats, given, 'seed');
    expect(outcome(mapping, made)).toEqual(outcome(mapping, given));
    expect(secrets.exec(allOf(made))?.[0]).toBeUndefined();
    expect(stayed.map(({ text }) => text).filter((text) => !asked.test(text))).toEqual([]);
  });
});

const masked = (
  name: string,
  change: (given: FixtureInput) => FixtureInput = (given) => given,
  mapping?: Mapping,
) => {
  const { mapping: own, given } = fixture(name);
  const { given: made, kept: stayed } = maskFixture(mapping ?? own, formats, change(given), 'seed');
  return { ...made, text: Buffer.from(made.document).toString(), stayed };
};

describe('what is masked', () => {
  it('is the same in the document, in what was delivered before it and in the state of the order', () => {
    const { text, previous, context = '' } = masked('order-to-exchange.line-absent-now');
    const { received } = parseFixtureContext(context);
    const number = /<cbc:ID>(\d{10})</.exec(text)?.[1] ?? 'none';
    expect(Buffer.from(previous ?? []).toString()).toContain(`<cbc:ID>${number}<`);
    expect(received).toContain(`"purchaseOrderNumber": "${number}"`);
    expect(received).toMatch(new RegExp(`"id": "[0-9a-f-]{36}-${number}"`));
  });

  it('is the same in what was ordered last: no day, quantity or unit, and of the price the amount', () => {
    const { text, context = '' } = masked('order-response-to-edifact-ordrsp.accepted');
    const said = /<cbc:PriceAmount[^>]*>([^<]*)/.exec(text)?.[1];
    const ordered = /"price": "(\S+) EUR per C62"/.exec(context)?.[1];
    expect(Number(said)).toBeGreaterThan(100);
    expect(Number(ordered)).toBe(Number(said));
    expect(context).toMatch(/"unit": "C62",\s*"dates": "2026-03-16",\s*"split": "100"/);
    expect(context).not.toContain('ACM-100');
  });

  it('is no code, date, quantity, unit, country or line number, and no tag', () => {
    const { given } = fixture('order-to-exchange.full');
    const { text } = masked('order-to-exchange.full');
    const kept = /<cbc:(IssueDate|EndDate|OrderTypeCode|Quantity|IdentificationCode)[^>]*>[^<]*|<[^<>]*>/g;
    expect(text.match(kept)?.filter((tag) => !/filename/i.test(tag))).toEqual(
      Buffer.from(given.document)
        .toString()
        .match(kept)
        ?.filter((tag) => !/filename/i.test(tag)),
    );
  });

  it('keeps what a table of the mapping knows, and tells it', () => {
    const own = mkdtempSync(join(tmpdir(), 'masked-'));
    mkdirSync(join(own, 'tables'));
    writeFileSync(join(own, 'tables', 'suppliers.add.csv'), 'number,account\nGLN:8712345000011,204518\n');
    const { mapping } = loadMapping('order-to-exchange', [own, delivered], formats);
    const known = (given: FixtureInput): FixtureInput => ({
      ...given,
      document: Buffer.from(
        Buffer.from(given.document)
          .toString()
          .replace(/<cbc:ID>204518</g, '<cbc:ID schemeID="GLN">8712345000011<'),
      ),
    });
    const { stayed, text } = masked('order-to-exchange.minimal', known, mapping);
    expect(stayed).toEqual([
      { name: 'PartyIdentification/ID', text: '8712345000011', now: '8712345000011' },
      // what the own table says of it will be expected
      { name: 'order/supplierAccountNumber', text: '204518', now: '204518' },
    ]);
    expect(text).toContain('8712345000011');
    expect(text).not.toContain('4500017801');
    rmSync(own, { recursive: true });
  });

  it('is in a table every field, also of columns that the format does not name; headings stay', () => {
    const { text } = masked('csv-order-to-order.dutch', ({ document }) => ({
      document: Buffer.from(
        Buffer.from(document)
          .toString()
          .split(/\r?\n/)
          .map((line, n) => (line === '' ? line : `${line};${n === 0 ? 'Inkoper' : 'Anna Bos'}`))
          .join('\n'),
      ),
    }));
    const [headings, row = ''] = text.split('\n');
    expect(headings).toMatch(/^Ordernummer;Orderdatum;Koper;.*;Regelopmerking;[A-Z][a-z]{6}$/);
    expect(row).toMatch(
      /^\d{10};2-11-2026;\d{13};\d{6};EUR;.*;0010;.*;1\.240,5;H87;\d+,\d\d;;1-12-2026;;[A-Z][a-z]{3} [A-Z][a-z]{2}$/,
    );
    expect(row).not.toContain('Anna');
  });

  it('is written in the character set that it had', () => {
    const { document, text } = masked('edifact-orders-to-order.full', ({ document }) => ({
      document: Buffer.from(
        Buffer.from(document).toString().replace('Quay 1', 'Çiçek 1').replace('Turned', 'G\u00e4rtner'),
        'latin1',
      ),
    }));
    expect(Buffer.from(Buffer.from(document).toString('latin1'), 'latin1').equals(document)).toBe(true);
    expect(text).not.toMatch(/i.ek 1|rtner/);
    expect(text).toMatch(/^UNA:\+\.\? '\r?\nUNB\+UNOC:3\+/);
  });

  it('has the answers about its lines by the numbers that they have in it', () => {
    const { context = '' } = masked('order-to-exchange.minimal', (given) => ({
      ...given,
      context: JSON.stringify({ channel: { companyId: 'c' }, changes: { 10: 'unchanged', 'PO-7': 'new' } }),
    }));
    expect(parseFixtureContext(context).changes).toMatchObject({ 10: 'unchanged' });
    expect(context).not.toContain('PO-7');
  });

  it('is not made of what cannot be written again', () => {
    expect(() =>
      masked('order-to-exchange.minimal', (given) => ({
        ...given,
        document: Buffer.from(
          Buffer.from(given.document)
            .toString()
            .replace('UTF-8', 'windows-1252')
            .replace('4500017801', '\u0080'),
          'latin1',
        ),
      })),
    ).toThrow('character set');
  });
});

describe('a document of fixed places', () => {
  const lines = (bytes: Uint8Array, encoding: BufferEncoding): readonly string[] =>
    Buffer.from(bytes).toString(encoding).split('\n');
  const formatFixture = (path: string): Buffer =>
    readFileSync(new URL(`../../formats/${path}`, import.meta.url));

  /** Each line as long as it was: nothing has moved. */
  function maskedInPlace(mapping: Mapping, all: typeof formats, document: Buffer, encoding: BufferEncoding) {
    const made = maskFixture(mapping, all, { document }, 'seed').given;
    expect(outcome(mapping, made, all)).toEqual(outcome(mapping, { document }, all));
    const lengths = (bytes: Uint8Array) => lines(bytes, encoding).map((line) => line.trimEnd().length);
    expect(lengths(made.document)).toEqual(lengths(document));
    return lines(made.document, encoding);
  }

  it('of a flat IDoc takes the same way, and every field stays where it was', () => {
    const document = Buffer.from(
      lines(formatFixture('idoc/fixtures/orders.txt'), 'utf8').slice(0, 18).join('\n'),
      'utf8',
    );
    const made = maskedInPlace(mappingOf('idoc-orders-to-order'), formats, document, 'utf8');
    expect(made.join('\n')).not.toMatch(/4500017801|Staal|einkauf|example|pipe|care|0000020045|PRDCLNT100/);
    // order and line, dates, quantities and units
    expect(made[8]?.slice(63)).toMatch(/^001\d{10} {31}20261126/);
    expect(made[9]?.slice(63)).toMatch(/^000010001 {2}1234\.500 {7}PCE/);
  });

  it('of records has amounts with as many digits, and is in the character set that it had', () => {
    const own = mkdtempSync(join(tmpdir(), 'masked-'));
    mkdirSync(join(own, 'formats'));
    writeFileSync(
      join(own, 'formats/acme-fixed-orders.yaml'),
      formatFixture('fixtures/acme-fixed-orders.yaml'),
    );
    writeFileSync(
      join(own, 'fixed-to-order.yaml'),
      `mapping: fixed-to-order
from: acme-fixed-orders
to: scsn/Order
target:
  cbc:ID: K1/number
  cbc:IssueDate: K1/date
  cac:BuyerCustomerParty: { cac:Party: { cac:PartyName: { cbc:Name: K1/buyer/name } } }
  cac:SellerSupplierParty: { cac:Party: { cac:PartyIdentification: { cbc:ID: K1/supplier } } }
  cac:OrderLine:
    $each: P1
    cac:LineItem:
      cbc:ID: position
      cbc:Quantity: { $from: quantity, $attributes: { unitCode: { $text: C62 } } }
      cac:Price: { cbc:PriceAmount: { $from: price, $attributes: { currencyID: { $text: EUR } } } }
      cac:Item: { cbc:Name: item }
`,
    );
    const described = openFormats({}, [own, delivered]);
    const { mapping } = loadMapping('fixed-to-order', [own, delivered], described.formats);
    if (mapping === undefined) throw new Error('It is right.');
    const orders = lines(formatFixture('fixtures/acme-fixed-orders.txt'), 'latin1');
    const document = Buffer.from([...orders.slice(0, 8), 'Z9000001000007', ''].join('\n'), 'latin1');
    const made = maskedInPlace(mapping, described.formats, document, 'latin1');
    expect(made.join('\n')).not.toMatch(/ACME|PO1|000020045|M.ller|eilig|pipe/);
    // 12.5 by a whole number, in its thirteen places
    const price = /^P1000010.{22}000001234500PCE(\d{13})/.exec(made[3] ?? '')?.[1] ?? '';
    expect([Number(price) > 125_000, Number(price) % 125_000]).toEqual([true, 0]);
    expect(made[8]).toMatch(/^Z9000001000007/);
    described.dispose();
    rmSync(own, { recursive: true });
  });
});

describe('an amount', () => {
  it.each([
    ['12.50', '150.00'],
    ['1.234,50', '14814,00'],
    ['-0.01', '-0.12'],
    [' 3 ', ' 36 '],
    ['0.00', '0.00'],
    ['0000000125000', '0000001500000'],
    ['', ''],
  ])('%j times twelve is %j', (text, made) => expect(scaleAmount(text, 12n)).toBe(made));
});
