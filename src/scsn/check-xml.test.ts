import { describe, expect, it } from 'vitest';
import { checkXml } from './check-xml.ts';
import { brief, change, check, checkChanged, delivered, fixture } from './testkit/documents.ts';

const order = fixture('scsn/Order');

describe('a document that is no SCSN document', () => {
  it('is told when it is not XML', () => {
    expect(brief(check('{"order": {}}'))).toEqual(['file-not-xml 1:1']);
    expect(check('PK\u0003\u0004')[0]?.message).toContain('is not XML');
  });

  it('is told when it ends too early', () => {
    const [found] = check(order.slice(0, 900));
    expect(found).toMatchObject({ code: 'xml-truncated', severity: 'error' });
  });

  it('is told when there are two in one file', () => {
    const second = order.replace(/^<\?.*\n/, '');
    expect(brief(check(order + second))).toEqual(['xml-two-roots 103:1']);
    expect(brief(check(order + order))).toEqual(['xml-two-roots 103:1']);
  });

  it('is told when something stands before its declaration', () => {
    expect(brief(check(`\n${order}`))).toEqual(['xml-late-declaration 2:1']);
  });

  it('is told where it is not well-formed', () => {
    const [found] = checkChanged('</cbc:IssueDate>', '</cbc:IssueDat>');
    expect(found).toMatchObject({ code: 'xml-close-tag', line: 6 });
    expect(found?.message).toBe(
      '`</cbc:IssueDat>` stands where `</cbc:IssueDate>` is expected, which was opened in line 6.',
    );
  });

  it('is told the bare ampersand, the unknown entity and the control character that spoil it', () => {
    expect(checkChanged('De Zon', 'Zon & Zoon')).toMatchObject([
      { code: 'xml-ampersand', line: 15, column: 33, value: 'Draaierij Zon & Zoon B.V.' },
    ]);
    expect(checkChanged('De Zon', 'Zon&nbsp;Maan')).toMatchObject([
      { code: 'xml-entity', line: 15, column: 32, value: '&nbsp;' },
    ]);
    expect(checkChanged('De Zon', 'Zon\u0001')).toMatchObject([
      { code: 'xml-character', line: 15, value: 'U+0001' },
    ]);
  });

  it('is not told of an ampersand that stands where it may', () => {
    const harmless = '<!-- a & b --><cbc:Note><![CDATA[c & d]]> &amp; &#38; &#x26;</cbc:Note><cbc:Note>';
    expect(checkChanged('<cbc:Note>', harmless)).toEqual([]);
    const [found] = checkChanged('<cbc:Note>', harmless.replace('</cbc:Note>', '</cbc:Not>'));
    expect(found).toMatchObject({ code: 'xml-close-tag' });
  });

  it('is told which prefix is not declared', () => {
    const [found] = checkChanged(/xmlns:cbc="[^"]*"/, '');
    expect(found).toMatchObject({ code: 'xml-undeclared-prefix', value: 'cbc' });
    expect(found?.advice).toContain('CommonBasicComponents-2');
  });

  it('is refused with a document type declaration, before anything else', () => {
    const bomb = '<!DOCTYPE Order [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]>';
    expect(brief(checkChanged('<Order', `${bomb}<Order`))).toEqual(['xml-doctype 2:1']);
  });

  it('is refused when it is too deep or too large', () => {
    const deep = `${'<a>'.repeat(5000)}${'</a>'.repeat(5000)}`;
    expect(check(deep)).toMatchObject([{ code: 'document-too-deep' }]);
    expect(check(`<a>${'<b/>'.repeat(1_000_000)}</a>`)).toMatchObject([{ code: 'document-too-large' }]);
  });

  it('is told which document it is, or that its root is unknown', () => {
    expect(check(fixture('scsn/OrderResponse'))).toMatchObject([
      { code: 'root-other-document', value: 'OrderResponse' },
    ]);
    expect(check('<Invoice/>')).toMatchObject([{ code: 'root-unknown', value: 'Invoice' }]);
    const [change] = check(
      '<OrderChange xmlns="urn:oasis:names:specification:ubl:schema:xsd:OrderChange-2"/>',
    );
    expect(change).toMatchObject({
      code: 'root-order-change',
      advice: expect.stringMatching(
        /^Write a whole Order with all its lines and the `OrderTypeCode` Changed;/,
      ),
    });
    expect(check('<OrderCancellation/>')).toMatchObject([
      { code: 'root-order-change', advice: expect.stringContaining('cancelled') },
    ]);
    expect(check('<Order/>')).toMatchObject([{ code: 'root-no-namespace', path: '/Order' }]);
    expect(check('<x:Order xmlns:x="urn:x"/>')).toMatchObject([{ code: 'root-namespace', value: 'urn:x' }]);
  });
});

