import { normalizeHeading } from '../describe/description-nodes.ts';
import type { DraftedKind } from './drafted-kinds.ts';
import type { ColumnPart } from './infer-columns.ts';
import {
  answerWords,
  responseAlternatives,
  responseMeanings,
  responseSigns,
  responseWords,
} from './response-meanings.ts';

/** What a heading mostly means, in Dutch, German and English exports of orders and responses. */
export interface HeadingMeaning {
  /** As the element of the format is called. */
  readonly name: string;
  readonly part: 'order' | 'line';
  /** Of the format; absent: as the values look. */
  readonly type?: 'identifier' | 'decimal' | 'text' | 'date';
  /** Where an SCSN order has it, from the order or the line; absent: nowhere. */
  readonly order?: string;
  /** Where an SCSN order response has it. */
  readonly response?: string;
  /** Where a line has several rows, each of them has its own. */
  readonly isOfDelivery?: true;
  readonly words: readonly string[];
}

const meanings: readonly HeadingMeaning[] = [
  {
    name: 'number',
    part: 'order',
    type: 'identifier',
    order: 'cbc:ID',
    response: 'cac:OrderReference/cbc:ID',
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
      'documentnr',
      'document no',
      'inkoopordernr',
      'inkooporder nr',
      'inkoopbon',
      'bestelbon',
      'ordnr',
      'order reference',
      'einkaufsbeleg',
      'belegnummer',
      'belegnr',
      'bestell nr',
      'purchase order no',
      'purchasing document',
      'ponumber',
      'ponummer',
      'purchid',
      'ebeln',
      'ponum',
      'bestellung nr',
      'bestellung nummer',
      'bestelling nr',
      'bestelling nummer',
      'auftrag nr',
      'auftrag nummer',
    ],
  },
  {
    name: 'date',
    part: 'order',
    type: 'date',
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
      'documentdatum',
      'inkoopdatum',
      'orddat',
      'belegdatum',
      'bestell datum',
      'best datum',
      'document date',
      'documentdate',
      'issue date',
      'bedat',
    ],
  },
  {
    name: 'supplier',
    part: 'order',
    type: 'identifier',
    order: 'cac:SellerSupplierParty/cbc:CustomerAssignedAccountID',
    response: 'cac:SellerSupplierParty/cac:Party/cac:PartyIdentification',
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
      'crediteurnummer',
      'crediteurcode',
      'leverancierscode',
      'leverancierscode',
      'inkoop bij leveranciersnr',
      'lieferanten nr',
      'kreditornr',
      'kreditorennummer',
      'buy from vendor no',
      'vendor id',
      'supplier id',
      'vendor code',
      'supplier code',
      'supplierno',
      'leveranciersnr',
      'lieferantnr',
      'vendor account',
      'lifnr',
      'supplier account',
      'lieferant nummer',
      'leverancier nummer',
    ],
  },
  {
    name: 'buyer',
    part: 'order',
    type: 'identifier',
    order: 'cac:BuyerCustomerParty/cac:Party/cac:PartyIdentification',
    response: 'cac:BuyerCustomerParty/cac:Party/cac:PartyIdentification',
    words: [
      'koper',
      'kopernr',
      'kopernummer',
      'gln koper',
      'afnemer',
      'afnemernr',
      'afnemernummer',
      'opdrachtgever',
      'besteller',
      'käufer',
      'auftraggeber',
      'buchungskreis',
      'buyer no',
      'buyer number',
      'buyer id',
      'buyer code',
      'buyer gln',
      'company code',
    ],
  },
  {
    name: 'currency',
    part: 'order',
    type: 'identifier',
    order: 'cbc:DocumentCurrencyCode',
    response: 'cbc:DocumentCurrencyCode',
    words: [
      'valuta',
      'munt',
      'währung',
      'waehrung',
      'currency',
      'valutacode',
      'valuta code',
      'währg',
      'whg',
      'currency code',
      'wkz',
      'curr',
    ],
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
    response: 'cbc:Note',
    words: [
      'opmerking',
      'opmerkingen',
      'memo',
      'bemerkung',
      'hinweis',
      'note',
      'notes',
      'remark',
      'comment',
      'bemerkungen',
      'remarks',
      'comments',
    ],
  },
  {
    name: 'position',
    part: 'line',
    type: 'identifier',
    order: 'cac:LineItem/cbc:ID',
    response: 'cac:LineItem/cbc:ID',
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
      'regnr',
      'orderregelnr',
      'inkoopregel',
      'rgl',
      'bestellposition',
      'belegposition',
      'belegpos',
      'lfd nr',
      'line id',
      'pos no',
      'order line',
      'lineno',
      'linenumber',
      'positionsnr',
      'positionnr',
      'zeilennr',
      'zeilennummer',
      'ebelp',
      'po line',
      'line num',
      'zeile nr',
      'zeile nummer',
      'position nummer',
    ],
  },
  {
    name: 'item',
    part: 'line',
    type: 'identifier',
    order: 'cac:LineItem/cac:Item/cac:BuyersItemIdentification/cbc:ID',
    response: 'cac:LineItem/cac:Item/cac:BuyersItemIdentification/cbc:ID',
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
      'itemcode',
      'item nr',
      'artcode',
      'artnr',
      'artikel nr',
      'onderdeelnr',
      'onderdeelnummer',
      'produkt',
      'produktnr',
      'produktnummer',
      'sachnummer',
      'teilenr',
      'material nr',
      'materialnr',
      'item no',
      'itemno',
      'product code',
      'product',
      'sku',
      'internal reference',
      'item id',
      'matnr',
      'stock code',
      'unsere artikelnr',
      'unsere artikelnummer',
      'unser artikel',
      'ons artikelnr',
      'ons artikelnummer',
      'our item no',
      'our part no',
    ],
  },
  {
    name: 'supplierItem',
    part: 'line',
    type: 'identifier',
    order: 'cac:LineItem/cac:Item/cac:SellersItemIdentification/cbc:ID',
    response: 'cac:LineItem/cac:Item/cac:SellersItemIdentification/cbc:ID',
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
      'artikelcode leverancier',
      'lev artikelnr',
      'lev art nr',
      'leveranciersartikelnr',
      'leveranciersartikelnummer',
      'lieferanten artikelnr',
      'lieferantenmaterial',
      'lieferantenmaterialnummer',
      'vendor item no',
      'vendor item number',
      'supplier item no',
      'supplier part number',
      'lief art nr',
      'supplier part no',
      'vendor part number',
      'vendor part no',
      'idnlf',
      'ihre artikelnr',
      'ihre artikelnummer',
      'uw artikelnr',
      'uw artikelnummer',
      'your item no',
      'your part no',
    ],
  },
  {
    name: 'revision',
    part: 'line',
    type: 'identifier',
    order: 'cac:LineItem/cac:Item/cac:BuyersItemIdentification/cbc:ExtendedID',
    response: 'cac:LineItem/cac:Item/cac:BuyersItemIdentification/cbc:ExtendedID',
    words: [
      'revisie',
      'rev',
      'revision',
      'änderungsstand',
      'index',
      'revisienr',
      'tekeningrevisie',
      'rev nr',
      'revisionsstand',
      'index nr',
      'drawing revision',
    ],
  },
  {
    name: 'description',
    part: 'line',
    type: 'text',
    order: 'cac:LineItem/cac:Item/cbc:Name',
    response: 'cac:LineItem/cac:Item/cbc:Name',
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
      'artoms',
      'artikel omschrijving',
      'oms',
      'omschrijving 1',
      'kurztext',
      'materialkurztext',
      'produktbezeichnung',
      'artikelbezeichnung 1',
      'text',
      'product name',
      'item name',
      'omschr',
      'bez',
      'desc',
      'txz01',
      'part description',
      'short text',
      'artikelbez',
    ],
  },
  {
    name: 'quantity',
    part: 'line',
    type: 'decimal',
    order: 'cac:LineItem/cbc:Quantity',
    response: 'cac:LineItem/cbc:Quantity',
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
      'aantal eenheden',
      'bestaant',
      'besteld',
      'bestelde hoeveelheid',
      'bestelaantal',
      'order aantal',
      'bestell menge',
      'quantity ordered',
      'order qty',
      'orderqty',
      'bestelhoeveelheid',
      'aant',
      'best menge',
      'stückzahl',
      'auftragsmenge',
      'qty ordered',
      'ordered qty',
      'ordered quantity',
      'purch qty',
      'po quantity',
      'po qty',
      'orderhoeveelheid',
    ],
  },
  {
    name: 'unit',
    part: 'line',
    type: 'identifier',
    words: [
      'eenheid',
      'eh',
      'einheit',
      'me',
      'mengeneinheit',
      'unit',
      'uom',
      'unit of measure',
      'eenheidscode',
      'eenhcode',
      'inkoopeenheid',
      'besteleenheid',
      'bestellmengeneinheit',
      'bestelleinheit',
      'mengenein',
      'unit of measure code',
      'unit code',
      'order unit',
      'eenh',
      'einh',
      'u/m',
      'um',
      'meins',
      'purch unit',
      'bme',
    ],
  },
  {
    name: 'price',
    part: 'line',
    type: 'decimal',
    order: 'cac:LineItem/cac:Price/cbc:PriceAmount',
    response: 'cac:LineItem/cac:Price/cbc:PriceAmount',
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
      'prijs per eenheid',
      'inkoopprijs',
      'bruto prijs',
      'prys',
      'kostprijs',
      'directe kostprijs excl btw',
      'netto prijs',
      'netto preis',
      'einkaufspreis',
      'ek preis',
      'direct unit cost',
      'direct unit cost excl vat',
      'purchase price',
      'cost price',
      'bestelprijs',
      'e preis',
      'bestellpreis',
      'purch price',
      'unit cost',
      'netpr',
    ],
  },
  {
    name: 'pricePer',
    part: 'line',
    type: 'decimal',
    order: 'cac:LineItem/cac:Price/cbc:BaseQuantity',
    response: 'cac:LineItem/cac:Price/cbc:BaseQuantity',
    words: [
      'prijs per',
      'per',
      'preiseinheit',
      'pe',
      'price per',
      'price unit',
      'prijseenheid',
      'prijs eenheid',
      'pryseenh',
      'prijsfactor',
      'price unit quantity',
      'je',
      'pro',
      'preis pro',
      'preis per',
      'peinh',
    ],
  },
  {
    name: 'delivery',
    isOfDelivery: true,
    part: 'line',
    type: 'date',
    order: 'cac:LineItem/cac:Delivery/cac:RequestedDeliveryPeriod/cbc:EndDate',
    response: 'cac:LineItem/cac:Delivery/cac:RequestedDeliveryPeriod/cbc:EndDate',
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
      'leverdatum gewenst',
      'gewenste leverdat',
      'levdat',
      'verwachte ontvangstdatum',
      'verwachte leverdatum',
      'gevraagde leverdatum',
      'termin',
      'lieferdat',
      'wunschliefertermin',
      'gewünschter liefertermin',
      'expected receipt date',
      'requested receipt date',
      'expected arrival',
      'requested delivery date',
      'delivery due date',
      'need by date',
      'due',
      'lev datum',
      'lief termin',
      'liefertag',
      'req date',
      'eindt',
      'deliv date',
      'date required',
    ],
  },
  {
    name: 'deliveryQuantity',
    isOfDelivery: true,
    part: 'line',
    type: 'decimal',
    order: 'cac:LineItem/cac:Delivery/cbc:Quantity',
    response: 'cac:LineItem/cac:Delivery/cbc:Quantity',
    words: [
      'levaant',
      'leveraantal',
      'aantal te leveren',
      'liefermenge',
      'teilmenge',
      'delivery quantity',
      'schedule quantity',
    ],
  },
  {
    name: 'confirmedDelivery',
    isOfDelivery: true,
    part: 'line',
    type: 'date',
    response: 'cac:LineItem/cac:Delivery/cac:PromisedDeliveryPeriod/cbc:EndDate',
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
    response: 'cac:LineItem/cbc:LineStatusCode',
    words: ['status', 'regelstatus', 'positionsstatus', 'line status'],
  },
];

