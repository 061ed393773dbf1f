import { afterAll, describe, expect, it, type TestContext, vi } from 'vitest';
import { addSilence, listAlarms } from '../src/operator/alarms/alarm-commands.ts';
import type { DecisionAccess } from '../src/operator/decisions/decision-access.ts';
import { type SmtpSink, smtpSink } from '../src/operator/testkit/smtp-sink.ts';
import { alarmsTo, openWith } from './kit/alarmed.ts';
import { lendWorkers } from './kit/lent-workers.ts';
import { patience } from './kit/machine.ts';
import { moved } from './kit/move.ts';
import { freePort } from './kit/port.ts';
import { type Site, until } from './kit/site.ts';

vi.setConfig({ testTimeout: 180_000 * patience });

/** Who hears of trouble: mails, as a mail server receives them. */

afterAll(lendWorkers());

async function openSink({ onTestFinished }: TestContext, port?: number): Promise<SmtpSink> {
  const sink = await smtpSink({}, port);
  onTestFinished(() => sink.close());
  return sink;
}

async function openSite({ onTestFinished }: TestContext, port: number, more?: object): Promise<Site> {
  const site = await openWith(alarmsTo(port, more));
  onTestFinished(() => site.close());
  return site;
}

const subjects = ({ mails }: SmtpSink): readonly string[] =>
  mails.map(({ text }) => /^Subject: (.*(?:\r\n .*)*)/m.exec(text)?.[1]?.replace(/\r\n/g, '') ?? '');

const mailed = ({ mails }: SmtpSink, count: number) =>
  until(`${count} mails`, () => (mails.length >= count ? mails : undefined), 120);

// each of them waits for the looks of its gateway, which are seconds apart
describe.concurrent('alarms', () => {
  it('a folder that is gone makes one mail, also through a restart; one more says that all is clear', async (context) => {
    const sink = await openSink(context);
    const site = await openSite(context, sink.port);
    await site.start('none');
    await moved(site.path('erp/out/orders'), site.path('erp/out/away'));
    const [first] = await mailed(sink, 1);
    expect(first?.text).toContain('To do:');
    expect(first?.text).toMatch(/RED orders: A folder cannot be used/);
    const [reason] = (await site.gateway.health()).reasons;
    await context.expect
      .poll(async () => (await listAlarms(site.gateway.journal, Date.now())).alarms)
      .toMatchObject([{ code: 'folder', about: 'orders', told: [{ target: 'mail' }] }]);

    await site.stop();
    await site.start('none');
    await until('the folder to be missed again', async () =>
      (await site.gateway.health()).reasons.find(({ code }) => code === 'folder'),
    );
    expect((await site.gateway.health()).reasons[0]?.since).toBe(reason?.since);
    await moved(site.path('erp/out/away'), site.path('erp/out/orders'));
    const [, over] = await mailed(sink, 2);
    expect(over?.text).toMatch(/Over:\s+orders: The folder can be used again/);
    expect(subjects(sink)).toMatchObject(
      [/^RED orders: |=\?UTF-8\?/, /ALL.CLEAR/].map((one) => expect.stringMatching(one)),
    );
  });

  it('hundreds of refused files make one mail, with their number', async (context) => {
    const sink = await openSink(context);
    // it is told when it has stopped growing for so long: some looks of health, which are seconds apart on a busy machine
    const site = await openSite(context, sink.port, { wait: '15s' });
    await site.start('none');
    for (let n = 0; n < 300; n += 1) site.drop('erp/out/orders', `${n}.xml`, '<Order/>');
    const [mail] = await mailed(sink, 1);
    await site.idle();
    expect(mail?.text.replace(/=\r?\n/g, '')).toMatch(
      /AMBER orders: Documents were refused\s+What: +300 documents were refused/,
    );
    expect(sink.mails).toHaveLength(1);
  });

  it('what cannot be sent is told by health, and sent when the mail server is there', async (context) => {
    const port = await freePort();
    const site = await openSite(context, port);
    await site.start('none');
    site.drop('erp/out/orders', 'bad.xml', '<Order/>');
    const told = await until(
      'health to say so',
      async () => (await site.gateway.health()).reasons.find(({ code }) => code === 'alarm'),
      60,
    );
    expect(told).toMatchObject({
      level: 'amber',
      about: 'mail',
      what: { en: expect.stringMatching(/did not take the mail: ./) },
    });
    const sink = await openSink(context, port);
    const [mail] = await mailed(sink, 1);
    expect(mail?.text).toContain('1 document was refused');
    const gone = async () =>
      (await site.gateway.health()).reasons.some(({ code }) => code === 'alarm') ? undefined : true;
    await until('health to be well of it', gone, 60);
  });

  it('is quiet about what somebody silenced', async (context) => {
    const sink = await openSink(context);
    const site = await openSite(context, sink.port);
    await site.start('none');
    // as its pages reach the journal of a running gateway
    const access: Pick<DecisionAccess, 'write'> = { write: (use) => use(site.gateway.journal) };
    const wish = { code: 'rejected', about: '', who: 'anna', reason: 'we know' };
    const soon = new Date(Date.now() + 3_600_000).toISOString();
    expect(
      await addSilence(access, { ...wish, code: 'rejekted', until: soon }, Date.now(), []),
    ).toMatchObject({
      kind: 'refused',
    });
    expect(await addSilence(access, { ...wish, until: soon }, Date.now(), [])).toMatchObject({
      kind: 'done',
    });
    site.drop('erp/out/orders', 'bad.xml', '<Order/>');
    await until(
      'it to be on the list',
      async () =>
        (await listAlarms(site.gateway.journal, Date.now())).alarms.find(({ silenced }) => silenced),
      90,
    );
    await moved(site.path('erp/out/orders'), site.path('erp/out/away'));
    const [mail] = await mailed(sink, 1);
    expect(mail?.text).toContain('A folder cannot be used');
    expect(mail?.text).not.toContain('were refused');
  });

  it('tells when nothing is received that is usually received, in the language of the config', async (context) => {
    const sink = await openSink(context);
    const site = await openSite(context, sink.port);
    site.editConfig((config) => {
      config.channels.orders.expect = { every: '1ms' };
      config.language = 'nl';
    });
    await site.start('none');
    await site.stop();
    await site.start('none');
    const [mail] = await mailed(sink, 1);
    expect(mail?.text).toMatch(/Wat: +Het kanaal orders heeft sinds .* niets ontvangen\./);
  });
});