describe('a value against its type', () => {
  const cases: readonly [string, string, string, string][] = [
    ['1,5', 'decimal-comma', '1,5', '1.5'],
    ['1.234,50', 'decimal-thousands', '1.234,50', '1234.50'],
    ['1,234.50', 'decimal-thousands', '1,234.50', '1234.50'],
    ['1 234,50', 'decimal-thousands', '1 234,50', '1234.50'],
    ['5e3', 'decimal-exponent', '5e3', '5000'],
    ['ten', 'decimal-wrong', 'ten', 'digits'],
    ['', 'value-empty', '', 'Fill it'],
  ];
  it.each(cases)('a quantity `%s` is %s', (written, code, value, advised) => {
    const [found, ...more] = checkChanged('>25<', `>${written}<`);
    expect(more).toEqual([]);
    expect(found).toMatchObject({ code, value, line: 48, column: 7, key: 'order line 1 (position 00010)' });
    expect(found?.path).toBe('/Order/cac:OrderLine[1]/cac:LineItem/cbc:Quantity');
    expect(`${found?.advice}`).toContain(advised);
  });

  const dates: readonly [string, string, string][] = [
    ['02-03-2026', 'date-order', '2026-03-02'],
    ['2.3.2026', 'date-order', '2026-03-02'],
    ['31/12/2026', 'date-order', '2026-12-31'],
    ['20260302', 'date-order', '2026-03-02'],
    ['2026-03-02T00:00:00', 'date-with-time', '2026-03-02'],
    ['2026-02-30', 'date-wrong', 'YYYY-MM-DD'],
    ['soon', 'date-wrong', 'YYYY-MM-DD'],
  ];
  it.each(dates)('a date `%s` is %s', (written, code, advised) => {
    const [found, ...more] = checkChanged('>2026-03-02<', `>${written}<`);
    expect(more).toEqual([]);
    expect(found).toMatchObject({ code, value: written });
    expect(found?.advice).toContain(advised);
  });

  it('does not guess which of two numbers is the month', () => {
    expect(checkChanged('>2026-03-02<', '>02/03/2026<')[0]?.advice).toContain('2026-01-31');
  });

  it('an embedded file is base64', () => {
    expect(checkChanged('SGVsbG8=', 'not base64!')).toMatchObject([
      { code: 'base64-wrong', key: 'order line 1 (position 00010), document reference 1' },
    ]);
  });
});

const xsi = 'xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"';

describe('an attribute', () => {
  it('is missing', () => {
    expect(checkChanged(' currencyID="EUR"', '')).toMatchObject([
      { code: 'attribute-missing', path: '/Order/cac:AnticipatedMonetaryTotal/cbc:PayableAmount' },
    ]);
    expect(checkChanged('mimeCode="application/pdf"', '')[0]?.message).toContain('`mimeCode`');
  });

  it('holds what it must not, and nothing is said of the value of its element', () => {
    expect(checkChanged('<cbc:Note>', '<cbc:Note languageID="no language!">')).toMatchObject([
      { code: 'attribute-value', path: '/Order/cbc:Note/@languageID' },
    ]);
    expect(checkChanged('<cbc:Note>', `<cbc:Note ${xsi} xsi:type="">`)).toMatchObject([
      { code: 'element-type' },
    ]);
    const both = checkChanged('unitCode="C62">25', 'unitCode="C62" unitCodeListURI="http://[bad">2,5');
    expect(both.map(({ code }) => code)).toContain('decimal-comma');
  });

  it('names a type, which only its own can be', () => {
    expect(checkChanged('<cac:Party>', `<cac:Party ${xsi} xsi:type="cac:PartyType">`)).toEqual([]);
    expect(checkChanged('<cbc:Note>', `<cbc:Note ${xsi} xsi:type="TextType">`)).toMatchObject([
      { code: 'element-type', path: '/Order/cbc:Note/@xsi:type', value: 'TextType' },
    ]);
  });

  it('is xsi:nil: of an element with a value, one that must be there, one that need not', () => {
    const advised = (from: string, to: string) =>
      checkChanged(from, to.replace('nil', `${xsi} xsi:nil="true"`)).find(
        ({ code }) => code === 'element-nil',
      )?.advice;
    expect(advised('<cbc:OrderTypeCode>', '<cbc:OrderTypeCode nil>')).toContain('is not empty');
    expect(advised('>PO-2026-0042<', ' nil><')).toContain('has to be there');
    expect(advised('>New<', ' nil><')).toBe('Leave the whole element out when it has no value.');
  });

  it('is unknown, or xsi:nil', () => {
    expect(checkChanged('<cbc:Note>', '<cbc:Note language="nl">')).toMatchObject([
      { code: 'attribute-unknown', path: '/Order/cbc:Note/@language' },
    ]);
    const nil = 'xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xsi:nil="true"';
    expect(checkChanged('<cbc:Note>', `<cbc:Note ${nil}>`).map(({ code }) => code)).toContain('element-nil');
  });
});

