import { mkdirSync, rmSync } from 'node:fs';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import type { Message } from '../src/journal/model/message.ts';
import { orderXml } from './kit/documents.ts';
import { lendWorkers } from './kit/lent-workers.ts';
import { patience } from './kit/machine.ts';
import { moved } from './kit/move.ts';
import { Site, until } from './kit/site.ts';

/** A published file that is gone was collected by the ERP, and the journal says so. */

let site: Site;

afterAll(lendWorkers());
afterEach(() => site?.close());

const folder = 'erp/in/orders';

async function open(collected: Record<string, unknown> = {}): Promise<void> {
  site = await Site.open({
    config: ({ channels }) => {
      Object.assign(channels['supplier-orders']?.to as object, {
        collected: { every: '50ms', ...collected },
      });
      delete channels.responses;
    },
  });
  await site.start();
}

let sent = 0;

function order(number: string, quantity = '5'): void {
  sent += 1;
  site.drop('erp/out/orders', `${sent}.xml`, orderXml({ number, lines: [{ id: '10', quantity }] }));
}

const published = (): readonly string[] => site.files(folder).filter((name) => name.endsWith('.xml'));

const files = (count: number): Promise<readonly string[]> =>
  until(`${count} files`, () => {
    const found = published();
    return found.length === count ? found : undefined;
  });

const collect = (name: string): void => rmSync(site.path(folder, name));

const message = (name: string, is: (message: Message) => boolean): Promise<Message> =>
  until(`the message of ${name}`, async () =>
    (await site.messages()).find((one) => one.place === name && is(one)),
  );

const isCollected = ({ collected }: Message): boolean => collected !== undefined;

describe('collection by the ERP', { timeout: 120_000 * patience }, () => {
  it('is noted, also after a restart', async () => {
    await open();
    order('PO-1');
    order('PO-2');
    const [first = '', second = ''] = await files(2);
    collect(first);
    await message(first, isCollected);
    await message(second, ({ state }) => state === 'settled');
    await site.stop();
    collect(second);
    await site.start();
    await message(second, isCollected);
    await until('the log', () => site.log.find((line) => line.includes('collected by the ERP')));
  });

  it('is not taken for granted while the folder is away', async () => {
    await open();
    order('PO-1');
    const [name = ''] = await files(1);
    await message(name, ({ state }) => state === 'settled');
    const path = site.path(folder);
    await moved(path, `${path}.away`);
    mkdirSync(path);
    order('PO-2');
    const [other = ''] = await files(1);
    collect(other);
    await message(other, isCollected);
    expect((await message(name, () => true)).collected).toBeUndefined();
    rmSync(path, { recursive: true });
    await moved(`${path}.away`, path);
    collect(name);
    await message(name, isCollected);
  });

  it('is asked for when a file lies too long', async () => {
    await open({ within: '100ms' });
    order('PO-1');
    const [name = ''] = await files(1);
    const reason = async () =>
      (await site.gateway.readiness()).find((check) => check.name === 'collection of supplier-orders');
    const alarm = await until('the alarm', async () =>
      (await reason())?.reason ? await reason() : undefined,
    );
    expect(alarm).toMatchObject({ ok: true, reason: expect.stringContaining(`has not collected ${name}`) });
    expect(site.log.filter((line) => line.includes('"not-collected"'))).toHaveLength(1);
    collect(name);
    await until('its end', async () => ((await reason())?.reason === undefined ? true : undefined));
  });

  it('is awaited before the next file of the order, and only of that order', async () => {
    await open({ beforeNext: true });
    order('PO-1');
    const [name = ''] = await files(1);
    order('PO-1', '7');
    const waiting = await until('the next message', async () =>
      (await site.messages()).find(({ state, reason }) => state === 'waiting' && reason.includes(name)),
    );
    expect(waiting.reason).toBe(`The ERP has not collected ${name} of this order yet.`);
    order('PO-2');
    await files(2);
    collect(name);
    await until('its file', () => published().find((one) => one.startsWith('PO-1-') && one !== name));
  });
});
