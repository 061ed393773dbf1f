import { afterAll, describe, expect, it } from 'vitest';
import { parseJsonTree } from '../../tree/json/parse-json.ts';
import type { Finding, Language } from '../../types.ts';
import { loadChannelRuntimes } from '../runtime/channel-runtime.ts';
import { companyId } from '../testkit/channels.ts';
import { event, line, t1, t2 } from '../testkit/check-and-prepare.ts';
import { withRuleInAdvice } from './advice-with-rule.ts';

const all = loadChannelRuntimes(undefined);
afterAll(() => all.dispose());

const second = { ...line('20', 'Issued', t2), id: 'b' };
const body = event('OrderIssuedByBuyer', { lines: [line('10', 'Issued', t1), second] });

function told(found: Partial<Finding>, language: Language = 'en'): Finding | undefined {
  const { tree } = parseJsonTree(body.toString());
  if (tree === undefined) throw new Error('no JSON');
  const channel = { companyId, as: 'supplier', name: 'x', timeZone: 'Europe/Amsterdam' };
  const context = { channel, event: 'OrderIssuedByBuyer', now: t2, language, change: () => 'new' as const };
  const mapping = all.forSchemas(undefined).mapping('order-to-order');
  const finding: Finding = { code: 'x', severity: 'error', message: 'Wrong.', advice: 'Do it.', ...found };
  return withRuleInAdvice([finding], { mapping, tree, context })[0];
}

describe('a finding on a document that a mapping made', () => {
  const line2 = '/Order/cac:OrderLine[2]/cac:LineItem';

  it('names the rule and the member of the exchange that its value came from', () => {
    const found = told({ path: `${line2}/cac:Item/cbc:Name`, value: 'Part' });
    expect(found?.advice).toMatch(
      /^Do it\. It is made of `orderEvent\/lines\[2\]\/buyerLine\/item\/name` \(`Part`\) of the exchange, by line \d+ of order-to-order\.yaml: correct/,
    );
    expect(found?.file).toMatch(/order-to-order\.yaml:\d+:\d+$/);
  });

  it('goes by the value where lines were left out, and by the names alone where it has none', () => {
    expect(told({ path: '/Order/cac:OrderLine/cac:LineItem/cbc:ID', value: '20' })?.advice).toContain(
      '`orderEvent/lines[2]/buyerLine/position` (`20`)',
    );
    expect(told({ path: `${line2}/cbc:Quantity/@unitCode` })?.advice).toContain('lines[2]/buyerLine/item');
  });

  it('names the mapping where no rule made the value, or a warning lets the document go', () => {
    const missing = told({ path: line2, code: 'element-missing' });
    expect(missing?.advice).toContain('The mapping order-to-order made this document');
    expect(told({ path: `${line2}/cbc:ID`, value: '20', severity: 'warning' })?.advice).toContain(
      'The mapping order-to-order made this document',
    );
  });

  it('is told in Dutch', () => {
    expect(told({ path: `${line2}/cbc:ID`, value: '20' }, 'nl')?.advice).toContain(
      'Het is gemaakt van `orderEvent/lines[2]/buyerLine/position` (`20`) van de exchange, door regel',
    );
  });
});
