import type { StaticType } from '../../tree/xpath-check/infer-type.ts';
import { partnerColumns } from '../tables/partners.ts';
import { buildModelShape, type Members } from './model-shape.ts';
import { receivedOrder } from './received-documents.ts';

const side: Members = { at: 'timestamp', 'lines[]': { key: 'text', at: 'timestamp' } };

/** As the ERP wrote it last: texts that are equal where the values are (`$compare` of the mapping that sent it). */
const sent: Members = {
  at: 'timestamp',
  'lines[]': { key: 'text', at: 'timestamp', values: { dates: 'text', split: 'text', price: 'text' } },
};

const channel: Members = {
  name: 'text',
  companyId: 'text',
  as: 'text',
  timeZone: 'text',
  linesPlacement: 'text',
  upload: 'boolean',
};

function tree(name: string, members: Members): StaticType {
  return { kind: 'node', many: false, spots: [{ shape: buildModelShape(name, members, 'source') }] };
}

/** What a mapping may know beside its document, to the static check (MappingContext in mapping.ts). */
export const contextVariables: ReadonlyMap<string, StaticType> = new Map<string, StaticType>([
  ['channel', tree('$channel', channel)],
  ['event', { kind: 'string', many: false }],
  ['now', { kind: 'string', many: false }],
  ['sent', tree('$sent', sent)],
  ['published', tree('$published', side)],
  ['received', tree('$received', receivedOrder)],
]);

/** `$partners`, of a mapping that names a table of them. */
export const partnersVariable: StaticType = tree('$partners', {
  'partner[]': Object.fromEntries(partnerColumns.map((name) => [name, 'text' as const])),
});
