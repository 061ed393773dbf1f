import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { parseCsvRows } from '../../mapping/tables/csv-rows.ts';
import type { Language } from '../../types.ts';
import { checkXml } from '../check-xml.ts';
import { change, check, checkChanged, delivered, fixture } from '../testkit/documents.ts';

const order = fixture('scsn/Order');
const response = fixture('scsn/OrderResponse');

describe('rules for lines', () => {
  it('a line number occurs once', () => {
    const findings = checkChanged('>00020<', '>00010<');
    expect(findings.map(({ code, severity, key }) => `${code} ${severity} ${key}`)).toEqual([
      'line-number-twice error order line 1 (position 00010)',
      'line-number-twice error order line 2 (position 00010)',
    ]);
    expect(findings[0]).toMatchObject({ value: '00010', line: 47, column: 7 });
    expect(findings[0]?.message).toBe('The line number `00010` occurs 2 times.');
  });

  it('an identifier has no blank inside; padding is no error', () => {
    expect(checkChanged('>00010<', '>00 010<')).toMatchObject([
      { code: 'line-number-blank', severity: 'error' },
    ]);
    expect(checkChanged('>00010<', '>00\u00a0010<')).toMatchObject([{ code: 'line-number-blank' }]);
    expect(checkChanged('>PO-2026-0042<', '>PO 42<')).toMatchObject([{ code: 'identifier-blank' }]);
    expect(checkChanged('>PO-2026-0042<', '> PO-42 <')).toEqual([]);
    expect(checkChanged('>PO-2026-0042<', '> <')).toMatchObject([
      { code: 'number-empty', severity: 'error' },
    ]);
  });

  it('a number holds nothing that nobody sees', () => {
    expect(checkChanged('>00010<', '>000\u200b10<')).toMatchObject([
      { code: 'line-number-hidden', severity: 'error' },
    ]);
    expect(checkChanged('>00010<', '>00010\u00a0<')).toMatchObject([{ code: 'line-number-hidden' }]);
    const [found] = checkChanged('>PO-2026-0042<', '>PO\u00ad-42\ufe0f<');
    expect(found?.message).toBe(
      'The number `PO\u00ad-42\ufe0f` holds a character that nobody sees: U+00AD, U+FE0F.',
    );
    expect(checkChanged('>4711-A<', '>4711\u2060-A<')).toMatchObject([
      { code: 'buyers-item-hidden', severity: 'warning' },
    ]);
    expect(checkChanged('>4711-A<', '>4711 A<')).toEqual([]);
  });

  it('a price below 0 is told', () => {
    const priced = (amount: string) => checkChanged('>1250.00<', `>${amount}<`).map(({ code }) => code);
    expect(priced('-1250.00')).toContain('price-negative');
    expect(priced('0')).not.toContain('price-negative');
  });

  it('a status is known, whatever its spelling of cancelled and its case', () => {
    const status = (code: string) =>
      checkChanged('<cbc:Quantity', `<cbc:LineStatusCode>${code}</cbc:LineStatusCode><cbc:Quantity`);
    for (const code of [
      'accepted',
      'Revised',
      'cancelled',
      'CANCELED',
      'added',
      'rejected',
      'NoStatus',
      '',
      ' ',
    ]) {
      expect(status(code), code).toEqual([]);
    }
    expect(status('foo')).toMatchObject([{ code: 'line-status-unknown', severity: 'park', value: 'foo' }]);
    expect(status('disputed')).toMatchObject([{ code: 'line-status-disputed', severity: 'park' }]);
  });

  it('a status of the delivered table of the mapping is one that the check lets pass, or parks as disputed', () => {
    const table = readFileSync(
      new URL('../../../mappings/tables/order-line-status.csv', import.meta.url),
      'utf8',
    );
    const codes = parseCsvRows(table).map(({ cells: [code = ''] }) => code);
    expect(codes).toContain('nostatus');
    for (const code of codes.slice(1).filter((one) => one !== 'absent' && one !== 'disputed'))
      expect(
        checkChanged('<cbc:Quantity', `<cbc:LineStatusCode>${code}</cbc:LineStatusCode><cbc:Quantity`),
        code,
      ).toEqual([]);
  });

  it('the deliveries of a line go to one place', () => {
    const [found, other] = checkChanged('>GATE4<', '>GATE5<');
    expect(found).toMatchObject({ code: 'line-locations', severity: 'park' });
    expect(found?.message).toContain('GATE5, GATE4');
    expect(other).toBeUndefined();
  });

  it('the sum of deliveries is compared exactly', () => {
    expect(checkChanged('>25<', '>25.000<')).toEqual([]);
    expect(checkChanged('>25<', '>25.0000000000000000001<')).toMatchObject([
      { code: 'quantity-sum', severity: 'warning', value: '25.0000000000000000001' },
    ]);
    expect(checkChanged('>25<', '>-25<').map(({ code }) => code)).toEqual([
      'quantity-sum',
      'quantity-negative',
    ]);
  });

  it('a delivery without quantity is not added up', () => {
    expect(checkChanged('<cbc:Quantity unitCode="C62">10.1</cbc:Quantity>', '')).toEqual([]);
  });
});