const allMeanings: readonly HeadingMeaning[] = [...meanings, ...responseMeanings];

/** Points, hyphens, blanks and the sign of a number do not count. */
const simplifyHeading = (heading: string): string => normalizeHeading(heading).replace(/[._ #-]+/g, '');

type MeaningsByWord = ReadonlyMap<string, HeadingMeaning>;

const indexWords = (
  all: readonly HeadingMeaning[],
  wordsOf: (meaning: HeadingMeaning) => readonly string[],
): MeaningsByWord =>
  new Map(
    all.flatMap((meaning) => wordsOf(meaning).map((word) => [simplifyHeading(word), meaning] as const)),
  );

const byWord = indexWords(meanings, ({ words }) => words);

/** What a response says in so many words. */
const byResponseWord = indexWords(allMeanings, ({ name, words, order, response }) => [
  ...(order === undefined && name !== 'unit' && response !== undefined ? words : []),
  ...(responseWords[name] ?? []),
]);

/** Of a path (`Order Lines/Quantity`) the shortest end that means something. */
function lookUp(words: MeaningsByWord, heading: string): HeadingMeaning | undefined {
  const steps = heading.split('/');
  const ends = steps.map((_, n) => steps.slice(-1 - n).join(' '));
  return [...ends, heading].flatMap((one) => words.get(simplifyHeading(one)) ?? [])[0];
}

/** By the heading alone, of an order. */
export const findMeaning = (heading: string): HeadingMeaning | undefined => lookUp(byWord, heading);

/** Whether a heading says in so many words what responses alone have. */
export const isSaidInResponse = (heading: string): boolean => lookUp(byResponseWord, heading) !== undefined;

/** Whether documents of any kind have a value that is called so. */
export const isKnownHeading = (heading: string): boolean =>
  findMeaning(heading) !== undefined || isSaidInResponse(heading);

/** What headings mean that stand beside one another in documents of a kind. */
export function findMeanings(
  headings: readonly string[],
  kind: DraftedKind = 'order',
): readonly (HeadingMeaning | undefined)[] {
  if (kind === 'order') return headings.map(findMeaning);
  const said = headings.map((heading) => lookUp(byResponseWord, heading));
  const taken = new Set(said.flatMap((meaning) => meaning?.name ?? []));
  return headings.map((heading, n) => said[n] ?? chooseAlternative(findMeaning(heading), taken));
}

function chooseAlternative(
  meaning: HeadingMeaning | undefined,
  taken: ReadonlySet<string>,
): HeadingMeaning | undefined {
  const names = responseAlternatives[meaning?.name ?? ''];
  return names === undefined ? meaning : findMeaningNamed(names.find((name) => !taken.has(name)) ?? '');
}

/** Numbers of a whole document, the best one first. */
const keyMeanings = ['number', 'responseNumber', 'salesOrder'] as const;

/** Which of them is the number of a whole document; -1: none is. */
export const findKey = (meanings: readonly (HeadingMeaning | undefined)[]): number =>
  keyMeanings
    .map((name) => meanings.findIndex((meaning) => meaning?.name === name))
    .find((at) => at !== -1) ?? -1;

/** What documents are that have such headings and values; an order where little speaks for a response. */
export function recogniseKind(
  headings: readonly string[],
  values: readonly string[],
): { readonly kind: DraftedKind; readonly hasSigns: boolean } {
  const said = new Set(headings.flatMap((heading) => lookUp(byResponseWord, heading)?.name ?? []));
  const signs = [...said].reduce((sum, name) => sum + (responseSigns[name] ?? 0), 0);
  const answers = values.some((value) => answerWords.test(value)) ? 1 : 0;
  // the buyer lists whom it ordered from, and what was confirmed
  const isOfBuyer = headings.some((heading) => findMeaning(heading)?.name === 'supplier');
  const score = signs + answers - (isOfBuyer ? 2 : 0);
  return { kind: score >= 2 ? 'response' : 'order', hasSigns: signs + answers > 0 };
}

/** Undefined: nothing is called so. */
export const findMeaningNamed = (name: string): HeadingMeaning | undefined =>
  allMeanings.find((meaning) => meaning.name === name);

/** Whether documents of a kind have a place for it. */
const hasPlace = (meaning: HeadingMeaning, kind: DraftedKind): boolean =>
  meaning[kind] !== undefined || meaning.name === 'unit';

/** Names of what a first mapping of such documents has a place for. */
export const listPlacedMeanings = (kind: DraftedKind): readonly string[] =>
  allMeanings.filter((meaning) => hasPlace(meaning, kind)).map(({ name }) => name);

/** What is the document's by its meaning, and differs in the lines, has no place there; but for remarks. */
export const isPlaceable = (
  { meaning, part }: { readonly meaning?: HeadingMeaning; readonly part: ColumnPart },
  kind: DraftedKind,
): boolean =>
  meaning !== undefined &&
  hasPlace(meaning, kind) &&
  (meaning.name === 'note' || (meaning.part === 'order') === (part === 'order'));

/** A heading as the name of an element: `Kleur (RAL)` -> `kleurRal`. */
export function toElementName(heading: string): string {
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
