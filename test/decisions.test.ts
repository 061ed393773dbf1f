import { execFile } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { promisify } from 'node:util';
import { afterAll, afterEach, expect, it } from 'vitest';
import { runCommandLine } from '../src/cli/testkit/ran.ts';
import { orderXml } from './kit/documents.ts';
import { lendWorkers } from './kit/lent-workers.ts';
import { patience } from './kit/machine.ts';
import { gatewayProgram } from './kit/process.ts';
import { Site, until } from './kit/site.ts';

/** Decisions on the command line beside a running gateway; the first by a process of its own. */

const run = promisify(execFile);

let site: Site;
afterAll(lendWorkers());
afterEach(() => site.close());

const inbound = 'erp/out/orders-json';
const gateway = async (...args: readonly string[]): Promise<string> =>
  (await runCommandLine(site.folder, 'journal', ...args)).out;
const ofItsOwn = (...args: readonly string[]): Promise<unknown> =>
  run(process.execPath, [gatewayProgram, 'journal', ...args, '--config', site.path('gateway.yaml')]);

const order = (number: string, quantity: string): Buffer =>
  orderXml({ number, lines: [{ id: '10', quantity }] });

const sentQuantities = (number: string): readonly (string | undefined)[] =>
  site.simulator
    .ledger()
    .filter(({ key }) => key === number)
    .map(({ bytes }) => /"quantity":\s*(\d+)/.exec(bytes ?? '')?.[1]);

it(
  'are carried out by the running gateway within a moment, and kept with who and why',
  async () => {
    site = await Site.open();
    const names = ['retry', 'release', 'discard', 'resend'];
    site.simulator.fault({ match: '/api-connector/order', status: 409, times: names.length });
    await site.start('none');
    for (const name of names) site.drop(inbound, `${name}.xml`, order(name, '1'));
    const parked = await Promise.all(names.map((name) => site.ended(`${name}.xml`)));
    expect(parked.map(({ state }) => state)).toEqual(names.map(() => 'parked'));
    const ids = new Map(names.map((name, n) => [name, `${parked[n]?.id}`]));
    const idOf = (name: string): string => ids.get(name) ?? '';

    site.drop(inbound, 'later.xml', order('release', '2'));
    const corrected = site.path('corrected.xml');
    writeFileSync(corrected, order('resend', '7'));
    await ofItsOwn('retry', idOf('retry'), '--reason', 'exchange mended');
    await gateway('release', idOf('release'), '--reason', 'known');
    await gateway('discard', idOf('discard'), '--reason', 'by phone');
    await gateway('resend', idOf('resend'), '--file', corrected, '--reason', 'typo');

    const settled = (name: string) =>
      until(`${name} to be settled`, async () => {
        const message = await site.withJournal((journal) => journal.message(Number(idOf(name))));
        return message?.state === 'settled' && message.place?.startsWith('archive/') ? message : undefined;
      });
    expect(await settled('retry')).toMatchObject({ outcome: 'delivered' });
    expect(await settled('discard')).toMatchObject({ outcome: 'discarded', reason: 'by phone' });
    expect(await site.ended('later.xml')).toMatchObject({ outcome: 'delivered' });
    expect(await settled('resend')).toMatchObject({ outcome: 'delivered' });
    expect([sentQuantities('retry'), sentQuantities('release'), sentQuantities('discard')]).toEqual([
      ['1'],
      ['2'],
      [],
    ]);
    expect(await gateway('show', idOf('release'))).toMatch(
      /State +parked[\s\S]*release by .* \(known\): Its successors/,
    );

    // what was sent is the corrected document; the ERP's own file stays as the ERP wrote it
    expect(sentQuantities('resend')).toEqual(['7']);
    expect(site.read(`${inbound}/archive`, 'resend.xml')).toBe(order('resend', '1').toString());
    expect(await gateway('show', idOf('resend'), '--body', 'corrected')).toBe(
      order('resend', '7').toString(),
    );
    expect(site.files(`${inbound}/parked`)).toEqual([
      'release.xml',
      'release.xml.report.json',
      'release.xml.report.txt',
    ]);
  },
  120_000 * patience,
);
