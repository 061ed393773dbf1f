import type { Kind } from '../../types.ts';

/** Documents of which a first mapping is drafted from a sample. */
export const draftedKinds = ['order', 'response'] as const satisfies readonly Kind[];
export type DraftedKind = (typeof draftedKinds)[number];

/** What depends on the kind of the documents alone; what their values mean is in `heading-meanings.ts`. */
interface DraftedDocument {
  /** What the name of the mapping ends in, behind that of the format. */
  readonly ending: string;
  /** Mappings that go on from the drafted one in a channel. */
  readonly chain: readonly string[];
  /** Of the exchange. */
  readonly operation: string;
}

const documents: Readonly<Record<DraftedKind, DraftedDocument>> = {
  order: {
    ...{ ending: '-to-order', operation: 'api-connector/order' },
    chain: ['complete-order', 'order-to-exchange'],
  },
  response: {
    ...{ ending: '-to-order-response', operation: 'api-connector/order-response' },
    chain: ['complete-order-response', 'order-response-to-exchange'],
  },
};

export const mappingNameOf = (format: string, kind: DraftedKind): string =>
  `${format}${documents[kind].ending}`;

/** A channel of `gateway.yaml` that takes such files. */
export function renderDraftedChannel(format: string, kind: DraftedKind): string {
  const { chain, operation } = documents[kind];
  return [
    'channels:',
    `  ${format}:`,
    `    from: { folder: erp/out/${format} }`,
    `    document: ${format}`,
    `    map: [ ${[mappingNameOf(format, kind), ...chain].join(', ')} ]`,
    `    to: { exchange: ${operation} }`,
    '',
  ].join('\n');
}

/** In a description; orders need not be called so. */
export const describeKind = (kind: DraftedKind): { readonly kind?: DraftedKind } =>
  kind === 'order' ? {} : { kind };

/**
 * What a first mapping takes for granted where the sample does not say it. order, response: that the documents are these, though not all speaks for
 * it. unit, currency, netPrice: a piece, a euro, a net price. implied: digits that zeros fill up are
 * whole numbers. position: lines are counted. promised: the day of delivery is the one that
 * is promised. status: lines without one are compared with the order.
 */
const draftAssumptions = [
  'order',
  'response',
  'unit',
  'currency',
  'netPrice',
  'implied',
  'position',
  'promised',
  'status',
] as const;
export type DraftAssumption = (typeof draftAssumptions)[number];
