import type {
  FormatChangeModel,
  ProposedFieldModel,
  ProposedSegmentsModel,
  RecognisedSampleModel,
  SampleProposalModel,
} from '../../../../api/model/workbench/sample-model.ts';

const kinds = {
  csv: 'a table (CSV)',
  fixed: 'records of fixed places',
  xml: 'XML of its own',
  edifact: 'EDIFACT',
  idoc: 'IDoc',
};

/** By what the documents are. */
const documents = {
  order: { one: 'order', more: 'orders' },
  response: { one: 'order response', more: 'order responses' },
};

const separators: Readonly<Record<string, string>> = {
  ';': 'semicolon',
  ',': 'comma',
  '\t': 'tab',
  '|': 'bar',
};

const count = (number: number, one: string, more: string): string => `${number} ${number === 1 ? one : more}`;

function describeKind(recognised: RecognisedSampleModel): string {
  const { syntax, proposal, segments, mapping, documentKind } = recognised;
  const { one, more } = documents[documentKind];
  const orders =
    mapping === undefined
      ? count(recognised.documents, 'document', 'documents')
      : count(recognised.documents, one, more);
  if (proposal === undefined)
    return syntax === 'xml' || syntax === 'edifact' || syntax === 'idoc'
      ? `${kinds[syntax]} with ${orders}${segments ? '' : '.'}`
      : `A file with ${orders}.`;
  const { fields, records, rows } = proposal;
  if (rows.length === 0)
    return `XML of its own with ${orders} and ${count(fields.length, 'value', 'values')}`;
  return records.length > 0
    ? `${count(records.length, 'kind', 'kinds')} of records with ${count(fields.length, 'field', 'fields')}, ${orders}`
    : `A table with ${orders} and ${count(fields.length, 'column', 'columns')}`;
}

function titleOfSegments(recognised: RecognisedSampleModel, { groups }: ProposedSegmentsModel): string {
  const places = groups.flatMap((group) => group.places.map((place) => ({ group, place })));
  const lost = places.filter(({ place }) => place.fate === 'lost');
  const [first] = lost;
  const known = `${describeKind(recognised)} and ${count(places.length, 'place', 'places')} of values`;
  return first === undefined
    ? `${known}; all are placed.`
    : `${known}; ${lost.length} ${lost.length === 1 ? 'goes' : 'go'} nowhere. Where does ${first.group.label}, ${first.place.label} belong?`;
}

const sharedRoles = {
  delivery: 'is a delivery of the line above',
  detail: 'belongs to what is above it',
};

/** `3` and `L@3`: the third. */
const nameColumn = (id: string): string => `column ${id.split('@').at(-1)}`;

function nameOf({ heading, id, record, first, length = 1 }: ProposedFieldModel): string {
  if (record === undefined) return heading || id;
  const place = first === undefined ? heading || nameColumn(id) : `${first}–${first + length - 1}`;
  return `${place} of ${record}`;
}

/** A format that is kept, changed beside a sample. */
const change = {
  title: 'Change the format',
  chooseTitle: (format: string) => `Another sample for the format ${format}`,
  answer: (recognised: RecognisedSampleModel, { isChanged, rules }: FormatChangeModel): string => {
    const kind = describeKind(recognised).replace(/\.$/, '');
    if (!isChanged) return `${kind}, as the format reads it now. What is wrong?`;
    if (rules.length > 0)
      return `${kind}; ${count(rules.length, 'rule does', 'rules do')} not fit it any more.`;
    return `${kind}, with your change.`;
  },
  recognised: 'What the format reads',
  reads: 'whether the format reads it',
  readOf: (column: string) => `${column}: whether the format reads it`,
  read: 'is read',
  unread: 'is not read',
  readAs: (name: string) => `is ${name} now`,
  missing: 'not in this file',
  rules: 'Rules that this touches',
  difference: 'What is different in the document',
  noDifference: 'As the format is kept, nothing is made of this document: there is nothing to compare with.',
  before: 'As the format is kept',
  now: 'With your change',
  same: 'Nothing: the same document is made.',
  keepTitle: 'Keep the changed format in your draft',
  keepHint: (mapping: string) =>
    `It goes into your draft of ${mapping}, and the fixtures run with it: you see what is different before you publish.`,
  kept: 'The changed format is in your draft.',
  unknown: 'The format cannot be shown here.',
};

