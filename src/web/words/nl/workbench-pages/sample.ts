import type {
  ProposedFieldModel,
  ProposedSegmentsModel,
  RecognisedSampleModel,
  SampleProposalModel,
} from '../../../../api/model/workbench/sample-model.ts';
import type { Words } from '../../en.ts';

const kinds = {
  csv: 'een tabel (CSV)',
  fixed: 'records met vaste posities',
  xml: 'eigen XML',
  edifact: 'EDIFACT',
  idoc: 'IDoc',
};

/** By what the documents are. */
const documents = {
  order: { one: 'order', more: 'orders' },
  response: { one: 'orderbevestiging', more: 'orderbevestigingen' },
};

const separators: Readonly<Record<string, string>> = {
  ';': 'puntkomma',
  ',': 'komma',
  '\t': 'tab',
  '|': 'verticale streep',
};

const count = (number: number, one: string, more: string): string => `${number} ${number === 1 ? one : more}`;

function describeKind(recognised: RecognisedSampleModel): string {
  const { syntax, proposal, segments, mapping, documentKind } = recognised;
  const { one, more } = documents[documentKind];
  const orders =
    mapping === undefined
      ? count(recognised.documents, 'document', 'documenten')
      : count(recognised.documents, one, more);
  if (proposal === undefined)
    return syntax === 'xml' || syntax === 'edifact' || syntax === 'idoc'
      ? `${kinds[syntax]} met ${orders}${segments ? '' : '.'}`
      : `Een bestand met ${orders}.`;
  const { fields, records, rows } = proposal;
  if (rows.length === 0) return `Eigen XML met ${orders} en ${count(fields.length, 'waarde', 'waarden')}`;
  return records.length > 0
    ? `${count(records.length, 'soort', 'soorten')} records met ${count(fields.length, 'veld', 'velden')}, ${orders}`
    : `Een tabel met ${orders} en ${count(fields.length, 'kolom', 'kolommen')}`;
}

function titleOfSegments(recognised: RecognisedSampleModel, { groups }: ProposedSegmentsModel): string {
  const places = groups.flatMap((group) => group.places.map((place) => ({ group, place })));
  const lost = places.filter(({ place }) => place.fate === 'lost');
  const [first] = lost;
  const known = `${describeKind(recognised)} en ${count(places.length, 'plek', 'plekken')} met waarden`;
  return first === undefined
    ? `${known}; alle hebben een plaats.`
    : `${known}; ${lost.length} ${lost.length === 1 ? 'gaat' : 'gaan'} nergens heen. Waar hoort ${first.group.label}, ${first.place.label}?`;
}

const sharedRoles = {
  delivery: 'is een levering van de regel erboven',
  detail: 'hoort bij wat erboven staat',
};

/** `3` and `L@3`: the third. */
const nameColumn = (id: string): string => `kolom ${id.split('@').at(-1)}`;

function nameOf({ heading, id, record, first, length = 1 }: ProposedFieldModel): string {
  if (record === undefined) return heading || id;
  const place = first === undefined ? heading || nameColumn(id) : `${first}–${first + length - 1}`;
  return `${place} van ${record}`;
}