describe('all findings at once', () => {
  it('has the error in the header and one in each line', () => {
    const broken = change(order, '<cbc:OrderTypeCode>', '<cbc:Colour/><cbc:OrderTypeCode>')
      .replace('>25<', '>2,5<')
      .replace('>100</cbc:Quantity>\n      <cac:Price>', '>1OO</cbc:Quantity>\n      <cac:Price>');
    expect(brief(check(broken))).toEqual([
      'element-unknown 7:3',
      'decimal-comma 48:7 order line 1 (position 00010)',
      'decimal-wrong 93:7 order line 2 (position 00020)',
    ]);
  });

  it('stays bounded for a hopeless document', () => {
    const line =
      '<cac:OrderLine><cac:LineItem><cbc:ID>1</cbc:ID><cbc:Quantity>x</cbc:Quantity></cac:LineItem></cac:OrderLine>';
    const findings = check(change(order, '</Order>', `${line.repeat(1000)}</Order>`));
    expect(findings.length).toBe(501);
    expect(findings.at(-1)).toMatchObject({ code: 'findings-cut', severity: 'warning' });
  });
});

describe('encodings', () => {
  it.each(['utf16le', 'latin1'] as const)('a document in %s is as valid as in UTF-8', (encoding) => {
    const name = encoding === 'latin1' ? 'ISO-8859-1' : 'UTF-16';
    const text = change(order, 'encoding="UTF-8"', `encoding="${name}"`).replace('gate 4', 'gate é');
    const mark = encoding === 'latin1' ? '' : '\uFEFF';
    expect(check(Buffer.from(mark + text, encoding))).toEqual([]);
  });

  it('a warning on the encoding does not stop the check', () => {
    const codes = check(Buffer.from(`\uFEFF${change(order, 'UTF-8', 'windows-1252')}`)).map(
      ({ code }) => code,
    );
    expect(codes).toEqual(['encoding-declaration']);
  });
});

describe('what official UBL allows', () => {
  it('is accepted: extensions with anything inside, and aggregates that are not modelled', () => {
    const extension =
      '<e:UBLExtensions xmlns:e="urn:oasis:names:specification:ubl:schema:xsd:CommonExtensionComponents-2"><e:UBLExtension>' +
      '<e:ExtensionContent><x:Any xmlns:x="urn:x" y="1"><x:Thing/></x:Any></e:ExtensionContent></e:UBLExtension></e:UBLExtensions>';
    expect(checkChanged('<cbc:ID>PO', `${extension}<cbc:ID>PO`)).toEqual([]);
    const shipment =
      '<cac:OrderedShipment><cac:Shipment><cbc:ID>1</cbc:ID><cac:ShipmentStage><cbc:TransportModeCode>3</cbc:TransportModeCode>' +
      '</cac:ShipmentStage></cac:Shipment></cac:OrderedShipment>';
    expect(checkChanged('<cac:Price>', `${shipment}<cac:Price>`)).toEqual([]);
  });

  it('never fetches what a document points to', () => {
    const located =
      'xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xsi:schemaLocation="urn:x http://127.0.0.1:9/x.xsd"';
    expect(checkChanged('<Order ', `<Order ${located} `)).toEqual([]);
  });
});

it('answers with the tree when the document is readable', () => {
  const options = { document: 'scsn/Order', severities: {} } as const;
  const { tree } = checkXml(new TextEncoder().encode(order), delivered(), options);
  expect(tree?.root.localName).toBe('Order');
  expect(checkXml(new Uint8Array(), delivered(), options).tree).toBeUndefined();
});
