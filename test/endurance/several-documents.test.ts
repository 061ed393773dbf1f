import { expect, it } from 'vitest';
import {
  bundle,
  bundleCrashes,
  bundles,
  holdsForDocuments,
  inbound,
  order,
  testTime,
} from '../kit/bundle-site.ts';
import { sentAndAdmitted } from '../kit/promise.ts';
import { type Site, until } from '../kit/site.ts';

holdsForDocuments(bundleCrashes);

const kit = bundles();

const all = (site: Site) => site.withJournal((journal) => journal.list({ limit: 20_000 }));

it(
  'killed while the first of very many are sent and the last are not cut: each is sent once, in its order',
  async () => {
    const count = 1500;
    const site = await kit.open();
    site.drop(inbound, 'file.xml', bundle(...Array.from({ length: count }, (_, n) => order(n))));
    const cutShort = await until('the first to be delivered', async () => {
      const messages = await all(site);
      return messages.some(({ outcome }) => outcome === 'delivered') ? messages : undefined;
    });
    await kit.kill();
    expect(cutShort.find(({ name }) => name === 'file.xml')).toMatchObject({ state: 'received' });
    expect(cutShort.length).toBeLessThan(count + 1);
    await kit.start();
    const messages = await until(
      'all to end',
      async () => {
        const found = await all(site);
        const ended = found.every(({ state }) => state === 'settled');
        return found.length === count + 1 && ended ? found : undefined;
      },
      600,
    );
    expect(messages.filter(({ outcome }) => outcome === 'delivered')).toHaveLength(count);
    sentAndAdmitted(messages, site.simulator.ledger());
    expect(await site.withJournal((journal) => journal.verify())).toEqual([]);
  },
  5 * testTime,
);