/** A format that is kept, changed beside a sample. */
const change: Words['sample']['change'] = {
  title: 'Formaat wijzigen',
  chooseTitle: (format) => `Een ander voorbeeld voor het formaat ${format}`,
  answer: (recognised, { isChanged, rules }) => {
    const kind = describeKind(recognised).replace(/\.$/, '');
    if (!isChanged) return `${kind}, zoals het formaat het nu leest. Wat klopt er niet?`;
    if (rules.length > 0)
      return `${kind}; ${count(rules.length, 'regel past', 'regels passen')} er niet meer bij.`;
    return `${kind}, met uw wijziging.`;
  },
  recognised: 'Wat het formaat leest',
  reads: 'of het formaat het leest',
  readOf: (column) => `${column}: of het formaat het leest`,
  read: 'wordt gelezen',
  unread: 'wordt niet gelezen',
  readAs: (name) => `is nu ${name}`,
  missing: 'niet in dit bestand',
  rules: 'Regels die dit raakt',
  difference: 'Wat er anders is in het document',
  noDifference: 'Zoals het formaat bewaard is, komt er niets van dit document: er valt niets te vergelijken.',
  before: 'Zoals het formaat bewaard is',
  now: 'Met uw wijziging',
  same: 'Niets: er komt hetzelfde document van.',
  keepTitle: 'Het gewijzigde formaat in uw concept bewaren',
  keepHint: (mapping) =>
    `Het komt in uw concept van ${mapping}, en de testgevallen lopen ermee: u ziet wat er anders is voordat u publiceert.`,
  kept: 'Het gewijzigde formaat staat in uw concept.',
  unknown: 'Het formaat kan hier niet getoond worden.',
};