describe('rules for orders', () => {
  it('the type is New or Changed; none counts as new', () => {
    expect(checkChanged('>New<', '>Changed<')).toEqual([]);
    expect(checkChanged('<cbc:OrderTypeCode>New</cbc:OrderTypeCode>', '')).toEqual([]);
    expect(checkChanged('>New<', '>Replaced<')).toMatchObject([
      { code: 'order-type-unknown', severity: 'warning', value: 'Replaced' },
    ]);
  });

  it('New with a cancelled line is let pass', () => {
    const cancelled = '<cbc:LineStatusCode>cancelled</cbc:LineStatusCode><cbc:Quantity';
    expect(checkChanged('<cbc:Quantity', cancelled)).toEqual([]);
  });

  it('one place an order', () => {
    const elsewhere =
      '<cbc:ID>00020</cbc:ID><cac:Delivery><cac:DeliveryLocation><cbc:ID>GATE9</cbc:ID></cac:DeliveryLocation></cac:Delivery>';
    const text = change(order, /<cbc:ID>00020<\/cbc:ID>\s*<cbc:Quantity.*<\/cbc:Quantity>/, elsewhere);
    expect(check(text)).toMatchObject([{ code: 'order-locations', severity: 'park' }]);
  });

  it('dirty but usable data warns', () => {
    const codes = (from: string, to: string) =>
      checkChanged(from, to).map(({ code, severity }) => `${code} ${severity}`);
    expect(codes('>8712345000004<', '>8712345000005<')).toEqual(['gln-check-digit warning']);
    expect(codes('>8712345000004<', '>CUSTOMER01<')).toEqual(['gln-check-digit warning']);
    expect(codes('unitCode="KGM"', 'unitCode="ST"')).toEqual(['unit-mistake warning']);
    expect(codes('unitCode="KGM"', 'unitCode="Q9Q"')).toEqual(['unit-unknown warning']);
    expect(codes('currencyID="EUR"', 'currencyID="EURO"')).toEqual([
      'currency-several warning',
      'currency-unknown warning',
    ]);
    expect(codes('currencyID="EUR"', 'currencyID="USD"')).toEqual(['currency-several warning']);
    expect(codes('>2026-04-01<', '>0001-01-01<')).toEqual(['date-implausible warning']);
  });

  it('names the unit that was probably meant', () => {
    const [found] = checkChanged('unitCode="KGM"', 'unitCode="kg"');
    expect(found?.advice).toContain('Probably `KGM` is meant');
    expect(found?.path).toBe('/Order/cac:OrderLine[2]/cac:LineItem/cbc:Quantity/@unitCode');
  });

  it('names an embedded file only where it has a name', () => {
    const said = (filename: string, language: Language) =>
      checkXml(Buffer.from(change(order, 'filename="4711.pdf">SGVsbG8=', `${filename}>QU!JD`)), delivered(), {
        document: 'scsn/Order',
        severities: {},
        language,
      }).findings.map(({ message }) => message);
    expect(said('filename="a b.pdf"', 'en')).toEqual([
      'The embedded file `a b.pdf` holds characters that are not base64, so it can hardly be opened.',
    ]);
    for (const unnamed of ['', 'filename=" "']) {
      expect(said(unnamed, 'en')).toEqual([
        'The embedded file holds characters that are not base64, so it can hardly be opened.',
      ]);
      expect(said(unnamed, 'nl')).toEqual([
        'Het ingesloten bestand bevat tekens die geen base64 zijn, dus het is nauwelijks te openen.',
      ]);
    }
  });

  it('a base quantity is more than 0', () => {
    expect(checkChanged('>100</cbc:BaseQuantity>', '>0.00</cbc:BaseQuantity>')).toMatchObject([
      { code: 'base-quantity-zero', severity: 'error', key: 'order line 1 (position 00010)' },
    ]);
  });
});

