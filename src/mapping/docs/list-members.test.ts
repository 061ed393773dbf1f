import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { loadMapping } from '../load-mapping.ts';
import { readMeanings } from '../tables/member-meanings.ts';
import { formats, load } from '../testkit/kit.ts';
import { type DocumentMember, listSourceMembers, listTargetMembers } from './list-members.ts';

const folder = fileURLToPath(new URL('../../../mappings', import.meta.url));

function delivered(name: string) {
  const { mapping } = loadMapping(name, [folder], formats);
  if (mapping === undefined) throw new Error(`${name} cannot be loaded`);
  return mapping;
}

const at = (members: readonly DocumentMember[], path: string) =>
  members.find((member) => member.path === path);

describe('what a target can hold', () => {
  it('lists every member with its type and count, and the rules that fill it in the order of their choice', () => {
    const { mapping } = load(
      'target:\n  order:\n    purchaseOrderNumber: cbc:ID\n    supplierAccountNumber: { $text: S }\n    notes: [ cbc:Note, cac:OrderLine/cbc:Note ]\n  lines: { $each: cac:OrderLine, position: cac:LineItem/cbc:ID, deliverySchedule: [ { quantity: cac:LineItem/cbc:Quantity } ] }\n',
    );
    if (mapping === undefined) throw new Error('the mapping cannot be loaded');
    const members = listTargetMembers(mapping, formats);
    expect(at(members, 'order/purchaseOrderNumber')).toMatchObject({
      type: 'identifier',
      count: '1',
      more: false,
    });
    const [first, second] = at(members, 'order/notes[]')?.rules ?? [];
    expect(first?.line).toBe(second?.line);
    expect(first?.column).toBeLessThan(second?.column ?? 0);
    expect(at(members, 'order/buyerParty')).toMatchObject({ count: '0..1', type: '', rules: [] });
    expect(at(members, 'lines[]/deliverySchedule[]/quantity')?.rules).toHaveLength(1);
  });

  it('ends where nothing is filled and UBL goes on, and says so', () => {
    const members = listTargetMembers(delivered('order-to-order'), formats);
    expect(at(members, 'cac:OrderLine[]/cac:LineItem/cbc:Quantity')?.rules).toHaveLength(1);
    expect(at(members, 'cac:Contract[]/cac:ContractualDelivery')).toMatchObject({ more: true, rules: [] });
    expect(members.length).toBeLessThan(2_000);
  });

  it('goes deeper when asked, and never round in circles', () => {
    const members = listSourceMembers(delivered('order-to-exchange'), formats, 4);
    expect(at(members, 'cac:Contract[]/cac:ContractualDelivery/cbc:Quantity')?.type).toBe('decimal');
    expect(members.some(({ path }) => path.includes('cac:DocumentReference[]/cac:Attachment'))).toBe(true);
  });
});

it('a meaning is what the other side calls it', () => {
  expect(readMeanings('order-to-exchange', 'target', [folder]).get('order/purchaseOrderNumber')).toBe(
    'cbc:ID (trimmed; a blank inside is refused)',
  );
  expect(readMeanings('order-to-exchange', 'source', [folder]).get('cbc:ID')).toContain(
    'order/purchaseOrderNumber',
  );
});