export const sample: Words['sample'] = {
  change,
  newFormat: 'Nieuw formaat',
  chooseTitle: 'Een nieuw formaat, uit een bestand dat uw ERP schrijft',
  chooseHint: (megabytes: number, lines: number) =>
    `Neem een bestand met een paar orders, of met orderbevestigingen: een tabel, records met vaste posities, XML, EDIFACT of een IDoc. Tot ${megabytes} MB; de eerste ${lines} regels worden gebruikt. Er gaat niets het huis uit.`,
  outboundHint:
    'Wat uw ERP inleest, wordt niet uit een voorbeeld gemaakt: kopieer het meegeleverde formaat en de mapping die het dichtst in de buurt komen (order-to-…, order-response-to-…) en pas ze aan.',
  file: 'Bestand',
  dropHere: 'Sleep een bestand hierheen, of kies er een:',
  pasteHere: 'Of plak er een paar regels van:',
  pastedName: 'geplakt.txt',
  useText: 'Gebruik deze tekst',
  message: 'Of neem wat een bericht oorspronkelijk was, met zijn nummer:',
  useMessage: 'Gebruik dit bericht',
  another: 'Ander voorbeeld…',
  keep: 'Bewaar in een concept…',
  unknown: 'Zoals het nu is aangegeven, wordt dit bestand niet herkend.',
  recognising: 'Het bestand wordt bekeken…',
  title: (
    recognised: RecognisedSampleModel,
    open: readonly ProposedFieldModel[],
    unclear: ProposedFieldModel | undefined,
  ): string => {
    const { proposal } = recognised;
    if (recognised.segments) return titleOfSegments(recognised, recognised.segments);
    if (proposal === undefined) return describeKind(recognised);
    const placed = proposal.fields.length - open.length;
    const [first] = open;
    const decimals = unclear === undefined ? '' : ` Hoeveel decimalen heeft ${nameOf(unclear)}?`;
    const question = first === undefined ? decimals : ` Waar hoort ${nameOf(first)}?`;
    return `${describeKind(recognised)}; ${placed} ${placed === 1 ? 'heeft' : 'hebben'} een plaats.${question}`;
  },
  facts: ({ separator, marks, encoding }: SampleProposalModel): string =>
    `${[
      ...(separator === undefined ? [] : [`Cellen eindigen met een ${separators[separator] ?? separator}`]),
      `${separator === undefined ? 'Decimale' : 'decimale'} ${marks.decimal === ',' ? 'komma' : 'punt'}`,
      ...(marks.thousands === undefined ? [] : [`“${marks.thousands}” tussen duizendtallen`]),
      ...(encoding === undefined ? [] : [encoding]),
    ].join(', ')}.`,
  wrongLine: (line: number, why: string) => `Regel ${line} is niet te lezen: ${why}`,
  cut: (lines: number) => `Alleen de eerste ${lines} regels worden gebruikt.`,
  notRead: (read: number, more: number) =>
    `Alleen de eerste ${count(read, 'document', 'documenten')} van ${read + more} worden gebruikt.`,
  size: (lines: number, bytes: number) =>
    `${count(lines, 'regel', 'regels')}, ${bytes.toLocaleString('nl-NL')} bytes`,
  nothingToCorrect:
    'Van deze berichten wordt hier niets ontworpen, alleen van orders en orderbevestigingen. Is er een meegeleverde mapping voor, breid die dan uit onder Mappings.',
  settings: 'Hoe het bestand geschreven is',
  kind: 'Het bestand is',
  kinds,
  separator: 'Tussen cellen',
  separators,
  headings: 'Koppen',
  headingRow: (row: string) => (row === '0' ? 'zijn er niet' : `in rij ${row}`),
  documentKind: 'Erin staan',
  documentKinds: { order: documents.order.more, response: documents.response.more },
  key: { order: 'Eén order heeft dezelfde', response: 'Eén orderbevestiging heeft dezelfde' },
  oneDocument: {
    order: 'niets: het bestand is één order',
    response: 'niets: het bestand is één orderbevestiging',
  },
  typeColumn: 'Wat een rij is, staat',
  typeColumnIs: (column: string) =>
    column === '0' ? 'nergens: alle rijen hebben dezelfde opzet' : `in kolom ${column}`,
  typeAt: 'Wat een record is, staat vanaf teken',
  typeLength: 'zoveel tekens',
  decimal: 'Decimaalteken',
  thousands: 'Tussen duizendtallen',
  marks: { ',': 'komma', '.': 'punt', ' ': 'spatie', "'": 'apostrof', '': 'niets' },
  encoding: 'Tekens',
  rows: 'De eerste rijen van het bestand',
  line: 'regel',
  lineNumber: (line: number) => `regel ${line}`,
  column: nameColumn,
  useAsHeadings: (line: number) => `Regel ${line}: gebruik als koppen, of als gegevens`,
  notPlaced: 'geen plaats',
  recognised: 'Wat herkend is',
  eachCanChange: 'alles is te wijzigen',
  columnHead: 'kolom',
  place: 'positie',
  placeOf: (first: number, length: number) => `${first}–${first + length - 1}`,
  inDocument: { order: 'in een order', response: 'in een orderbevestiging' },
  name: 'naam in het formaat',
  is: 'is',
  example: 'bijvoorbeeld',
  certainty: 'hoe zeker',
  meaningOf: (column: string, kind: keyof typeof documents) =>
    `${column}: wat het in een ${documents[kind].one} is`,
  nameOf: (column: string) => `${column}: naam in het formaat`,
  typeOf: (column: string) => `${column}: wat de waarden zijn`,
  meanings: {
    number: 'ordernummer',
    date: 'orderdatum',
    supplier: 'leverancier',
    buyer: 'koper',
    currency: 'valuta',
    note: 'opmerking',
    position: 'regelnummer',
    item: 'artikel van de koper',
    supplierItem: 'artikel van de leverancier',
    revision: 'revisie',
    description: 'omschrijving',
    quantity: 'aantal',
    unit: 'eenheid',
    price: 'prijs',
    pricePer: 'prijs per',
    delivery: 'leverdatum',
    deliveryQuantity: 'aantal van de levering',
    reference: 'referentie van de koper',
    contract: 'contract',
    project: 'project',
    manufacturerItem: 'artikel van de fabrikant',
    responseNumber: 'bevestigingsnummer',
    responseDate: 'bevestigingsdatum',
    salesOrder: 'verkooporder',
    salesPosition: 'verkoopregel',
    answer: 'orderantwoord',
    status: 'regelantwoord',
    confirmedDelivery: 'toegezegde datum',
  },
  responseMeanings: { delivery: 'gevraagde datum', quantity: 'bevestigd aantal' },
  leaveOut: 'weglaten…',
  reason: 'waarom',
  reasonFor: (called: string) => `${called}: waarom het wegblijft`,
  asDelivered: 'zoals meegeleverd',
  goesTo: 'gaat naar',
  fates: { carried: 'in een tekst', used: 'er wordt naar gekeken', leftOut: 'weggelaten', lost: 'nergens' },
  segmentsFrom: (number: number, line: number) => `${number} in het voorbeeld, het eerste in regel ${line}`,
  roleOf: (label: string) => `${label}: wat deze segmenten zijn`,
  segmentRoles: {
    buyer: 'de koper',
    supplier: 'de leverancier',
    invoicee: 'wie de factuur krijgt',
    place: 'de plaats van levering',
    delivery: 'de gewenste leverdag',
    price: 'de prijs',
    promise: 'de toegezegde leverdag',
  },
  /** `shown`: what digits of the file come to by it. */
  types: (type: string, shown?: string): string => {
    if (shown !== undefined) return `getal: ${shown}`;
    const [kind = '', pattern = ''] = type.split(/ (.*)/s);
    const implied = /^decimal\((\d)\)$/.exec(kind)?.[1];
    if (implied !== undefined) return `getal, de laatste ${implied} cijfers achter de komma`;
    const names: Readonly<Record<string, string>> = {
      ...{ text: 'tekst', identifier: 'code', integer: 'geheel getal', decimal: 'getal' },
      ...{ date: 'datum', datetime: 'datum en tijd', time: 'tijd' },
    };
    return `${names[kind] ?? kind} ${pattern}`.trim();
  },
  certainties: { known: 'door de kop', guessed: 'geraden', open: 'geen plaats', corrected: 'door u gezegd' },
  showRecord: (type: string, line: number) => `Regel ${line}: records ${type}`,
  recordsOf: (type: string) => `Records ${type}`,
  count: (number: number) => `(${number} in het voorbeeld)`,
  role: 'Een record van dit type',
  roles: {
    order: {
      ...sharedRoles,
      ...{ order: 'begint een order', line: 'is een orderregel' },
      ...{ header: 'staat voor alle orders', trailer: 'staat achter alle orders' },
    },
    response: {
      ...sharedRoles,
      ...{ order: 'begint een orderbevestiging', line: 'beantwoordt een orderregel' },
      ...{ header: 'staat voor alle orderbevestigingen', trailer: 'staat achter alle orderbevestigingen' },
    },
  },
  rulerHint:
    'Sleep het begin van een veld, of verplaats het met de pijltjestoetsen. Dubbelklik waar nog een veld begint; Delete voegt een veld bij het vorige.',
  split: (name: string) => `Splits ${name}`,
  beginningOf: (name: string) => `Begin van ${name}`,
  asScsn: 'Als SCSN',
  documentOf: (shown: number, all: number) => `${shown} van ${all}`,
  previous: { order: 'Vorige order', response: 'Vorige orderbevestiging' },
  next: { order: 'Volgende order', response: 'Volgende orderbevestiging' },
  noLines: {
    order: 'Er zijn nog geen orderregels herkend, dus er is geen mapping.',
    response: 'Er zijn nog geen regels van een orderbevestiging herkend, dus er is geen mapping.',
  },
  nothingMissing: {
    order: 'Dit is een geldige order.',
    response: 'Dit is een geldige orderbevestiging.',
  },
  missing: 'Wat nog niet klopt',
  moreFindings: (more: number) => `en nog ${more}`,
  assumed: 'Aangenomen, kijk of het klopt',
  lost: (number: number) => `${count(number, 'waarde gaat', 'waarden gaan')} nergens heen`,
  showFiles: 'Het formaat en de mapping als bestanden',
  showChannel: 'Een kanaal ervoor in gateway.yaml',
  keepTitle: 'Formaat en mapping in een concept bewaren',
  keepHint: 'De panelen van de werkbank openen erop. Er draait niets mee voordat u publiceert.',
  formatName: 'Naam van het formaat',
  mappingName: (name: string) => `De mapping heet ${name}.`,
  mask: 'Maskeer het document dat het testgeval wordt: niemand wordt erin genoemd',
  keepNow: 'Bewaar',
  kept: 'Formaat, mapping en een testgeval staan in uw concept.',
};
