import { sameHeading } from '../describe/nodes.ts';

/** What a heading mostly means, in Dutch, German and English exports of orders and responses. */
export interface Meaning {
  /** As the element of the format is called. */
  readonly name: string;
  readonly part: 'order' | 'line';
  /** Of the format; absent: as the values look. */
  readonly type?: 'identifier' | 'decimal' | 'text';
  /** Where an SCSN order has it, from the order or the line. */
  readonly order?: string;
  readonly words: readonly string[];
}

const meanings: readonly Meaning[] = [
  {
    name: 'number',
    part: 'order',
    type: 'identifier',
    order: 'cbc:ID',
    words: [
      'ordernr',
      'ordernummer',
      'order',
      'bestelnummer',
      'bestelnr',
      'bestelling',
      'inkooporder',
      'inkoopordernr',
      'inkoopordernummer',
      'bestellnummer',
      'bestellnr',
      'bestellung',
      'auftragsnummer',
      'auftragsnr',
      'auftrag',
      'order number',
      'order no',
      'orderno',
      'order id',
      'po',
      'po number',
      'po no',
      'purchase order',
      'purchase order number',
    ],
  },
  {
    name: 'date',
    part: 'order',
    order: 'cbc:IssueDate',
    words: [
      'orderdatum',
      'besteldatum',
      'datum',
      'bestelldatum',
      'auftragsdatum',
      'order date',
      'date',
      'po date',
      'orderdate',
    ],
  },
  {
    name: 'supplier',
    part: 'order',
    type: 'identifier',
    order: 'cac:SellerSupplierParty/cbc:CustomerAssignedAccountID',
    words: [
      'leverancier',
      'leveranciersnummer',
      'leveranciernr',
      'lev.nr',
      'levnr',
      'crediteur',
      'crediteurnr',
      'lieferant',
      'lieferantennummer',
      'lieferantennr',
      'kreditor',
      'supplier',
      'supplier no',
      'supplier number',
      'vendor',
      'vendor no',
      'vendor number',
    ],
  },
  {
    name: 'currency',
    part: 'order',
    type: 'identifier',
    order: 'cbc:DocumentCurrencyCode',
    words: ['valuta', 'munt', 'währung', 'waehrung', 'currency'],
  },
  {
    name: 'buyerContact',
    part: 'order',
    type: 'text',
    words: ['inkoper', 'contact', 'contactpersoon', 'einkäufer', 'ansprechpartner', 'buyer', 'purchaser'],
  },
  {
    name: 'note',
    part: 'order',
    type: 'text',
    order: 'cbc:Note',
    words: ['opmerking', 'opmerkingen', 'memo', 'bemerkung', 'hinweis', 'note', 'notes', 'remark', 'comment'],
  },
  {
    name: 'position',
    part: 'line',
    type: 'identifier',
    order: 'cac:LineItem/cbc:ID',
    words: [
      'regel',
      'regelnr',
      'regelnummer',
      'orderregel',
      'positie',
      'pos',
      'pos.',
      'posnr',
      'position',
      'positionsnummer',
      'zeile',
      'line',
      'line no',
      'line number',
      'item no',
      'orderline',
    ],
  },
  {
    name: 'item',
    part: 'line',
    type: 'identifier',
    order: 'cac:LineItem/cac:Item/cac:BuyersItemIdentification/cbc:ID',
    words: [
      'artikel',
      'artikelnr',
      'artikelnummer',
      'artikelcode',
      'art.nr',
      'onderdeel',
      'teilenummer',
      'materialnummer',
      'material',
      'item',
      'item number',
      'item code',
      'article',
      'part',
      'part number',
      'part no',
    ],
  },
  {
    name: 'supplierItem',
    part: 'line',
    type: 'identifier',
    order: 'cac:LineItem/cac:Item/cac:SellersItemIdentification/cbc:ID',
    words: [
      'artikel leverancier',
      'leveranciersartikel',
      'artikelnr leverancier',
      'bestelcode',
      'lieferantenartikel',
      'lieferantenartikelnummer',
      'supplier item',
      'supplier part',
      'vendor part',
      'supplier item number',
    ],
  },
  {
    name: 'revision',
    part: 'line',
    type: 'identifier',
    words: ['revisie', 'rev', 'revision', 'änderungsstand', 'index'],
  },
  {
    name: 'description',
    part: 'line',
    type: 'text',
    order: 'cac:LineItem/cac:Item/cbc:Name',
    words: [
      'omschrijving',
      'artikelomschrijving',
      'benaming',
      'bezeichnung',
      'beschreibung',
      'artikelbezeichnung',
      'description',
      'item description',
      'name',
    ],
  },
  {
    name: 'quantity',
    part: 'line',
    type: 'decimal',
    order: 'cac:LineItem/cbc:Quantity',
    words: [
      'aantal',
      'hoeveelheid',
      'besteld aantal',
      'menge',
      'bestellmenge',
      'anzahl',
      'quantity',
      'qty',
      'order quantity',
      'ordered',
    ],
  },
  {
    name: 'unit',
    part: 'line',
    type: 'identifier',
    words: ['eenheid', 'eh', 'einheit', 'me', 'mengeneinheit', 'unit', 'uom', 'unit of measure'],
  },
  {
    name: 'price',
    part: 'line',
    type: 'decimal',
    order: 'cac:LineItem/cac:Price/cbc:PriceAmount',
    words: [
      'prijs',
      'stukprijs',
      'nettoprijs',
      'eenheidsprijs',
      'preis',
      'einzelpreis',
      'stückpreis',
      'nettopreis',
      'price',
      'unit price',
      'net price',
    ],
  },
  {
    name: 'pricePer',
    part: 'line',
    type: 'decimal',
    order: 'cac:LineItem/cac:Price/cbc:BaseQuantity',
    words: ['prijs per', 'per', 'preiseinheit', 'pe', 'price per', 'price unit'],
  },
  {
    name: 'delivery',
    part: 'line',
    order: 'cac:LineItem/cac:Delivery/cac:RequestedDeliveryPeriod/cbc:EndDate',
    words: [
      'leverdatum',
      'gewenste leverdatum',
      'leverdat',
      'afleverdatum',
      'liefertermin',
      'lieferdatum',
      'wunschtermin',
      'delivery date',
      'delivery',
      'requested date',
      'due date',
      'required date',
    ],
  },
  {
    name: 'confirmedDelivery',
    part: 'line',
    words: [
      'bevestigde leverdatum',
      'bevestigd',
      'bestätigter termin',
      'bestätigter liefertermin',
      'confirmed date',
      'promised date',
      'confirmed delivery date',
    ],
  },
  {
    name: 'status',
    part: 'line',
    type: 'identifier',
    words: ['status', 'regelstatus', 'positionsstatus', 'line status'],
  },
];

const byWord = new Map(
  meanings.flatMap((meaning) => meaning.words.map((word) => [sameHeading(word), meaning] as const)),
);

/** By the heading alone; points and hyphens do not count. */
export function meaningOf(heading: string): Meaning | undefined {
  const plain = sameHeading(heading);
  return (
    byWord.get(plain) ??
    byWord.get(plain.replace(/[._-]+/g, ' ').trim()) ??
    byWord.get(plain.replace(/[._ -]+/g, ''))
  );
}

/** A heading as the name of an element: `Kleur (RAL)` -> `kleurRal`. */
export function elementName(heading: string): string {
  const words =
    heading
      .normalize('NFD')
      .replace(/\p{M}/gu, '')
      .match(/[A-Za-z0-9]+/g) ?? [];
  const [first = 'column', ...more] = words;
  const name =
    first.toLowerCase() +
    more.map((word) => word.charAt(0).toUpperCase() + word.slice(1).toLowerCase()).join('');
  return /^[a-z]/.test(name) ? name : `c${name}`;
}
