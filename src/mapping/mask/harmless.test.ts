import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';
import { openFormats } from '../../formats/open-formats.ts';
import { HarmlessPlaces, isHarmless } from './harmless.ts';

const delivered = fileURLToPath(new URL('../../../mappings', import.meta.url));
const { formats, dispose } = openFormats({}, [delivered]);
afterAll(dispose);

describe('a place is harmless where a list that comes with the gateway says so', () => {
  it.each([
    ['scsn/Order', 'LineItem/ID', 'line'],
    ['scsn/Order', 'Order/ID', 'private'],
    ['scsn/Order', 'Quantity/@unitCode', 'code'],
    ['scsn/Order', 'Order/IssueDate', 'date'],
    ['scsn/Order', 'Price/PriceAmount', 'amount'],
    ['scsn/Order', 'Document/@filename', 'private'],
    ['scsn/Order', 'Party/EndpointID', 'private'],
    ['scsn/Order', 'order/#comment', 'private'],
    ['exchange/order', 'prices/priceUnitQuantity', 'number'],
    ['exchange/order', 'netPrice/priceInTransactionCurrency/value', 'amount'],
    ['exchange/order', 'priceInTransactionCurrency/currencyIso', 'code'],
    ['exchange/order', 'address/postalCode', 'private'],
    ['exchange/order', 'contact/userId', 'private'],
    ['exchange/order', 'line/lastUpdatedAt', 'date'],
    ['edifact-d96a-orders', 'C212/e7143/PIA 5 (identification), 2.2 kind of item number', 'code'],
    ['edifact-d96a-orders', 'C212/e7140/PIA 5 (identification), 2.1 item number', 'private'],
    ['idoc-orders', 'E1EDK01/BELNR/BELNR', 'private'],
    ['idoc-orders', 'E1EDK01/CURCY/CURCY', 'code'],
    ['csv-order', 'order/buyer/Koper', 'private'],
    ['csv-order', 'deliveries/date/Leverdatum', 'date'],
    ['csv-order', 'lines/price/Prijs', 'amount'],
    ['opentrans-order', 'ADDRESS/NAME', 'private'],
  ])('%s %s: %s', (type, path, kind) =>
    expect(new HarmlessPlaces(type, formats).kindOf(path.split('/'))).toBe(kind),
  );

  it.each([
    ['code', 'H87'],
    ['code', 'NL:KVK'],
    ['date', '2026-11-26'],
    ['date', '20261126'],
    ['date', '2-11-2026'],
    ['date', '2026-03-01T10:00:00.000Z'],
    ['date', '202611260815'],
    ['date', '09:14:30'],
    ['number', '1.240,5'],
    ['line', '00010'],
    ['private', 'true'],
  ] as const)('%s: %s stays', (kind, text) => expect(isHarmless(kind, text)).toBe(true));

  it.each([
    ['code', 'Jansen'],
    ['code', '87452190'],
    ['date', 'Jansen'],
    ['date', '1911.1117'],
    ['date', '0612345678'],
    ['date', '87452190'],
    ['number', 'Jansen 12'],
    ['line', '4500017801'],
    ['private', '2026-11-26'],
    ['private', 'EUR'],
  ] as const)('%s: what is none is masked there: %s', (kind, text) =>
    expect(isHarmless(kind, text)).toBe(false),
  );
});
