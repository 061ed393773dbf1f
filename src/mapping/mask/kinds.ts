/** What a value is, by the names that it stands under: those of SCSN, of the exchange and of delivered formats, and what fields of others are called. */
export type ValueKind =
  /** Codes, dates, quantities, units, positions: without them the document would say something else. */
  | 'stays'
  /** A price or an amount. */
  | 'amount'
  /** A name, an address, a text, a number of an order, an item or a party. */
  | 'private';

/** How names end: of SCSN and of the exchange, then as exports in Dutch and German have them. */
const harmless =
  /(code|date|time|since|quantity|indicator|cancelled|status|type|kind|role|position|sequence|item_num|percent|percentage|numeric|version|versionid|eventname|unit|measure|currency|iso\d?|scheme|country|period|lineid|customizationid|profileid|datum|tijd|zeit|aantal|menge|soort|bestellart|eenheid|einheit|valuta|währung|positie| per)$/i;
const harmlessWhole = /^(key|open|absentLines|pos|regel|regelnummer|line|answer|antwoord|antwort)$/i;
/** Fields of EDIFACT that hold codes: `PIA 5 (identification), 2.2 kind of item number`. */
const codes =
  /, [\d.]+ (((kind|reason|function|qualifier|subject|specification|line|date|time) of|allowance or charge|time re|number of periods|control value|syntax|release)\b|.*\b(form|qualifier|agency|type|function|action|section|line number|use of .*)$)/i;
/** Fields of SAP's IDocs that hold codes, dates, quantities and places of lines. */
const sap =
  /^(TABNAM|MANDT|DIRECT|OUTMOD|STATUS|TEST|IDOCTYP|CIMTYP|MESTYP|MESCOD|MESFCT|SNDPOR|RCVPOR|SNDPRT|SNDPFC|RCVPRT|RCVPFC|CREDAT|CRETIM|DOCREL|HLEVEL|SEGNAM|SEGNUM|PSGNUM|ACTION|IDDAT|PARVW|QUALF|QUALP|QUALZ|CURCY|HWAER|LAND1|LAND|LANDX|ISOAL|ISONU|DATUM|UZEIT|EDATU|EZEIT|MENGE|MENEE|BMNG2|WMENG|AMENG|ABFTZ|PMENE|PEINH|POSEX|ZEILE|BSART|PSTYP|KSCHL|ALCKZ|TDID|TSSPRAS|TSSPRAS_ISO|TDFORMAT|LKOND|TAGE|PRZNT|MWSKZ|SUMID|SUNIT|GRUND|ABGRU|KZABS)$/;
/** Ends like one of those and is none. */
const notHarmless = /(postal|zip|post).?code$|filename$/i;
const amount =
  /^(VPREI|NETWR|SUMME|SUMMEBETRG|BETRG|KOBAS|KRATE|BPRIX)$|price|amount|prijs|preis|bedrag|betrag/i;
/** Whose ID is a place in the document or a code. */
const places =
  /^(LineItem|SubLineItem|Delivery|\w+Line|DeliveryTerms|TransportHandlingUnit|ShipmentStage|Shipment)$/;

/** An instant, a day, a time; a condition. */
const plain =
  /^\s*(\d{4}-\d\d-\d\d([T ][\d:.]+(Z|[+-]\d\d:?\d\d)?)?|\d{1,2}[-./]\d{1,2}[-./]\d{4}|\d\d:\d\d(:\d\d[\d.]*)?(Z|[+-]\d\d:\d\d)?|true|false)\s*$/;
const decimal = /^\s*[+-]?\d[\d.,]*\s*$/;

/** `path`: names from the outermost to the one that holds the value; an attribute begins with `@`. */
export function kindOf(path: readonly string[], text: string): ValueKind {
  const name = path.at(-1) ?? '';
  if (plain.test(text)) return 'stays';
  if (name.startsWith('@')) return /^@(file)?name$|uri$/i.test(name) ? 'private' : 'stays';
  // of the exchange's JSON: the number of a place or of a document
  if (name === 'code') return /terms$|type$/i.test(path.at(-2) ?? '') ? 'stays' : 'private';
  if (isHarmless(name)) return 'stays';
  if (name === 'ID' && places.test(path.at(-2) ?? '')) return 'stays';
  return path.some((one) => amount.test(one)) && decimal.test(text) ? 'amount' : 'private';
}

/** Of a context file: of the channel its company alone. */
export function kindInContext([, member = '', ...rest]: readonly string[], text: string): ValueKind {
  if (member === 'channel') return rest[0] === 'companyId' ? 'private' : 'stays';
  return ['mapping', 'event', 'now', 'changes'].includes(member) ? 'stays' : kindOf(rest, text);
}

const isHarmless = (name: string): boolean =>
  (harmless.test(name) || sap.test(name) || harmlessWhole.test(name) || codes.test(name)) &&
  !notHarmless.test(name);
