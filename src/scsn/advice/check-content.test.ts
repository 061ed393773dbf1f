import { describe, expect, it } from 'vitest';
import { change, check, checkChanged, fixture } from '../testkit/documents.ts';

const order = fixture('scsn/Order');

describe('an element', () => {
  it('stands too late', () => {
    const late = change(order, '  <cbc:IssueDate>2026-03-02</cbc:IssueDate>\n', '');
    const [found] = check(
      change(late, '</cbc:Note>', '</cbc:Note><cbc:IssueDate>2026-03-02</cbc:IssueDate>'),
    );
    expect(found?.message).toBe('`IssueDate` stands after `Note`; SCSN wants it before `OrderTypeCode`.');
  });

  it('stands too early', () => {
    const early = change(order, /<cac:PartyLegalEntity>[\s\S]*?<\/cac:PartyLegalEntity>/, '');
    const [found, ...more] = check(
      change(early, '<cac:PartyName>', '<cac:PartyLegalEntity/><cac:PartyName>'),
    );
    expect(more).toEqual([]);
    expect(found?.message).toBe(
      '`PartyLegalEntity` stands before `PartyName`; SCSN wants it after `PartyTaxScheme`.',
    );
  });

  it('is swapped with its neighbour', () => {
    const [found] = checkChanged(
      /(<cac:Price>[\s\S]*?<\/cac:Price>)\s*<cac:Item>[\s\S]*?<\/cac:Item>/,
      '<cac:Item/><cac:Price><cbc:PriceAmount currencyID="EUR">1</cbc:PriceAmount></cac:Price>',
    );
    expect(found?.message).toBe('`Item` stands before `Price`; SCSN wants it after `Price`.');
  });

  it('is missing', () => {
    const [found] = checkChanged(/<cac:Item>[\s\S]*?<\/cac:Item>/, '');
    expect(found).toMatchObject({ code: 'element-missing', key: 'order line 1 (position 00010)' });
    expect(found?.message).toBe('`Item` is missing in `LineItem`.');
    expect(found?.advice).toBe('Add `Item` after `Price`.');
  });

  it('is there twice', () => {
    const [found] = checkChanged('<cbc:OrderTypeCode>', '<cbc:OrderTypeCode/><cbc:OrderTypeCode>');
    expect(found?.message).toBe('`OrderTypeCode` occurs 2 times in `Order`; only one is allowed.');
  });

  it('is misspelt, and what is inside is checked all the same', () => {
    const findings = checkChanged(
      /<cac:AnticipatedMonetaryTotal>[\s\S]*<\/cac:AnticipatedMonetaryTotal>/,
      '<cac:AnticipatedMonetryTotal><cbc:PayableAmount>1,5</cbc:PayableAmount></cac:AnticipatedMonetryTotal>',
    );
    expect(findings.map(({ code }) => code)).toEqual([
      'element-misspelt',
      'attribute-missing',
      'decimal-comma',
    ]);
    expect(findings[0]?.message).toContain('did you mean `AnticipatedMonetaryTotal`?');
  });

  it('is not misspelt when the schemas have its name, however much it looks like another one', () => {
    const findings = checkChanged(
      '</cac:BuyerCustomerParty>',
      '<cac:Delivery><cbc:Telephone>1</cbc:Telephone></cac:Delivery></cac:BuyerCustomerParty>',
    );
    expect(findings).toMatchObject([{ code: 'element-misplaced' }, { code: 'element-unknown' }]);
    expect(findings[0]?.advice).toBe('Move it to `Order`, after `SellerSupplierParty`.');
  });

  it('is misspelt everywhere, which is told once', () => {
    const findings = check(order.replaceAll('cbc:EndDate', 'cbc:EnDate'));
    expect(findings).toHaveLength(1);
    expect(findings[0]?.message).toMatch(/did you mean `EndDate`\? \(\d+ more with this name\)$/);
  });

  it('is misspelt by its end, where another name looks nearer', () => {
    const [found, ...more] = checkChanged(
      /OrderTypeCode>New<\/cbc:OrderTypeCode/,
      'OrderType>New</cbc:OrderType',
    );
    expect(more).toEqual([]);
    expect(found?.message).toContain('did you mean `OrderTypeCode`?');
  });

  it('of a party is told with the party', () => {
    const [found] = checkChanged('<cac:PartyName>', '<cac:PartyName>Zon');
    expect(found?.key).toBe('buyer');
  });

  it('is in a wrong namespace everywhere, which is told once', () => {
    const findings = check(order.replaceAll('CommonBasicComponents-2', 'CommonBasicComponents-1'));
    const namespaces = findings.filter(({ code }) => code === 'element-namespace');
    expect(namespaces).toHaveLength(1);
    expect(namespaces[0]?.message).toMatch(/; \d+ more elements are wrong in the same way/);
    expect(findings).toHaveLength(1);
  });

  it('is not known here, with what is allowed', () => {
    const [found] = checkChanged('<cbc:Note>', '<cbc:Colour>red</cbc:Colour><cbc:Note>');
    expect(found).toMatchObject({ code: 'element-unknown' });
    expect(found?.advice).toBe(
      'Its value would be lost: write it into the element that SCSN has for it, or as a `Note`. Allowed at this place: Note.',
    );
    const [empty] = checkChanged('<cbc:Note>', '<cbc:Colour/><cbc:Note>');
    expect(empty?.advice).toMatch(/^Leave it out: it holds nothing\./);
    const [line] = checkChanged('<cac:Price>', '<cbc:Colour>red</cbc:Colour><cac:Price>');
    expect(line?.advice).toMatch(/: Delivery, DeliveryTerms, .*, AllowanceCharge\.$/);
  });

  it('belongs elsewhere', () => {
    const [file] = checkChanged(
      /<cbc:EmbeddedDocumentBinaryObject [^>]*>SGVsbG8=<\/cbc:EmbeddedDocumentBinaryObject>/,
      '<cac:ExternalReference><cbc:EmbeddedDocumentBinaryObject>SGVsbG8=</cbc:EmbeddedDocumentBinaryObject></cac:ExternalReference>',
    );
    expect(file?.message).toBe(
      '`EmbeddedDocumentBinaryObject` does not belong into `ExternalReference`; SCSN has it in `Attachment`.',
    );
    const [name] = checkChanged(
      /<cac:PartyName>\s*(<cbc:Name>.*<\/cbc:Name>)\s*<\/cac:PartyName>/,
      '<cbc:Name>X</cbc:Name>',
    );
    expect(name).toMatchObject({ code: 'element-misplaced' });
    expect(name?.message).toContain('`PartyName`');
  });

  const strays: readonly [what: string, from: string, to: string, advice: string][] = [
    [
      'a number of a party',
      '<cac:PartyName>',
      '<cbc:ID>7</cbc:ID><cac:PartyName>',
      'Write a `PartyIdentification` of its own around this.',
    ],
    [
      'a name that is there',
      '<cac:Price>',
      '<cbc:Name>X</cbc:Name><cac:Price>',
      'Leave it out, since `Item` has one already; or give it the name that is meant.',
    ],
    [
      'an address that is there',
      '<cac:PartyTaxScheme>',
      '<cbc:Floor>2</cbc:Floor><cac:PartyTaxScheme>',
      'Move it to `PostalAddress`, before `StreetName`.',
    ],
    [
      'a line of the order',
      '</cac:LineItem>',
      '</cac:LineItem><cac:Item/>',
      'Leave it out, since `LineItem` has one already; or',
    ],
    [
      'a part two levels too deep',
      '<cac:BuyersItemIdentification>',
      '<cac:DeliveryTerms/><cac:BuyersItemIdentification>',
      'Move it to `LineItem`, after `Delivery`.',
    ],
    [
      'a value with several homes',
      '<cac:BuyersItemIdentification>',
      '<cbc:ID>1</cbc:ID><cac:BuyersItemIdentification>',
      'Move it to the one that it says something of (`SellersItemIdentification`, `ManufacturersItemIdentification`, `StandardItemIdentification`, `CatalogueItemIdentification`, `AdditionalItemIdentification`), or leave it out.',
    ],
    [
      'something that no level takes',
      '<cac:Price>',
      '<cbc:FirstName>X</cbc:FirstName><cac:Price>',
      'Its value would be lost: write it into the element that SCSN has for it, or as a `Note`. Allowed at this place:',
    ],
  ];
  it.each(strays)('of a right name in the wrong place is sent home: %s', (_, from, to, advice) => {
    const [found] = checkChanged(from, to);
    expect(found?.advice).toContain(advice);
  });

  it('is not said to be missing where another is to be moved', () => {
    const item = /<cac:Item>[\s\S]*?<\/cac:Item>/.exec(order)?.[0] ?? '';
    const moved = change(change(order, item, ''), '</cac:LineItem>', `</cac:LineItem>${item}`);
    expect(check(moved)).toMatchObject([
      { code: 'element-misplaced', advice: 'Move it to `LineItem`, after `Price`.' },
    ]);
  });

  it('is the one that is missing further in, when it stands outside', () => {
    const id = '<cbc:ID>540830</cbc:ID>';
    const moved = change(
      change(order, id, ''),
      '</cac:SellerSupplierParty>',
      `${id}</cac:SellerSupplierParty>`,
    );
    expect(check(moved)).toMatchObject([
      { code: 'element-misplaced', advice: 'Move it to `PartyIdentification`.' },
    ]);
  });

  it('is known by what it holds, whatever it is called', () => {
    expect(check(order.replaceAll('SellerSupplierParty', 'Lieferant'))).toMatchObject([
      { code: 'element-misspelt', advice: 'Write `SellerSupplierParty` in the export.' },
    ]);
    const [line, ...more] = check(order.replaceAll('cac:LineItem>', 'cac:Item>'));
    expect(more).toEqual([]);
    expect(line).toMatchObject({ code: 'element-misspelt', advice: 'Write `LineItem` in the export.' });
  });

  it('is missing around others, which is told once', () => {
    const flat = change(order, /<cac:LineItem>\s*/, '').replace('</cac:LineItem>', '');
    expect(check(flat)).toMatchObject([
      { code: 'elements-unwrapped', key: 'order line 1', advice: expect.stringContaining('around this') },
    ]);
  });

  it('is missing around each of several of one name', () => {
    const flat = order.replaceAll('<cac:OrderLine>', '').replaceAll('</cac:OrderLine>', '');
    expect(check(flat)).toMatchObject([
      {
        code: 'elements-unwrapped',
        advice: expect.stringMatching(
          /^Write a `OrderLine` of its own around each `LineItem`, with what belongs to it\./,
        ),
      },
    ]);
  });

  it.each([
    ['a city', '<cac:Country>', '<cbc:Plaats>Helmond</cbc:Plaats><cac:Country>', 'CityName'],
    [
      'a date of a delivery',
      '<cac:RequestedDeliveryPeriod>',
      '<cbc:RequestedDeliveryDate>2026-12-01</cbc:RequestedDeliveryDate><cac:RequestedDeliveryPeriod>',
      'RequestedDeliveryPeriod/EndDate',
    ],
    [
      'a date of a line',
      '<cac:Price>',
      '<cbc:RequestedDeliveryDate>2026-12-01</cbc:RequestedDeliveryDate><cac:Price>',
      'Delivery/RequestedDeliveryPeriod/EndDate',
    ],
  ])('has another name in UBL, and its value is never to be taken away: %s', (_, from, to, path) => {
    const [found] = checkChanged(from, to);
    expect(found?.code).toBe('element-unknown');
    expect(found?.advice).toMatch(new RegExp(`^Its value belongs in \`${path}\`: write it there\\.`));
  });

  it('holds text or elements where it must not', () => {
    expect(checkChanged('<cac:PartyName>', '<cac:PartyName>Zon')).toMatchObject([
      { code: 'text-unexpected', value: 'Zon' },
    ]);
    expect(checkChanged('>New<', '><b>New</b><').map(({ code }) => code)).toContain('elements-in-value');
  });
});

