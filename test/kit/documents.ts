/** Small SCSN documents with the numbers a test wants. */

const common =
  'xmlns:cac="urn:oasis:names:specification:ubl:schema:xsd:CommonAggregateComponents-2" xmlns:cbc="urn:oasis:names:specification:ubl:schema:xsd:CommonBasicComponents-2"';

export interface Line {
  readonly id: string;
  readonly quantity?: string;
  readonly date?: string;
  readonly price?: string;
  readonly status?: string;
  /** Instead of one delivery of `quantity` at `date`. */
  readonly deliveries?: readonly { readonly quantity: string; readonly date: string }[];
  readonly note?: string;
  /** What the price is for: `1` by default. */
  readonly base?: string;
  /** Of the quantities and the price: `C62` by default. */
  readonly unit?: string;
  readonly item?: string;
}

export interface OrderDocument {
  readonly number: string;
  readonly type?: 'New' | 'Changed';
  readonly date?: string;
  readonly supplier?: string;
  readonly note?: string;
  /** Code of the terms of delivery, of payment; mail address of the buyer; number of the place of delivery. */
  readonly delivery?: string;
  readonly payment?: string;
  readonly contact?: string;
  readonly place?: string;
  /** Name and content of a file inside the order. */
  readonly file?: readonly [name: string, content: string];
  readonly lines?: readonly Line[];
}

const party = (id: string, contact?: string): string =>
  `<cac:Party><cac:PartyIdentification><cbc:ID>${id}</cbc:ID></cac:PartyIdentification>${contact ? `<cac:Contact><cbc:ElectronicMail>${contact}</cbc:ElectronicMail></cac:Contact>` : ''}</cac:Party>`;

const coded = (name: string, code: string | undefined): string =>
  code ? `  <cac:${name}><cbc:ID>${code}</cbc:ID></cac:${name}>\n` : '';

const status = (code: string | undefined): string =>
  code ? `<cbc:LineStatusCode>${code}</cbc:LineStatusCode>` : '';

export function orderXml({
  number,
  type = 'New',
  date = '2026-03-02',
  supplier = '540830',
  note,
  delivery,
  payment,
  contact,
  place,
  file,
  lines = [{ id: '10' }],
}: OrderDocument): Buffer {
  return Buffer.from(`<?xml version="1.0" encoding="UTF-8"?>
<Order xmlns="urn:oasis:names:specification:ubl:schema:xsd:Order-2" ${common}>
  <cbc:ID>${number}</cbc:ID>
  <cbc:IssueDate>${date}</cbc:IssueDate>
  <cbc:OrderTypeCode>${type}</cbc:OrderTypeCode>${note ? `\n  <cbc:Note>${note}</cbc:Note>` : ''}
${file ? attachment(file) : ''}  <cac:BuyerCustomerParty>${party('BUYER-1', contact)}</cac:BuyerCustomerParty>
  <cac:SellerSupplierParty>${party(supplier)}</cac:SellerSupplierParty>
${coded('DeliveryTerms', delivery)}${coded('PaymentTerms', payment)}${lines.map((line) => orderLine(line, place)).join('\n')}
</Order>
`);
}

const attachment = ([name, content]: readonly [string, string]): string =>
  `  <cac:AdditionalDocumentReference><cbc:ID>${name}</cbc:ID><cac:Attachment><cbc:EmbeddedDocumentBinaryObject mimeCode="application/pdf" filename="${name}">${Buffer.from(content).toString('base64')}</cbc:EmbeddedDocumentBinaryObject></cac:Attachment></cac:AdditionalDocumentReference>\n`;

const orderDelivery = (
  { quantity, date }: { readonly quantity: string; readonly date: string },
  id: number,
  { unit, place }: { readonly unit: string; readonly place: string },
): string =>
  `<cac:Delivery><cbc:ID>${id}</cbc:ID><cbc:Quantity unitCode="${unit}">${quantity}</cbc:Quantity><cac:DeliveryLocation><cbc:ID>${place}</cbc:ID></cac:DeliveryLocation><cac:RequestedDeliveryPeriod><cbc:EndDate>${date}</cbc:EndDate></cac:RequestedDeliveryPeriod></cac:Delivery>`;

