import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { temporaryFolder } from '../../folders/testkit/folder.ts';
import type { Finding } from '../../types.ts';
import { asJson, buildOrderChannel } from '../testkit/channels.ts';
import { loadChannelRuntimes } from './channel-runtime.ts';
import { proveMappings } from './prove-mappings.ts';

/** What is wrong with the way of orders that go through one mapping, in Dutch. */
function prove(own: string | undefined, mapping: string, schemas?: string): readonly Finding[] {
  const settings = { ...asJson, map: mapping, ...(schemas === undefined ? {} : { schemas }) };
  const channel = buildOrderChannel(settings, { language: 'nl' });
  const runtimes = loadChannelRuntimes(own, undefined, 'nl');
  onTestFinished(() => runtimes.dispose());
  return proveMappings(runtimes, [channel], own);
}

it('finds nothing where all can be used', () => {
  expect(prove(undefined, 'order-to-exchange')).toEqual([]);
});

it('of a mapping with errors and warnings tells the errors', async () => {
  const own = await temporaryFolder();
  writeFileSync(
    join(own, 'mine.yaml'),
    `mapping: mine
from: scsn/Order
to: exchange/order
target:
  order:
    purchaseOrderNumber: { $from: cbc:IDD, $as: identifier, $required: true }
    description: cac:OrderLine/cac:LineItem/cbc:ID
`,
  );
  const findings = prove(own, 'mine');
  expect(findings.length).toBeGreaterThan(0);
  expect(new Set(findings.map(({ severity }) => severity))).toEqual(new Set(['error']));
});

it('of XSDs that are not there says in the language of the channels what keeps them from being used', () => {
  const findings = prove(undefined, 'order-to-exchange', '/nowhere/xsds');
  expect(findings).toMatchObject([{ code: 'mappings-not-used', severity: 'error' }]);
  expect(findings[0]?.message).toContain('/nowhere/xsds');
  expect(findings[0]?.message).toMatch(/ niet /);
});
