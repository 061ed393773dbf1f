import fc from 'fast-check';
import { addDecimals } from '../../tree/values/decimal.ts';
import { company } from './there-and-back.ts';

/**
 * Orders of the exchange within what SCSN can say too: what a round trip cannot keep (mappings/round-trip.csv) is not in
 * them. A number is a text between `#`, so that it has any digits; `jsonOf` writes it.
 */

export const jsonOf = (value: unknown): string => JSON.stringify(value).replace(/"#([^#"]+)#"/g, '$1');

const text = fc
  .oneof(
    fc.string({ unit: 'grapheme', maxLength: 30 }),
    fc.constantFrom('a & b', '<b>', ']]>', 'ø 12 "x"', '日本\n2'),
  )
  .map((value) =>
    value.replace(/[#\\\p{Cc}\p{Cs}\p{Noncharacter_Code_Point}]/gu, (c) => (c === '\n' ? c : '')).trim(),
  )
  .filter((value) => value !== '');
const identifier = fc.stringMatching(/^[A-Za-z0-9./_Øß-]{1,12}$/);
const digits = (max: number) => fc.stringMatching(new RegExp(`^[0-9]{1,${max}}$`));
/** Up to 18 digits before the point and 25 behind it. */
const decimal = fc
  .tuple(fc.bigInt({ min: 0n, max: 10n ** 18n }), fc.option(digits(25), { nil: undefined }))
  .map(([whole, part]) => `${whole}${part === undefined ? '' : `.${part}`}`);
const number = fc
  .oneof(
    decimal,
    fc.constantFrom('12345678901234567.890', '0.10', '1e-7', '0.1234567890123456789012345', '25E2'),
  )
  .map((value) => `#${value}#`);
const date = fc
  .tuple(
    fc.integer({ min: 2000, max: 2099 }),
    fc.integer({ min: 1, max: 12 }),
    fc.integer({ min: 1, max: 28 }),
  )
  .map(([y, m, d]) => `${y}-${String(m).padStart(2, '0')}-${String(d).padStart(2, '0')}`);
const country = fc.constantFrom('NL', 'DE', 'SE');
const some = <T>(one: fc.Arbitrary<T>) => fc.array(one, { minLength: 1, maxLength: 3 });
const url = identifier.map((name) => `https://docs.example/${name}.pdf`);

const address = {
  names: some(text),
  addressLines: some(text),
  postalCode: text,
  city: text,
  countryCodeIso2: country,
  countryName: text,
};
/** With a number of a register: a bare number is an account to SCSN. */
const party = fc.record(
  { id: identifier, idScheme: fc.constantFrom('GLN', 'KvK'), ...address },
  { requiredKeys: ['id', 'idScheme'] },
);
const document = fc.record(
  { code: text, revision: text, name: text, description: text, type: text, url },
  { requiredKeys: ['code'] },
);
const free = { notes: some(text), documents: some(document) };

const price = (value: fc.Arbitrary<string>) =>
  fc.record({
    priceInTransactionCurrency: fc.record({ value, currencyIso: fc.constantFrom('EUR', 'SEK', 'JPY') }),
  });
const priceUnit = {
  priceUnitOfMeasureIso: fc.constantFrom('C62', 'KGM', 'ROL'),
  priceUnitQuantity: fc.constantFrom('#1#', '#100#', '#0.5#'),
};
const netPrice = fc.record({ netPrice: price(number), ...priceUnit });
/** Gross less a whole percentage of it is net, to the last digit. */
const grossPrice = fc
  .tuple(fc.bigInt({ min: 1n, max: 10n ** 9n }), fc.integer({ min: 0, max: 100 }), fc.record(priceUnit))
  .map(([gross, percent, unit]) => ({
    grossPrice: amount(`${gross}.00`),
    discountPercentage: `#${percent}#`,
    netPrice: amount(hundredth(gross * BigInt(100 - percent))),
    ...unit,
  }));
const amount = (value: string) => ({
  priceInTransactionCurrency: { value: `#${value}#`, currencyIso: 'EUR' },
});
const hundredth = (value: bigint) =>
  addDecimals(`${value / 100n}`, `0.${String(value % 100n).padStart(2, '0')}`) ?? '';

const item = fc.record(
  {
    name: text,
    purchaseUnitOfMeasureIso: fc.constantFrom('C62', 'KGM', 'PCE'),
    number: identifier,
    description: text,
    supplierItemNumber: identifier,
    dimensions: some(
      fc.record({ attribute: text, measure: number, unitOfMeasureUnece: fc.constantFrom('MMT', 'KGM') }),
    ),
  },
  { requiredKeys: ['name', 'purchaseUnitOfMeasureIso'] },
);
const itemDetails = fc.record(
  {
    countryOfOriginCodeIso2: country,
    combinedNomenclatureCode: identifier,
    dangerousGoodsCodeUnece: digits(4),
    serialNumber: identifier,
    batchNumber: identifier,
  },
  { requiredKeys: ['batchNumber'] },
);
const delivery = fc.record(
  { position: identifier, date, quantity: number },
  { requiredKeys: ['date', 'quantity'] },
);
/** Of several with one number the first keeps it, to SCSN and back. */
const deliverySchedule = fc.uniqueArray(delivery, {
  ...{ minLength: 1, maxLength: 3 },
  selector: ({ position }) => position ?? {},
});
const line = fc.record(
  {
    position: identifier,
    item,
    itemDetails,
    deliverySchedule,
    prices: fc.oneof(netPrice, grossPrice),
    properties: some(fc.record({ key: text, value: text })),
    ...free,
  },
  { requiredKeys: ['position', 'item', 'deliverySchedule'] },
);
const terms = fc.record(
  {
    incotermsCode: fc.constantFrom('DAP', 'EXW'),
    incoterms: text,
    paymentTermsCode: text,
    paymentTerms: text,
  },
  { requiredKeys: ['paymentTerms'] },
);
const email = identifier.map((name) => `${name}@buyer.example`);
const header = fc.record(
  {
    supplierAccountNumber: identifier,
    purchaseOrderNumber: identifier,
    supplierParty: party,
    buyerParty: party,
    buyerAccountingParty: party,
    destination: fc.record(
      { code: identifier, locationType: identifier, ...address },
      { requiredKeys: ['code'] },
    ),
    terms,
    properties: text.map((value) => [{ key: 'customerReference', value }]),
    contact: fc.record({ email }),
    supplierContact: fc.record({ email }),
    ...free,
  },
  {
    requiredKeys: [
      'supplierAccountNumber',
      'purchaseOrderNumber',
      'supplierParty',
      'buyerParty',
      'destination',
    ],
  },
);

/** A contract and a project stand in the header of an SCSN order: every line has the same. */
export const orders = fc
  .tuple(
    header,
    fc.uniqueArray(line, { minLength: 1, maxLength: 4, selector: ({ position }) => position }),
    fc.record(
      { terms: fc.record({ contractNumber: identifier }), projectNumber: identifier },
      { requiredKeys: [] },
    ),
  )
  .map(([order, lines, shared]) => ({
    order: { companyId: company, ...order },
    lines: lines.map((one) => ({ ...one, ...shared })),
    erpIssueDateTime: '2026-11-02T08:30:00',
  }));
