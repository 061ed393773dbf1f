import { execFile } from 'node:child_process';
import { existsSync, writeFileSync } from 'node:fs';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { runCommandLine } from '../src/cli/testkit/ran.ts';
import type { Message } from '../src/journal/model/message.ts';
import { bundle, inbound, lastingBundles, order, testTime, wrong } from './kit/bundle-site.ts';
import { responseXml } from './kit/documents.ts';
import { type Site, until } from './kit/site.ts';

const kit = lastingBundles(['order-responses']);

const outcomes = (messages: readonly Message[]): readonly (string | undefined)[] =>
  [...messages]
    .sort((a, b) => a.arrival - b.arrival)
    .map(({ state, outcome }) => (state === 'settled' ? outcome : state));

const ask = async (site: Site, ...args: readonly string[]): Promise<string> =>
  (await runCommandLine(site.folder, 'journal', ...args)).out;

/** A corrected file in the place of a message: by a process whose formats take several documents. */
async function resend(site: Site, message: Message | undefined, text: string): Promise<void> {
  const path = site.path('corrected.xml');
  writeFileSync(path, text);
  const words = ['journal', 'resend', `${message?.id}`, '--file', path, '--reason', 'mended'];
  const all = [kit.program, ...words, '--config', site.path('gateway.yaml')];
  await promisify(execFile)(process.execPath, all);
}

