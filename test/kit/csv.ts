/** Orders as rows of a CSV, under the headings of the delivered format csv-order. */

export interface Row {
  readonly number: string;
  readonly line?: string;
  readonly quantity?: string;
  readonly unit?: string;
  readonly supplier?: string;
  readonly delivery?: string;
  readonly name?: string;
}

const headings =
  'Ordernummer;Orderdatum;Koper;Leverancier;Valuta;Regel;Artikel;Omschrijving;Aantal;Eenheid;Prijs;Leverdatum';

export const csvOrders = (rows: readonly Row[]): string =>
  [headings, ...rows.map(rowText)].map((text) => `${text}\r\n`).join('');

const rowText = ({
  number,
  line = '10',
  quantity = '5',
  unit = 'C62',
  supplier = '540830',
  delivery = '1-4-2026',
  name = 'Part',
}: Row): string =>
  [
    number,
    '2-3-2026',
    'BUYER-1',
    supplier,
    'EUR',
    line,
    `P-${line}`,
    name,
    quantity,
    unit,
    '12,50',
    delivery,
  ].join(';');
