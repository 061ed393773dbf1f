import { afterAll, afterEach, expect, it } from 'vitest';
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

const files = 10_000;
/** Seconds; for so long no file may end on a busy machine. */
const wait = 30 * patience;

it(
  '10,000 refused files make one mail, which says how many they were',
  async () => {
    sink = await smtpSink();
    const mail = {
      smtp: { host: '127.0.0.1', port: sink.port, tls: 'none' },
      from: 'gateway@erp.test',
      to: ['ops@erp.test'],
    };
    site = await Site.open({
      config(config) {
        config.channels = { orders: config.channels.orders ?? {} };
        Object.assign(config, { alarms: { mail, wait: `${wait}s` } });
      },
    });
    await site.start('none');
    for (let n = 0; n < files; n += 1) site.drop('erp/out/orders', `${n}.xml`, '<Order/>');
    const [first] = await until('the mail', () => (sink.mails.length > 0 ? sink.mails : undefined), 300);
    expect(first?.text.replace(/=\r?\n/g, '')).toContain(`${files} documents were rejected`);
    // one more drop and a wait: nobody is told again so soon
    site.drop('erp/out/orders', 'more.xml', '<Order/>');
    await site.ended('more.xml');
    const { promise, resolve } = Promise.withResolvers<void>();
    setTimeout(resolve, 2 * wait * 1000);
    await promise;
    expect(sink.mails).toHaveLength(1);
    expect((await site.gateway.health()).reasons).toMatchObject([
      { code: 'rejected', what: { en: expect.stringContaining(`${files + 1} documents were rejected`) } },
    ]);
  },
  600_000 * patience,
);
