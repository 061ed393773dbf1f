import { appendFileSync, cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { deliveredXsds } from '../../scsn/load-schemas.ts';
import { type Channel, type InboundChannel, isInboundChannel } from '../channel/channel.ts';
import { packageFolder } from '../channel/mapping-folders.ts';
import { channel } from '../testkit/check-and-prepare.ts';
import { loadChannelRuntimes } from './channel-runtime.ts';
import { computeGeneration, computeIngredients } from './generation-hash.ts';

const folder = mkdtempSync(join(tmpdir(), 'generation-'));
const own = join(folder, 'mappings');
mkdirSync(join(own, 'tables'), { recursive: true });
afterAll(() => rmSync(folder, { recursive: true }));

/** Of what lies in the folders now. */
function now(of: Channel = channel('orders-json'), schemas?: string) {
  const boxes = loadChannelRuntimes(own);
  const tools = boxes.forSchemas(schemas);
  const answer = { hash: computeGeneration(tools, of), parts: computeIngredients(tools, of) };
  boxes.dispose();
  return answer;
}

function inbound(name: string): InboundChannel {
  const found = channel(name);
  if (!isInboundChannel(found)) throw new Error(name);
  return found;
}

const changed = (of: InboundChannel, settings: object): InboundChannel => ({
  ...of,
  settings: { ...of.settings, ...settings },
});

describe('what makes a message what it becomes', () => {
  const orders = inbound('orders-json');

  it('is named in parts, and is one hash that is the same each time', () => {
    expect(Object.keys(now().parts).sort()).toEqual(
      ['format scsn/Order', 'gateway', 'mapping order-to-exchange', 'settings', 'table lost-values'].sort(),
    );
    expect(now().hash).toBe(now().hash);
    expect(now().hash).toMatch(/^[0-9a-f]{64}$/);
  });

  it('changes with the table of values that may be lost', () => {
    const before = now();
    const table = join(own, 'tables/lost-values.csv');
    cpSync(join(packageFolder('mappings'), 'tables/lost-values.csv'), table);
    appendFileSync(table, 'cbc:Note,commercial,,what is agreed stands in the notes\n');
    const after = now();
    rmSync(table);
    expect(differing(before.parts, after.parts)).toEqual(['table lost-values']);
    expect(after.hash).not.toBe(before.hash);
  });

  it('changes with the mapping, with a table of it, and with the schemas', () => {
    const before = now();
    cpSync(join(packageFolder('mappings'), 'tables/suppliers.csv'), join(own, 'tables/suppliers.csv'));
    appendFileSync(join(own, 'tables/suppliers.csv'), '8711234567891,99\n');
    const table = now();
    expect(differing(before.parts, table.parts)).toEqual(['mapping order-to-exchange']);
    writeFileSync(
      join(own, 'order-to-exchange.yaml'),
      'mapping: order-to-exchange\nextends: scsn-gateway/order-to-exchange\n',
    );
    expect(differing(table.parts, now().parts)).toEqual(['mapping order-to-exchange']);
    const xsds = join(folder, 'xsds');
    cpSync(deliveredXsds, xsds, { recursive: true });
    const [before2, same] = [now(), now(orders, xsds)];
    expect(same.hash).toBe(before2.hash);
    writeFileSync(join(xsds, 'more.xsd'), '<schema xmlns="http://www.w3.org/2001/XMLSchema"/>');
    expect(differing(same.parts, now(orders, xsds).parts)).toEqual(['format scsn/Order']);
  });

  it('changes with settings that say what a document becomes, not with where it comes from and goes to', () => {
    const { hash } = now();
    for (const settings of [{ timeZone: 'UTC' }, { linesPlacement: 'inside' }, { severities: { x: 'off' } }])
      expect(now(changed(orders, settings)).hash, JSON.stringify(settings)).not.toBe(hash);
    expect(now({ ...orders, companyId: 'other' }).hash).not.toBe(hash);
    for (const settings of [{ from: { folder: '/elsewhere' } }, { notFound: { patience: 1 } }])
      expect(now(changed(orders, settings)).hash, JSON.stringify(settings)).toBe(hash);
  });

  it('hangs on no order of the settings', () => {
    const { from, to, ...others } = orders.settings;
    const turned = { ...orders, settings: { to, ...others, from } };
    expect(JSON.stringify(turned)).not.toBe(JSON.stringify(orders));
    expect(now(turned).hash).toBe(now().hash);
  });
});

const differing = (a: Readonly<Record<string, string>>, b: Readonly<Record<string, string>>) =>
  Object.keys({ ...a, ...b }).filter((name) => a[name] !== b[name]);
