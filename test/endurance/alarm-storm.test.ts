import { afterAll, afterEach, expect, it } from 'vitest';
import { z } from 'zod';
import { type SmtpSink, smtpSink } from '../../src/operator/testkit/smtp-sink.ts';
import { lendWorkers } from '../kit/lent-workers.ts';
import { patience } from '../kit/machine.ts';
import { Site, until } from '../kit/site.ts';

let site: Site;
let sink: SmtpSink;
afterAll(lendWorkers());
afterEach(async () => {
  await site?.close();
  await sink?.close();
});

const files = 3_000;

const alarms = (wait: string) => ({
  mail: {
    smtp: { host: '127.0.0.1', port: sink.port, tls: 'none' },
    from: 'gateway@erp.test',
    to: ['ops@erp.test'],
  },
  wait,
});

const state = z.object({ moreSince: z.number().optional() });

/** Milliseconds for which the gateway has known that there is more than it told. */
async function knownFor(): Promise<number> {
  const kept = await site.gateway.journal.troubles.listAlarms();
  const since = kept
    .map((one) => state.parse(JSON.parse(one.state)).moreSince)
    .find((one) => one !== undefined);
  return since === undefined ? 0 : Date.now() - since;
}

const refused = (count: number) => ({
  code: 'rejected',
  what: { en: expect.stringContaining(`${count} documents were refused`) },
});

const reasons = async () => (await site.gateway.health()).reasons;

/**
 * Nothing here waits for a machine to be quick: while the files end, the wait is longer than the test, and it is made short when
 * all of them have ended.
 */
it(
  '3,000 refused files make one mail, which says how many they were',
  async () => {
    sink = await smtpSink();
    site = await Site.open({
      config(config) {
        config.channels = { orders: config.channels.orders ?? {} };
        Object.assign(config, { alarms: alarms('2h') });
      },
    });
    await site.start('none');
    for (let n = 0; n < files; n += 1) site.drop('erp/out/orders', `${n}.xml`, '<Order/>');
    await expect
      .poll(reasons, { timeout: 480_000 * patience, interval: 1_000 })
      .toMatchObject([refused(files)]);
    expect(sink.mails).toHaveLength(0);
    site.editConfig((config) => Object.assign(config, { alarms: alarms('1s') }));
    const [first] = await until('the mail', () => (sink.mails.length > 0 ? sink.mails : undefined), 120);
    expect(first?.text.replace(/=\r?\n/g, '')).toContain(`${files} documents were refused`);
    // one more: nobody is told again so soon, however often the gateway looks
    site.drop('erp/out/orders', 'more.xml', '<Order/>');
    await site.ended('more.xml');
    await expect.poll(knownFor, { timeout: 60_000 * patience }).toBeGreaterThan(15_000);
    expect(sink.mails).toHaveLength(1);
    expect(await reasons()).toMatchObject([refused(files + 1)]);
  },
  600_000 * patience,
);