describe('an extension', () => {
  const ext = 'urn:oasis:names:specification:ubl:schema:xsd:CommonExtensionComponents-2';
  const extended = (content: string) =>
    checkChanged(
      '<cbc:ID>PO',
      `<ext:UBLExtensions xmlns:ext="${ext}">${content}</ext:UBLExtensions><cbc:ID>PO`,
    ).map(({ code, message, advice }) => `${code}: ${message} ${advice}`);
  const one = (content: string) => `<ext:UBLExtension>${content}</ext:UBLExtension>`;
  const holding = (content: string) => one(`<ext:ExtensionContent>${content}</ext:ExtensionContent>`);

  it.each([
    [holding(''), '`ExtensionContent` is empty', '`UBLExtensions`'],
    [holding('text'), '`ExtensionContent` holds text', '`UBLExtensions`'],
    [holding('<a xmlns="urn:a"/><b xmlns="urn:a"/>'), 'holds 2 elements', '`UBLExtensions`'],
    [holding('<ext:ExtensionURI/>'), 'in the namespace of the extensions themselves', '`UBLExtensions`'],
    [holding('<a xmlns=""/>'), 'which is in no namespace', '`UBLExtensions`'],
    [one(''), '`UBLExtension` holds no `ExtensionContent`', '`UBLExtensions`'],
    ['', '`UBLExtensions` holds no `ExtensionContent`', '`UBLExtensions`'],
    [holding('<a xmlns="urn:a"/>') + holding(''), 'is empty', '`UBLExtension`'],
  ])('takes one element of a namespace of its own: %s', (content, message, out) => {
    const [found, ...more] = extended(content);
    expect(more).toEqual([]);
    expect(found).toContain('extension-content: ');
    expect(found).toContain(message);
    expect(found).toContain(`or leave ${out} out.`);
  });

  it('with such an element is right', () => {
    expect(extended(holding('<a xmlns="urn:a">anything <b/></a>'))).toEqual([]);
  });
});