export const sample = {
  change,
  newFormat: 'New format',
  chooseTitle: 'A new format, from a file that your ERP writes',
  chooseHint: (megabytes: number, lines: number) =>
    `Take a file with a few orders, or with order responses: a table, records of fixed places, XML, EDIFACT or an IDoc. Up to ${megabytes} MB; its first ${lines} lines are used. Nothing is sent anywhere.`,
  outboundHint:
    'What your ERP reads is not made from a sample: copy the delivered format and mapping that come nearest (order-to-…, order-response-to-…) and change them.',
  file: 'File',
  dropHere: 'Drop a file here, or choose one:',
  pasteHere: 'Or paste a few lines of it:',
  pastedName: 'pasted.txt',
  useText: 'Use this text',
  message: 'Or take what a message came as, by its number:',
  useMessage: 'Use this message',
  another: 'Another sample…',
  keep: 'Keep in a draft…',
  unknown: 'This file is not recognised as it is said now.',
  recognising: 'Looking at the file…',
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
    const decimals = unclear === undefined ? '' : ` How many decimals has ${nameOf(unclear)}?`;
    const question = first === undefined ? decimals : ` Where does ${nameOf(first)} belong?`;
    return `${describeKind(recognised)}; ${placed} ${placed === 1 ? 'is' : 'are'} placed.${question}`;
  },
  facts: ({ separator, marks, encoding }: SampleProposalModel): string =>
    `${[
      ...(separator === undefined ? [] : [`Cells end with a ${separators[separator] ?? separator}`]),
      `${separator === undefined ? 'Decimal' : 'decimal'} ${marks.decimal === ',' ? 'comma' : 'point'}`,
      ...(marks.thousands === undefined ? [] : [`“${marks.thousands}” between thousands`]),
      ...(encoding === undefined ? [] : [encoding]),
    ].join(', ')}.`,
  wrongLine: (line: number, why: string) => `Line ${line} cannot be read: ${why}`,
  cut: (lines: number) => `Only its first ${lines} lines are used.`,
  notRead: (read: number, more: number) =>
    `Only its first ${count(read, 'document', 'documents')} of ${read + more} are used.`,
  size: (lines: number, bytes: number) =>
    `${count(lines, 'line', 'lines')}, ${bytes.toLocaleString('en-GB')} bytes`,
  nothingToCorrect:
    'Of these messages nothing is drafted here, only of orders and order responses. If there is a delivered mapping for them, extend it under Mappings.',
  settings: 'How the file is written',
  kind: 'The file is',
  kinds,
  separator: 'Between cells',
  separators,
  headings: 'Headings',
  headingRow: (row: string) => (row === '0' ? 'there are none' : `in row ${row}`),
  documentKind: 'It holds',
  documentKinds: { order: documents.order.more, response: documents.response.more },
  key: { order: 'One order has the same', response: 'One order response has the same' },
  oneDocument: {
    order: 'nothing: the file is one order',
    response: 'nothing: the file is one order response',
  },
  typeColumn: 'A row says what it is',
  typeColumnIs: (column: string) => (column === '0' ? 'nowhere: all rows are alike' : `in column ${column}`),
  typeAt: 'A record says what it is from character',
  typeLength: 'so many characters',
  decimal: 'Decimal mark',
  thousands: 'Between thousands',
  marks: { ',': 'comma', '.': 'point', ' ': 'blank', "'": 'apostrophe', '': 'nothing' } as Readonly<
    Record<string, string>
  >,
  encoding: 'Characters',
  rows: 'The first rows of the file',
  line: 'line',
  lineNumber: (line: number) => `line ${line}`,
  column: nameColumn,
  useAsHeadings: (line: number) => `Line ${line}: use it as headings, or as data`,
  notPlaced: 'not placed',
  recognised: 'What was recognised',
  eachCanChange: 'each can be changed',
  columnHead: 'column',
  place: 'place',
  placeOf: (first: number, length: number) => `${first}–${first + length - 1}`,
  inDocument: { order: 'in an order', response: 'in an order response' },
  name: 'name in the format',
  is: 'is',
  example: 'for example',
  certainty: 'how sure',
  meaningOf: (column: string, kind: keyof typeof documents) =>
    `${column}: what it is in an ${documents[kind].one}`,
  nameOf: (column: string) => `${column}: name in the format`,
  typeOf: (column: string) => `${column}: what its values are`,
  meanings: {
    number: 'order number',
    date: 'order date',
    supplier: 'supplier',
    buyer: 'buyer',
    currency: 'currency',
    note: 'note',
    position: 'line number',
    item: 'item of the buyer',
    supplierItem: 'item of the supplier',
    revision: 'revision',
    description: 'description',
    quantity: 'quantity',
    unit: 'unit',
    price: 'price',
    pricePer: 'price per',
    delivery: 'delivery date',
    deliveryQuantity: 'quantity of the delivery',
    reference: 'reference of the buyer',
    contract: 'contract',
    project: 'project',
    manufacturerItem: 'item of the manufacturer',
    responseNumber: 'response number',
    responseDate: 'response date',
    salesOrder: 'sales order',
    salesPosition: 'sales line',
    answer: 'order answer',
    status: 'line answer',
    confirmedDelivery: 'promised date',
  } as Readonly<Record<string, string>>,
  /** Of those that an order response calls otherwise. */
  responseMeanings: { delivery: 'requested date', quantity: 'confirmed quantity' } as Readonly<
    Record<string, string>
  >,
  leaveOut: 'leave out…',
  reason: 'why',
  reasonFor: (called: string) => `${called}: why it is left out`,
  asDelivered: 'as delivered',
  goesTo: 'goes to',
  fates: { carried: 'into a text', used: 'is looked at', leftOut: 'left out', lost: 'nowhere' },
  segmentsFrom: (number: number, line: number) => `${number} in the sample, the first in line ${line}`,
  roleOf: (label: string) => `${label}: what these segments are`,
  segmentRoles: {
    buyer: 'the buyer',
    supplier: 'the supplier',
    invoicee: 'who gets the invoice',
    place: 'the place of delivery',
    delivery: 'the requested day of delivery',
    price: 'the price',
    promise: 'the promised day of delivery',
  } as Readonly<Record<string, string>>,
  /** `shown`: what digits of the file come to by it. */
  types: (type: string, shown?: string): string => {
    if (shown !== undefined) return `number: ${shown}`;
    const [kind = '', pattern = ''] = type.split(/ (.*)/s);
    const implied = /^decimal\((\d)\)$/.exec(kind)?.[1];
    if (implied !== undefined) return `number, the last ${implied} digits behind the mark`;
    const names: Readonly<Record<string, string>> = {
      ...{ text: 'text', identifier: 'code', integer: 'whole number', decimal: 'number' },
      ...{ date: 'date', datetime: 'date and time', time: 'time' },
    };
    return `${names[kind] ?? kind} ${pattern}`.trim();
  },
  certainties: { known: 'by its heading', guessed: 'a guess', open: 'not placed', corrected: 'you said so' },
  showRecord: (type: string, line: number) => `Line ${line}: records ${type}`,
  recordsOf: (type: string) => `Records ${type}`,
  count: (number: number) => `(${number} in the sample)`,
  role: 'A record of this type',
  roles: {
    order: {
      ...sharedRoles,
      ...{ order: 'begins an order', line: 'is an order line' },
      ...{ header: 'stands before all orders', trailer: 'stands behind all orders' },
    },
    response: {
      ...sharedRoles,
      ...{ order: 'begins an order response', line: 'answers an order line' },
      ...{ header: 'stands before all order responses', trailer: 'stands behind all order responses' },
    },
  },
  rulerHint:
    'Drag the beginning of a field, or move it with the arrow keys. Double-click where another field begins; Delete joins a field to the one before it.',
  split: (name: string) => `Split ${name}`,
  beginningOf: (name: string) => `Beginning of ${name}`,
  asScsn: 'As SCSN',
  documentOf: (shown: number, all: number) => `${shown} of ${all}`,
  previous: { order: 'Previous order', response: 'Previous order response' },
  next: { order: 'Next order', response: 'Next order response' },
  noLines: {
    order: 'No lines of an order are recognised yet, so there is no mapping.',
    response: 'No lines of an order response are recognised yet, so there is no mapping.',
  },
  nothingMissing: {
    order: 'This is a valid order.',
    response: 'This is a valid order response.',
  },
  missing: 'What is not right yet',
  moreFindings: (more: number) => `and ${more} more`,
  assumed: 'Taken for granted, look whether it is right',
  lost: (number: number) => `${count(number, 'value goes', 'values go')} nowhere`,
  showFiles: 'The format and the mapping as files',
  showChannel: 'A channel for them in gateway.yaml',
  keepTitle: 'Keep format and mapping in a draft',
  keepHint: 'The panes of the workbench open on it. Nothing runs with it before you publish.',
  formatName: 'Name of the format',
  mappingName: (name: string) => `Its mapping is called ${name}.`,
  mask: 'Mask the document that becomes the fixture: nobody is named in it',
  keepNow: 'Keep it',
  kept: 'Format, mapping and a fixture are in your draft.',
};