describe('rules for responses', () => {
  const changed = (from: string | RegExp, to: string) =>
    checkChanged(from, to, 'scsn/OrderResponse').map(({ code, severity }) => `${code} ${severity}`);

  it('every line has a status', () => {
    expect(changed('<cbc:LineStatusCode>Canceled</cbc:LineStatusCode>', '')).toEqual([
      'line-status-missing error',
    ]);
    expect(changed('>Canceled<', '><')).toEqual(['line-status-missing error']);
  });

  it('an accepted line promises a date', () => {
    expect(changed(/<cac:PromisedDeliveryPeriod>[\s\S]*<\/cac:PromisedDeliveryPeriod>/, '')).toEqual([
      'promised-date-missing park',
    ]);
    expect(changed(/<cac:Delivery>[\s\S]*<\/cac:Delivery>/, '')).toEqual(['delivery-missing park']);
  });

  it('a rejected line need not', () => {
    const rejected = change(response, '>accepted<', '>rejected<');
    expect(
      check(change(rejected, /<cac:Delivery>[\s\S]*<\/cac:Delivery>/, ''), 'scsn/OrderResponse'),
    ).toEqual([]);
  });
});

it('a number too long to calculate with is told, not thrown', () => {
  expect(checkChanged('>25<', `>${'9'.repeat(1500)}<`)).toMatchObject([
    { code: 'value-unusable', severity: 'error', key: 'order line 1 (position 00010)' },
  ]);
});

it('the same warning is told a hundred times at the most', () => {
  const line =
    '<cac:OrderLine><cac:LineItem><cbc:ID>N</cbc:ID><cbc:Quantity unitCode="ST">1</cbc:Quantity><cac:Item><cac:SellersItemIdentification><cbc:ID>S-1</cbc:ID></cac:SellersItemIdentification></cac:Item></cac:LineItem></cac:OrderLine>';
  const lines = Array.from({ length: 130 }, (_, index) => line.replace('N', `9${index}`)).join('');
  const findings = check(change(order, '</Order>', `${lines}</Order>`));
  expect(findings).toHaveLength(101);
  expect(findings.at(-1)?.message).toBe('There are 30 more findings that are not listed.');
});

it('a line names its item by a number of the buyer or the seller', () => {
  const number = '<cac:SellersItemIdentification><cbc:ID>SW-1</cbc:ID></cac:SellersItemIdentification>';
  const codes = (to: string) => checkChanged(number, to).map(({ code, key }) => `${code} ${key}`);
  expect(codes('')).toEqual(['item-number-missing order line 2 (position 00020)']);
  expect(codes(number.replace('SW-1', ' '))).toEqual(codes(''));
  expect(codes(number.replaceAll('Sellers', 'Buyers'))).toEqual([]);
});

it('a despatch line says which order it belongs to', () => {
  const without = checkChanged(
    /<cac:OrderReference>[\s\S]*<\/cac:OrderReference>/,
    '',
    'scsn/DespatchAdvice',
  );
  expect(without).toMatchObject([
    { code: 'order-reference-missing', severity: 'warning', key: 'despatch line 1 (position 1)' },
  ]);
});

it('a despatch advice whose header names one order and its lines another', () => {
  const header = '<cac:OrderReference><cbc:ID>OTHER</cbc:ID></cac:OrderReference>';
  const both = checkChanged(
    '<cac:DespatchSupplierParty/>',
    `${header}<cac:DespatchSupplierParty/>`,
    'scsn/DespatchAdvice',
  );
  expect(both).toMatchObject([{ code: 'order-reference-differs', severity: 'warning' }]);
});

it('the number of a response is never sent, and refuses nothing', () => {
  for (const other of ['OB 26 911', ' '])
    expect(check(change(response, /<cbc:ID>[^<]*</, `<cbc:ID>${other}<`), 'scsn/OrderResponse')).toEqual([]);
});