const orderLine = (
  {
    id,
    quantity = '5',
    date = '2026-04-01',
    price = '12.50',
    status: code,
    deliveries = [{ quantity, date }],
    note,
    base = '1',
    unit = 'C62',
    item = `00${id}`,
  }: Line,
  place = 'WH-1',
): string => `  <cac:OrderLine><cac:LineItem>
    <cbc:ID>${id}</cbc:ID>${note ? `<cbc:Note>${note}</cbc:Note>` : ''}${status(code)}<cbc:Quantity unitCode="${unit}">${quantity}</cbc:Quantity>
    ${deliveries.map((one, index) => orderDelivery(one, index + 1, { unit, place })).join('')}
    <cac:Price><cbc:PriceAmount currencyID="EUR">${price}</cbc:PriceAmount><cbc:BaseQuantity unitCode="${unit}">${base}</cbc:BaseQuantity><cbc:PriceType>net</cbc:PriceType></cac:Price>
    <cac:Item><cbc:Name>Part ${id}</cbc:Name><cac:BuyersItemIdentification><cbc:ID>${item}</cbc:ID></cac:BuyersItemIdentification></cac:Item>
  </cac:LineItem></cac:OrderLine>`;

export interface ResponseDocument {
  readonly number: string;
  readonly id?: string;
  readonly buyer?: string;
  readonly lines: readonly Line[];
}

export function responseXml({
  number,
  id = `R-${number}`,
  buyer = 'BUYER-1',
  lines,
}: ResponseDocument): Buffer {
  return Buffer.from(`<?xml version="1.0" encoding="UTF-8"?>
<OrderResponse xmlns="urn:oasis:names:specification:ubl:schema:xsd:OrderResponse-2" ${common}>
  <cbc:ID>${id}</cbc:ID>
  <cbc:IssueDate>2026-03-03</cbc:IssueDate>
  <cac:OrderReference><cbc:ID>${number}</cbc:ID></cac:OrderReference>
  <cac:SellerSupplierParty>${party('540830')}</cac:SellerSupplierParty>
  <cac:BuyerCustomerParty>${party(buyer)}</cac:BuyerCustomerParty>
${lines.map(responseLine).join('\n')}
</OrderResponse>
`);
}

const responseLine = ({
  id,
  quantity = '5',
  date = '2026-04-01',
  price = '12.50',
  status: code = 'accepted',
}: Line): string => `  <cac:OrderLine><cac:LineItem>
    <cbc:ID>${id}</cbc:ID>${status(code)}<cbc:Quantity unitCode="C62">${quantity}</cbc:Quantity>
    <cac:Delivery><cbc:ID>1</cbc:ID><cbc:Quantity unitCode="C62">${quantity}</cbc:Quantity><cac:PromisedDeliveryPeriod><cbc:EndDate>${date}</cbc:EndDate></cac:PromisedDeliveryPeriod></cac:Delivery>
    <cac:Price><cbc:PriceAmount currencyID="EUR">${price}</cbc:PriceAmount><cbc:BaseQuantity unitCode="C62">1</cbc:BaseQuantity><cbc:PriceType>net</cbc:PriceType></cac:Price>
    <cac:Item><cbc:Name>Part ${id}</cbc:Name></cac:Item>
  </cac:LineItem></cac:OrderLine>`;

export interface DespatchDocument {
  readonly number: string;
  readonly shipment: string;
  readonly buyer?: string;
  /** Purchase order number and line. */
  readonly lines: readonly (readonly [order: string, line: string, quantity: string])[];
}

export function despatchXml({ number, shipment, buyer = 'BUYER-1', lines }: DespatchDocument): Buffer {
  return Buffer.from(`<?xml version="1.0" encoding="UTF-8"?>
<DespatchAdvice xmlns="urn:oasis:names:specification:ubl:schema:xsd:DespatchAdvice-2" ${common}>
  <cbc:ID>${number}</cbc:ID>
  <cbc:IssueDate>2026-03-16</cbc:IssueDate>
  <cac:DespatchSupplierParty>${party('S')}</cac:DespatchSupplierParty>
  <cac:DeliveryCustomerParty>${party(buyer)}</cac:DeliveryCustomerParty>
  <cac:Shipment><cbc:ID>${shipment}</cbc:ID></cac:Shipment>
${lines.map(despatchLine).join('\n')}
</DespatchAdvice>
`);
}

const despatchLine = (
  [order, line, quantity]: DespatchDocument['lines'][number],
  index: number,
): string => `  <cac:DespatchLine><cbc:ID>${index + 1}</cbc:ID>
    <cbc:DeliveredQuantity unitCode="C62">${quantity}</cbc:DeliveredQuantity>
    <cac:OrderLineReference><cbc:LineID>${line}</cbc:LineID><cac:OrderReference><cbc:ID>${order}</cbc:ID></cac:OrderReference></cac:OrderLineReference>
    <cac:Item><cbc:Name>Part ${line}</cbc:Name></cac:Item>
  </cac:DespatchLine>`;
