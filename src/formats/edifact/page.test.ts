import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { renderFormatPage } from '../format-page.ts';
import { delivered, deliveredFormat, formatOf, readFile, told } from '../testkit/kit.ts';

const guide = readFileSync(new URL('fixtures/acme-orders.yaml', import.meta.url), 'utf8');

it("a partner's page has its segments, qualifiers and codes with their names, and an example that reads", () => {
  const page = renderFormatPage(guide, 'acme-orders.yaml', delivered) ?? '';
  expect(page).toContain('Messages ORDERS, D.96A, of UN/EDIFACT.');
  expect(page).toContain('- The sender is `4015448000006:14`.');
  expect(page).toContain(
    '| BGM | yes | 1 | `C002/e1001` document type: 220 (order), 224 (rush order); `e1225` function, else 9 |',
  );
  expect(page).toContain(
    '| **gLIN** | yes | 200000 |  |\n| &nbsp;&nbsp;LIN | yes | 1 | `e1082` line number! |',
  );
  expect(page).not.toContain('gRFF');
  const example = /```\n(.*)\n```/s.exec(page)?.[1] ?? '';
  expect(readFile(formatOf(guide), example).findings.map(told)).toEqual([]);
});

it.each(['orders', 'ordchg', 'ordrsp', 'desadv'])('the example of a delivered format reads: %s', (type) => {
  const name = `edifact-d96a-${type}`;
  const page = renderFormatPage(delivered.guide(name) ?? '', `${name}.yaml`, delivered) ?? '';
  const example = /```\n(.*)\n```/s.exec(page)?.[1] ?? '';
  expect(example).toContain(`UNH+1+${type.toUpperCase()}:D:96A:UN'`);
  const { findings, cut } = readFile(deliveredFormat(name), example);
  expect(findings.map(told)).toEqual([]);
  expect(cut.documents).toHaveLength(1);
});
