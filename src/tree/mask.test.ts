import { describe, expect, it } from 'vitest';
import { masked } from './mask.ts';

describe('a masked document', () => {
  it('XML: names, addresses, prices and notes go, what identifies and counts stays, each character at its place', () => {
    const text = `<?xml version="1.0"?>
<!-- from Anna -->
<Order xmlns:cbc="urn:x">
  <cbc:ID>PO-4711</cbc:ID><cbc:Note>Bel Jan &amp; Ëva 06-12</cbc:Note>
  <Contact><cbc:ID>7</cbc:ID><cbc:Telephone>+31 6</cbc:Telephone></Contact>
  <cbc:PriceAmount currencyID="EUR">12.50</cbc:PriceAmount><cbc:Quantity unitCode='C62'>3</cbc:Quantity>
  <File filename="Jan.pdf"/><cbc:Name><![CDATA[Staal <BV>]]></cbc:Name><cbc:IssueDate>2026-11-02</cbc:IssueDate>
</Order>`;
    const told = masked(text);
    expect(told).toBe(`<?xml version="1.0"?>
<!-- xxxx Xxxx -->
<Order xmlns:cbc="urn:x">
  <cbc:ID>PO-4711</cbc:ID><cbc:Note>Xxx Xxx &amp; Xxx 99-99</cbc:Note>
  <Contact><cbc:ID>9</cbc:ID><cbc:Telephone>+99 9</cbc:Telephone></Contact>
  <cbc:PriceAmount currencyID="EUR">99.99</cbc:PriceAmount><cbc:Quantity unitCode='C62'>3</cbc:Quantity>
  <File filename="Xxx.xxx"/><cbc:Name><![CDATA[Xxxxx <XX>]]></cbc:Name><cbc:IssueDate>2026-11-02</cbc:IssueDate>
</Order>`);
    expect(told.length).toBe(text.length);
  });

  it('JSON: the same, and it stays JSON', () => {
    const text = `{ "order": { "purchaseOrderNumber": "4711", "buyer": { "name": "Jan \\"x\\" \\u00cb", "street": "Dam 1" } },
  "lines": [ { "position": "10", "quantity": 5, "price": 12.5, "notes": ["Bel 06"], "done": true, "none": null } ] }`;
    const told = masked(text);
    expect(told.length).toBe(text.length);
    expect(JSON.parse(told)).toEqual({
      order: { purchaseOrderNumber: '4711', buyer: { name: 'Xxx "x" Ë', street: 'Xxx 9' } },
      lines: [{ position: '10', quantity: 5, price: 99.9, notes: ['Xxx 99'], done: true, none: null }],
    });
  });

  it('anything else is masked whole; what is broken does no harm', () => {
    expect(masked('Naam;Bedrag\nJan;12,50')).toBe('Xxxx;Xxxxxx\nXxx;99,99');
    expect(masked('<a><b>Jan</a')).toBe('<a><b>Xxx</x');
    expect(masked('{"name": "Jan')).toBe('{"name": "Xxx');
    expect(masked('')).toBe('');
    for (const begin of ['<', '{']) expect(masked(begin.repeat(100_000)).length).toBe(100_000);
  });
});