/** Killed at each point of the way: test/endurance. */
describe('a file of several documents', () => {
  it(
    'goes to archive/ when all its documents went their way, each as a message of its own',
    async () => {
      const { site } = kit;
      site.drop(inbound, 'three.xml', bundle(order(1001), order(1002), order(1003)));
      const messages = await kit.idle(4);
      expect(outcomes(messages)).toEqual(['split', 'delivered', 'delivered', 'delivered']);
      expect(kit.sent()).toEqual(['PO-1001', 'PO-1002', 'PO-1003']);
      for (const { bytes } of site.simulator.ledger()) expect(bytes).toContain('540830');
      expect(site.files(`${inbound}/archive`)).toEqual(['three.xml']);
      expect(site.files(inbound)).toEqual([]);
    },
    testTime,
  );

  it(
    'with an outdated one goes to archive/, with a report that says so; forced, it goes and the report goes',
    async () => {
      const { site } = kit;
      const of = (n: number, time: string) =>
        order(n).replace('</cbc:IssueDate>', `</cbc:IssueDate><cbc:IssueTime>${time}</cbc:IssueTime>`);
      site.drop(inbound, 'new.xml', bundle(of(2001, '10:00:00'), of(2002, '10:00:00')));
      await kit.idle(3);
      site.drop(inbound, 'old.xml', bundle(of(2001, '09:00:00'), of(2003, '09:00:00')));
      const messages = await kit.idle(6);
      expect(outcomes(messages).slice(3)).toEqual(['split', 'outdated', 'delivered']);
      const archive = `${inbound}/archive`;
      const report = ['old.xml.report.json', 'old.xml.report.txt'];
      expect(site.files(archive)).toEqual(['new.xml', 'old.xml', ...report]);
      expect(site.read(archive, 'old.xml.report.txt')).toContain('What next: nothing has to be done.');
      const outdated = messages.find(({ outcome }) => outcome === 'outdated');
      expect(await ask(site, 'retry', `${outdated?.id}`, '--force')).toContain('It is sent all the same.');
      await expect.poll(() => kit.sent()).toEqual(['PO-2001', 'PO-2001', 'PO-2002', 'PO-2003']);
      await expect.poll(() => site.files(archive)).toEqual(['new.xml', 'old.xml']);
    },
    testTime,
  );

  it(
    'with refused ones goes to error/: a report on each, and a file of the refused that can be mended and dropped',
    async () => {
      const { site } = kit;
      site.drop(inbound, 'mixed.xml', bundle(order(3001), wrong(3002), order(3003), wrong(3004)));
      expect(outcomes(await kit.idle(5))).toEqual([
        'split',
        'delivered',
        'rejected',
        'delivered',
        'rejected',
      ]);
      expect(site.files(`${inbound}/error`)).toEqual([
        'mixed.refused.xml',
        'mixed.xml',
        'mixed.xml.report.json',
        'mixed.xml.report.txt',
      ]);
      const report = site.read(`${inbound}/error`, 'mixed.xml.report.txt');
      expect(report).toMatch(/^mixed\.xml holds 4 documents: 2 sent, 2 refused\.\n/);
      // the line of the file that the ERP wrote
      const line =
        bundle(order(3001), wrong(3002))
          .split('\n')
          .findIndex((text) => text.includes('many')) + 1;
      expect(report).toContain(`line ${line},`);
      expect(report).toContain(`${line} | `);
      expect(report).toContain('mixed.refused.xml');
      const json: unknown = JSON.parse(site.read(`${inbound}/error`, 'mixed.xml.report.json'));
      expect(json).toMatchObject({ documents: [{ number: 1 }, { outcome: 'rejected' }, {}, { number: 4 }] });

      const refused = site.read(`${inbound}/error`, 'mixed.refused.xml');
      expect(refused).toBe(bundle(wrong(3002), wrong(3004)));
      site.drop(inbound, 'mixed.refused.xml', refused.replaceAll('many', '5'));
      expect(outcomes(await kit.idle(8)).slice(5)).toEqual(['split', 'delivered', 'delivered']);
      expect(kit.sent()).toEqual(['PO-3001', 'PO-3002', 'PO-3003', 'PO-3004']);

      const whole = bundle(order(3001), order(3002), order(3003), order(3004));
      site.drop(inbound, 'again.xml', whole);
      expect(outcomes(await kit.idle(13)).slice(8)).toEqual(['split', ...Array(4).fill('duplicate')]);
      // below another first line the same bytes might say something else
      site.drop(inbound, 'other.xml', whole.replace('\n', ' again\n'));
      expect(outcomes(await kit.idle(18)).slice(13)).toEqual(['split', ...Array(4).fill('unchanged')]);
      expect(kit.sent()).toEqual(['PO-3001', 'PO-3002', 'PO-3003', 'PO-3004']);
    },
    testTime,
  );

  it(
    'lies in parked/ while a person has to decide on one of them, and is filed anew when that is done',
    async () => {
      const { site } = kit;
      site.simulator.fault({ match: '/api-connector/order', status: 409, times: 1 });
      site.drop(inbound, 'some.xml', bundle(order(4001), wrong(4002), order(4003)));
      const messages = await kit.idle(4);
      const parked = messages.find(({ state }) => state === 'parked');
      const file = messages.find(({ outcome }) => outcome === 'split');
      const shown = await ask(site, 'show', `${file?.id}`);
      expect(shown).toMatch(/Documents\n {2}\d+ +#1 +PO-4001 /);
      expect(shown).toMatch(/\n {2}\d+ +#2 +PO-4002 +refused /);
      const one = await ask(site, 'show', `${parked?.id}`);
      expect(one).toContain(`message ${file?.id}, from line `);
      expect(site.files(`${inbound}/parked`)).toEqual([
        'some.xml',
        'some.xml.report.json',
        'some.xml.report.txt',
      ]);
      expect(site.read(`${inbound}/parked`, 'some.xml.report.txt')).toContain(
        '1 sent, 1 refused, 1 to be decided'.split(', ').at(-1),
      );
      const several = resend(site, parked, bundle(order(4001), order(4003)));
      await expect(several).rejects.toMatchObject({
        stdout: expect.stringContaining('holds 2 documents'),
      });
      const number = parked?.purchaseOrderNumber === 'PO-4001' ? 4001 : 4003;
      await resend(site, parked, bundle(order(number, '7')));
      await until(
        'the file in error/',
        () => existsSync(site.path(inbound, 'error', 'some.xml')) || undefined,
      );
      await kit.idle(4);
      expect(site.files(`${inbound}/parked`)).toEqual([]);
      expect(site.files(`${inbound}/error`)).toContain('some.refused.xml');
      expect(kit.sent()).toEqual(['PO-4001', 'PO-4003']);
      expect(site.simulator.ledger().some(({ bytes }) => /"quantity":\s*7/.test(bytes ?? ''))).toBe(true);
    },
    testTime,
  );

  it(
    'that cannot be cut is refused whole, and a corrected file sends what it holds',
    async () => {
      const { site } = kit;
      site.drop(inbound, 'broken.xml', `BROKEN\n${order(5001)}${wrong(5002)}`);
      const [file] = await kit.idle(1);
      expect(file).toMatchObject({ outcome: 'rejected' });
      expect(site.files(`${inbound}/error`)).toContain('broken.xml.report.txt');
      expect(kit.sent()).toEqual([]);

      await expect(resend(site, file, bundle(order(5001), wrong(5002)))).rejects.toMatchObject({
        stdout: expect.stringMatching(/delivered.*\nREFUSED message \d+/),
      });
      const messages = await kit.idle(4);
      expect(outcomes(messages)).toEqual(['rejected', 'split', 'delivered', 'rejected']);
      const refused = messages.find(
        ({ source, outcome }) => source.kind === 'document' && outcome === 'rejected',
      );
      await expect(resend(site, refused, bundle(wrong(5002)))).rejects.toThrow();
      await resend(site, refused, bundle(order(5002)));
      await kit.idle(5);
      expect(kit.sent()).toEqual(['PO-5001', 'PO-5002']);
    },
    testTime,
  );

  it(
    'keeps its place of arrival: a later version in a file of its own is sent after it',
    async () => {
      const { site } = kit;
      const many = Array.from({ length: 120 }, (_, n) => order(7001 + n));
      site.drop(inbound, '1-many.xml', bundle(...many));
      site.drop(inbound, '2-later.xml', order(7120, '9'));
      await kit.idle(122);
      const last = site.simulator.ledger().filter(({ key }) => key === 'PO-7120');
      expect(last.map(({ bytes }) => /"quantity":\s*(\d+)/.exec(bytes ?? '')?.[1])).toEqual(['5', '9']);
    },
    testTime,
  );

  // the last one: the exchange does not know the order of its response, which waits
  it(
    'gives each document to the channel of the folder that takes it, and refuses what none takes',
    async () => {
      const { site } = kit;
      const response = `${responseXml({ number: 'PO-6009', lines: [{ id: '10' }] })}`;
      const advice = response.replaceAll('OrderResponse', 'DespatchAdvice');
      site.drop(inbound, 'mixed.xml', bundle(order(6001), response, advice));
      const messages = await until('the documents', async () => {
        const all = await kit.messages();
        const isChecked = all.length === 4 && all.every(({ state }) => state !== 'received');
        return isChecked ? [...all].sort((a, b) => a.arrival - b.arrival) : undefined;
      });
      expect(messages.map(({ channel }) => channel)).toEqual([
        ...['orders-json', 'orders-json', 'order-responses', 'orders-json'],
      ]);
      expect(messages[3]).toMatchObject({
        outcome: 'rejected',
        reason: expect.stringContaining('No channel'),
      });
    },
    testTime,
  );
});
