import type { Static } from '../../tree/infer.ts';
import { partnerColumns } from '../partners.ts';
import { type Members, modelShape } from './model.ts';
import { receivedOrder } from './received.ts';

const side: Members = { at: 'timestamp', 'lines[]': { key: 'text', at: 'timestamp' } };

const channel: Members = {
  name: 'text',
  companyId: 'text',
  as: 'text',
  timeZone: 'text',
  linesPlacement: 'text',
  upload: 'boolean',
};

function tree(name: string, members: Members): Static {
  return { kind: 'node', many: false, spots: [{ shape: modelShape(name, members, 'source') }] };
}

/** What a mapping may know beside its document, to the static check (interface.ts, MappingContext). */
export const contextVariables: ReadonlyMap<string, Static> = new Map<string, Static>([
  ['channel', tree('$channel', channel)],
  ['event', { kind: 'string', many: false }],
  ['now', { kind: 'string', many: false }],
  ['sent', tree('$sent', side)],
  ['published', tree('$published', side)],
  ['received', tree('$received', receivedOrder)],
]);

/** `$partners`, of a mapping that names a table of them. */
export const partnersVariable: Static = tree('$partners', {
  'partner[]': Object.fromEntries(partnerColumns.map((name) => [name, 'text' as const])),
});