it('one address with and without a number is one place', () => {
  const address = '<cac:Address><cbc:CityName>Deurne</cbc:CityName></cac:Address>';
  const place = (id: string) => `<cac:DeliveryLocation>${id}${address}</cac:DeliveryLocation>`;
  const located = (first: string, second: string) => {
    let nth = 0;
    const text = order.replace(/<cac:DeliveryLocation>[\s\S]*?<\/cac:DeliveryLocation>/g, () => {
      nth += 1;
      return place(nth % 2 === 1 ? first : second);
    });
    return check(text).map(({ code }) => code);
  };
  expect(located('<cbc:ID>A</cbc:ID>', '')).toEqual([]);
  expect(located('<cbc:ID>A</cbc:ID>', '<cbc:ID>B</cbc:ID>')).not.toEqual([]);
});

it('the channel chooses severities of rules, not of the schema', () => {
  const twice = change(order, '>00020<', '>00010<');
  expect(check(twice, 'scsn/Order', { 'line-number-twice': 'off' })).toEqual([]);
  expect(check(twice, 'scsn/Order', { 'line-number-twice': 'park' })).toMatchObject([
    { severity: 'park' },
    { severity: 'park' },
  ]);
  const comma = change(order, '>25<', '>2,5<');
  expect(check(comma, 'scsn/Order', { 'decimal-comma': 'off' })).toMatchObject([{ severity: 'error' }]);
});

describe('the amount of a line', () => {
  const total = (amount: string) =>
    checkChanged('>312.50<', `>${amount}<`).filter(({ code }) => code === 'line-total');

  it('is quantity times price, for the quantity the price is for', () => {
    expect(checkChanged('>312.50<', '>31250.00<')).toMatchObject([
      { code: 'line-total', severity: 'warning', value: '31250.00', key: 'order line 1 (position 00010)' },
    ]);
    expect(total('31250.00')[0]?.message).toBe(
      "The line's amount is `31250.00`, but quantity times price is `312.50`.",
    );
  });

  it('may be rounded', () => expect(total('312.49')).toEqual([]));

  it('may be less than a cent', () => {
    const cheap = change(fixture('scsn/Order'), '>1250.00<', '>0.01<');
    expect(check(change(cheap, '>312.50<', '>0.00<'))).toEqual([]);
  });

  it('is not looked at where a discount or another unit comes in', () => {
    const wrong = change(fixture('scsn/Order'), '>312.50<', '>1<');
    expect(check(wrong).map(({ code }) => code)).toEqual(['line-total']);
    const discount =
      '<cac:AllowanceCharge><cbc:ChargeIndicator>false</cbc:ChargeIndicator><cbc:Amount currencyID="EUR">1</cbc:Amount></cac:AllowanceCharge>';
    expect(check(change(wrong, '<cac:Price>', `${discount}<cac:Price>`))).toEqual([]);
    const unit = change(wrong, '<cbc:BaseQuantity unitCode="C62">', '<cbc:BaseQuantity unitCode="KGM">');
    expect(check(unit)).toEqual([]);
  });
});

describe('other languages', () => {
  const { rules } = delivered().rules;
  it.each(rules.flatMap(({ tests }) => tests))('$id is said in Dutch', ({ texts }) => {
    expect(texts.nl.message).not.toEqual(texts.en.message);
    expect(texts.nl.advice).not.toEqual(texts.en.advice);
    const values = (parts: (typeof texts)['en']['message']) =>
      parts.flatMap((part) => (typeof part === 'string' ? [] : part.select)).sort();
    expect(values(texts.nl.message)).toEqual(values(texts.en.message));
    expect(values(texts.nl.advice)).toEqual(values(texts.en.advice));
  });

  it('are told with key and value', () => {
    const text = change(fixture('scsn/Order'), 'unitCode="C62">25', 'unitCode="ST">25');
    const { findings } = checkXml(new TextEncoder().encode(text), delivered(), {
      document: 'scsn/Order',
      severities: {},
      language: 'nl',
    });
    expect(findings[0]).toMatchObject({
      message: 'De eenheidscode `ST` is er geen van SCSN (UN/ECE Rec 20).',
      key: 'orderregel 1 (positie 00010)',
    });
    expect(findings[0]?.advice).toContain('`C62`');
  });
});
