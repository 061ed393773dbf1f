import { cpSync, existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { beforeEach, describe, expect, it } from 'vitest';
import { packageFolder } from '../../src/pipeline/channel/mapping-folders.ts';
import { hashRunningMappings } from '../../src/workbench/drafts/keep-draft.ts';
import { patience } from '../kit/machine.ts';
import { expectAccessible, hasChromium, type WindowOptions } from './kit/chromium.ts';
import { parkOrders, useMappingsSite } from './kit/pages-site.ts';

/** The parts of the workbench beside the editor, each as somebody goes through it; the address holds what was asked. */

const name = 'order-to-exchange';

const ownText = `mapping: ${name}
extends: scsn-gateway/${name}
target:
  order:
    description: "cbc:Note[1]"
`;

/** Every order would be put aside. */
const stopping = ownText.replace(
  'target:',
  `stop:
  - { when: "cbc:ID", as: parked, code: not-now, say: A person decides., advice: Decide. }
target:`,
);

describe.skipIf(!hasChromium)('the workbench beside its editor', () => {
  const site = useMappingsSite();
  const own = (path: string) => join(site.folder, 'mappings', path);

  beforeEach(async () => {
    writeFileSync(own(`${name}.yaml`), ownText);
  });

  const api = async (method: string, path: string, body?: object) => {
    const response = await fetch(`${site.server.url}/api${path}`, {
      ...{ method, headers: { 'Content-Type': 'application/json' } },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    return { status: response.status, body: JSON.parse(await response.text()) };
  };
  const draft = async (text: string, more: Readonly<Record<string, string>> = {}) => {
    const { body } = await api('GET', `/mappings/${name}`);
    const files = { [`${name}.yaml`]: text, ...more };
    const seen = body.draft?.edition ?? 0;
    return api('PUT', `/mappings/${name}/draft`, { base: body.draft?.base ?? body.base, files, seen });
  };
  const readDraft = async (): Promise<Readonly<Record<string, string>>> =>
    (await api('GET', `/mappings/${name}`)).body.draft?.files ?? {};
  const open = async (part: string, options: WindowOptions = {}) => {
    const opened = await site.newPage(options);
    opened.page.setDefaultTimeout(60_000 * patience);
    await opened.page.goto(`${site.server.url}/mappings/${name}/${part}`);
    await opened.page.getByRole('heading', { level: 1 }).waitFor();
    return opened;
  };
  /** At both widths of a desk, in light and dark; then as wide as before. */
  const expectSound = async (page: Page) => {
    for (const width of [1024, 1440]) {
      await page.setViewportSize({ width, height: 800 });
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
    }
    await expectAccessible(page);
  };

  it('counts what the newest messages lose, and lets a path go with a reason, by keys', async () => {
    const { page, complaints, close } = await open('lost');
    // without a click, and the same again for who comes back
    await page.getByRole('heading', { name: /go nowhere/ }).waitFor();
    const shown = page.url();
    expect(shown).toContain('usage=');
    await page.goto(`${site.server.url}/mappings/${name}/lost`);
    await page.getByText(/Counted \d/).waitFor();
    expect(page.url()).toBe(shown);
    // a link to a count that is not kept any more
    await page.goto(`${site.server.url}/mappings/${name}/lost?usage=gone`);
    await page.getByText(/Counted \d/).waitFor();
    expect(page.url()).toBe(shown);
    await expectSound(page);
    const first = page.getByRole('button', { name: /^Ignore…/ }).first();
    await first.focus();
    await page.keyboard.press('Enter');
    await page.keyboard.type('=nobody reads "it", agreed');
    await page.keyboard.press('Enter');
    await page.getByText('Ignored in your draft.').waitFor();
    const row = page.getByRole('listitem').filter({ hasText: 'in your draft' });
    await row.getByText(`'=nobody reads "it", agreed`).waitFor();
    expect((await readDraft())['ignored.csv']).toMatch(
      /^mapping,path,reason\norder-to-exchange,\/\S+,"'=nobody reads ""it"", agreed"\n$/,
    );
    expect(existsSync(own('ignored.csv'))).toBe(false);
    await page.getByRole('button', { name: 'Count again' }).click();
    await page.getByRole('heading', { name: /go nowhere/ }).waitFor();
    await row.getByRole('button', { name: /Take back/ }).click();
    await row.waitFor({ state: 'detached' });
    expect((await readDraft())['ignored.csv']).toBe('mapping,path,reason\n');
    // the browser notes the answer that a count is not kept any more
    expect(complaints.filter((one) => !one.includes('404'))).toEqual([]);
    await close();
  });

  it('says above every part what was counted of the draft as it is now, and goes to another mapping in the same part', async () => {
    await draft(ownText.replace('cbc:Note[1]', 'cbc:Note[6]'));
    const { page, complaints, close } = await open('lost');
    const heading = await page.getByRole('heading', { name: /go nowhere/ }).textContent();
    const lost = page.getByRole('link', { name: `Lost values ${heading?.match(/\d+/)?.[0]}`, exact: true });
    await lost.waitFor();
    await page.goto(`${site.server.url}/mappings/${name}/compare`);
    await lost.waitFor();
    await page.getByRole('button', { name, exact: true }).press('Enter');
    const other = page.getByRole('link', { name: /^order-to-order supplier-orders$/ });
    await other.waitFor();
    await expectSound(page);
    await draft(ownText.replace('cbc:Note[1]', 'cbc:Note[7]'));
    const counted = page.waitForResponse((response) => response.url().endsWith('/counts'));
    await page.reload();
    expect(await (await counted).json()).toEqual({});
    await page.getByRole('link', { name: 'Lost values', exact: true }).waitFor();
    await page.getByRole('button', { name, exact: true }).press('Enter');
    await other.press('Enter');
    await page.getByRole('button', { name: 'order-to-order', exact: true }).waitFor();
    expect(page.url()).toBe(`${site.server.url}/mappings/order-to-order/compare`);
    expect(complaints).toEqual([]);
    await close();
  });

  it('says where a draft cannot be used that nothing can be counted or compared, and stops a publication in the language of who reads', async () => {
    await draft(ownText.replace('description:', 'noSuchMember:'));
    const { page, close } = await open('lost', { locale: 'nl-NL' });
    await page.getByText('De editor toont wat er mis is.').waitFor();
    await page.getByRole('button', { name: 'Publiceer…' }).click();
    await page.getByRole('dialog').getByText('order heeft geen noSuchMember.').waitFor();
    await page.goto(`${site.server.url}/mappings/${name}/compare?begin=1`);
    await page.getByText('De mapping order-to-exchange is niet te gebruiken.').waitFor();
    await page.getByRole('listitem').getByText('order heeft geen noSuchMember.').waitFor();
    await close();
  });

  it('maps a lost value where somebody says, by keys: a rule in the draft at its place, and the editor shows it', async () => {
    const { page, complaints, close } = await open('lost');
    await page.getByRole('button', { name: /^Map….*AllowanceChargeReason/ }).focus();
    await page.keyboard.press('Enter');
    await page.getByLabel('Search members').fill('lines/originalPosition');
    await page.getByRole('radio').first().focus();
    await page.keyboard.press('Space');
    await page.getByText('Rule:').waitFor();
    await expectAccessible(page);
    await page.keyboard.press('Enter');
    await page.locator('.wb-mapping').getByText('AllowanceChargeReason').waitFor();
    expect((await readDraft())[`${name}.yaml`]).toMatch(
      /^ {2}lines:\n {4}\w+: ".*cbc:AllowanceChargeReason"$/m,
    );
    expect(complaints).toEqual([]);
    await close();
  });

  it('takes no reason of blanks, no path that stands for others, and nothing of who may not edit', async () => {
    const ignore = (path: string, reason: string) =>
      api('POST', `/mappings/${name}/ignored`, { path, reason });
    expect(await ignore('/Order/cbc:Note', ' \u200b\n')).toMatchObject({ body: { code: 'reason-needed' } });
    expect(await ignore('/**', 'all')).toMatchObject({ body: { code: 'not-alone' } });
    site.server.role = 'operate';
    expect((await ignore('/Order/cbc:Note', 'x')).status).toBe(403);
    site.server.role = 'read';
    expect((await api('POST', `/mappings/${name}/usage`, { last: 1 })).status).toBe(403);
    const { page, complaints, close } = await open('lost', { locale: 'nl-NL' });
    await page.getByRole('heading', { name: `Wat ${name} verliest` }).waitFor();
    expect(await page.getByRole('button', { name: 'Tel' }).count()).toBe(0);
    expect(await readDraft()).toEqual({});
    expect(complaints).toEqual([]);
    await close();
  });

  it('compares a draft: outcomes first, an example side by side, one page to sign; the address keeps it', async () => {
    await draft(stopping);
    const { page, complaints, close } = await open('compare');
    await page.getByLabel('Received in').selectOption('365');
    await page.getByRole('button', { name: 'Compare', exact: true }).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: /that were sent would not be sent/ }).waitFor();
    await page.reload();
    await page.getByRole('heading', { name: /that were sent would not be sent/ }).waitFor();
    const groups = page.getByRole('navigation', { name: 'What differs' });
    await groups.getByRole('link').first().focus();
    await page.keyboard.press('Enter');
    await page.getByText('A person decides.').first().waitFor();
    await page.getByText('Nothing would be sent.').waitFor();
    const counted = (await page.getByText(/the same, \d+ would end/).textContent()) ?? '';
    const [all = 0, ...parts] = [
      ...counted.matchAll(/(\d+) (?:messages? since|the same|would end|with other|for another|cannot)/g),
    ].map(([, n]) => Number(n));
    expect(parts.reduce((sum, n) => sum + n, 0)).toBe(all);
    await expectSound(page);
    const saved = page.waitForEvent('download');
    await page.getByRole('button', { name: 'The same, masked' }).click();
    const html = readFileSync(await (await saved).path(), 'utf8');
    expect(html).toContain('Seen and agreed');
    expect(html).not.toContain('m.janssen');
    expect(existsSync(own('ignored.csv'))).toBe(false);
    expect(complaints).toEqual([]);
    await close();
  });

  it('a comparison is of one channel or party, and its owner alone sees it', async () => {
    await draft(stopping);
    const begin = (more: object) => api('POST', `/mappings/${name}/comparison`, { days: 365, ...more });
    const look = (run: string, of = name) => api('GET', `/mappings/${of}/comparison?run=${run}`);
    const { body } = await begin({ party: 'nobody' });
    await expect
      .poll(async () => (await look(body.run)).body, { timeout: 60_000 })
      .toMatchObject({
        ...{ kind: 'done', of: 0, groups: [], freed: [], party: 'nobody' },
      });
    const { page, close } = await open(`compare?comparison=${body.run}`);
    await page.getByRole('heading', { name: 'There was no message to compare.' }).waitFor();
    await close();
    expect((await look(body.run, 'order-to-order')).body).toMatchObject({ code: 'no-run' });
    expect((await look('another')).status).toBe(404);
    site.server.role = 'operate';
    expect((await look(body.run)).status).toBe(403);
  });

  it('runs fixtures with the draft, accepts one into it, and makes one of a message, masked', async () => {
    const fixture = join(site.server.startConfig.mappings ?? '', 'fixtures', `${name}.mine`);
    cpSync(join(packageFolder('mappings'), 'fixtures', `${name}.full`), fixture, { recursive: true });
    await draft(ownText.replace('cbc:Note[1]', 'cbc:ID'));
    const { page, complaints, close } = await open('fixtures');
    // a page that was opened takes the focus to its beginning
    await page.getByRole('heading', { level: 1 }).waitFor();
    await page.getByRole('button', { name: 'Run all' }).press('Enter');
    await page.getByRole('heading', { name: '1 of 1 fixture gives another result than expected.' }).waitFor();
    // also for who comes by another way
    await page.goto(`${site.server.url}/mappings/${name}/history`);
    await page.getByRole('link', { name: 'Fixtures 1', exact: true }).waitFor();
    await page.goto(`${site.server.url}/mappings/${name}/fixtures`);
    await page.getByText(/^\+ .*"description"/).waitFor();
    await expectSound(page);
    await page.getByRole('button', { name: 'Publish…' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText(`The fixture ${name}.mine gives another result than expected.`).waitFor();
    expect(await dialog.getByRole('listitem').count()).toBe(1);
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('button', { name: /^Accept this one/ }).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'The fixture passes with your draft.' }).waitFor();
    const [expected] = Object.keys(await readDraft()).filter((path) => path.startsWith('fixtures/'));
    expect(expected).toBe(`fixtures/${name}.mine/expected.json`);
    const { channels } = site.server.startConfig;
    const delivered = (await site.server.journal.list({ outcome: 'delivered', limit: 100 })).find(
      ({ channel }) => channels[channel]?.map?.join() === name,
    );
    await page.getByLabel('Message').fill(String(delivered?.id));
    await page.getByLabel('Called').fill('from-demo');
    await page.getByRole('button', { name: 'Make it' }).click();
    await page
      .getByText('The fixture is in your draft.')
      .or(page.getByText('would stay readable'))
      .first()
      .waitFor();
    const again = page.getByRole('button', { name: 'They may stay readable: make it' });
    if (await again.isVisible()) await again.click();
    await page.getByText('Read what it holds').waitFor();
    const made = (await readDraft())[`fixtures/${name}.from-demo/document.xml`] ?? '';
    expect(made).toContain('<Order');
    expect(made).not.toContain('Call reception');
    expect(existsSync(join(fixture, '..', `${name}.from-demo`))).toBe(false);
    await page.getByRole('heading', { name: 'All 2 fixtures pass with your draft.' }).waitFor();
    expect(complaints).toEqual([]);
    rmSync(fixture, { recursive: true });
    await close();
  });

  /** What came of planning, and its token. */
  const plan = async (more: object = {}) => {
    const { body } = await api('POST', `/mappings/${name}/publication`, more);
    const look = () => api('GET', `/mappings/${name}/publication?token=${body.token}`);
    await expect.poll(async () => (await look()).body.kind, { timeout: 120_000 }).not.toBe('working');
    return { token: String(body.token), ...(await look()).body };
  };
  const publish = (token: string, reason: string) =>
    api('POST', `/mappings/${name}/publish`, { token, reason });
  const publishText = async (text: string, reason: string, more: Readonly<Record<string, string>> = {}) => {
    await draft(text, more);
    expect((await publish((await plan()).token, reason)).body).toMatchObject({ kind: 'published' });
  };

  it('needs a reason where messages would stop, and blanks are none', async () => {
    await draft(stopping);
    const planned = await plan();
    expect(planned).toMatchObject({ kind: 'plan', needsReason: 'stops-messages' });
    for (const reason of ['', ' \n '])
      expect((await publish(planned.token, reason)).body).toMatchObject({ kind: 'refused' });
    expect(readFileSync(own(`${name}.yaml`), 'utf8')).toBe(ownText);
    site.server.config = () => ({ ...site.server.startConfig, workbench: 'readOnly' });
    expect((await publish(planned.token, 'because')).body).toMatchObject({ code: 'read-only' });
    expect(await readDraft()).toHaveProperty([`${name}.yaml`]);
    const { page, close } = await open('fixtures');
    await page.getByText('This installation publishes through git').waitFor();
    expect(await page.getByRole('button', { name: 'Publish…' }).isDisabled()).toBe(true);
    await close();
  });

  it('shows who published what and why, goes back with a reason, and leaves the draft alone', async () => {
    const hostile = '<img src=x onerror=alert(1)> "agreed"';
    await publishText(ownText.replace('cbc:Note[1]', 'cbc:Note[2]'), hostile);
    const runningMappings = () => hashRunningMappings(site.server.startConfig.mappings) ?? '';
    const second = runningMappings();
    const units = { 'tables/units-to-exchange.add.csv': 'unit in the ERP,unit at the exchange\nSTUK,C62\n' };
    await publishText(ownText.replace('cbc:Note[1]', 'cbc:Note[3]'), 'the third note', units);
    await draft(ownText.replace('cbc:Note[1]', 'cbc:Note[4]'));
    const gatewayRuns = (hash: string | undefined) =>
      site.server.journal.troubles.replaceTroubles('east', [], hash);
    await gatewayRuns(second);
    const { page, complaints, close } = await open('history');
    const gateway = page.getByRole('listitem').filter({ hasText: 'east' });
    const published = (await site.server.journal.publications()).at(-2)?.id;
    await gateway.getByText(`still uses the mappings of publication ${published}`).waitFor();
    await page
      .getByRole('heading', { name: /^v\d+ is published; not every gateway runs it yet\.$/ })
      .waitFor();
    await gatewayRuns(runningMappings());
    await page.reload();
    await gateway.getByText('uses the mappings as they are now').waitFor();
    await page.getByRole('heading', { name: /^v\d+ runs since / }).waitFor();
    await gateway.getByText(runningMappings().slice(0, 8)).waitFor();
    await page.getByText('By m.janssen: the third note').waitFor();
    await page.getByText(hostile).first().waitFor();
    await page.getByRole('link', { name: /agreed/ }).focus();
    await page.keyboard.press('Enter');
    await page.getByText('cbc:Note[2]').waitFor();
    await expectSound(page);
    await page.getByRole('button', { name: /^Go back to v\d+…/ }).click();
    await page.getByText(/Compared with \d+/).waitFor();
    await expectAccessible(page);
    await page.getByRole('heading', { name: /^Go back to v\d+\?$/ }).waitFor();
    await page.getByRole('dialog').getByText(`${name}.yaml`, { exact: true }).waitFor();
    await page.getByRole('dialog').getByText('tables/units-to-exchange.add.csv is taken away').waitFor();
    await page.getByLabel(/kept in the journal/).fill('the third was wrong');
    await page.keyboard.press('Control+Enter');
    await page.getByText('By m.janssen: the third was wrong').waitFor();
    expect(readFileSync(own(`${name}.yaml`), 'utf8')).toContain('cbc:Note[2]');
    const { action, reason } = (await site.server.journal.publications()).at(-1) ?? {};
    expect([action, reason]).toEqual(['restore', 'the third was wrong']);
    expect((await readDraft())[`${name}.yaml`]).toContain('cbc:Note[4]');
    writeFileSync(own(`${name}.yaml`), ownText.replace('cbc:Note[1]', 'cbc:Note[5]'));
    await page.reload();
    await page.getByText('Somebody has edited the files by hand').waitFor();
    await page.locator('ins', { hasText: 'cbc:Note[5]' }).waitFor();
    await expectSound(page);
    expect(complaints).toEqual([]);
    await close();
  });

  it('offers to retry exactly what a publication has freed and what is still parked', async () => {
    const { journal } = site.server;
    const [first = 0, second = 0] = await parkOrders(journal, 'orders-json', 2, 'STK');
    const [reason, hash] = ['STK is in the table', 'f'.repeat(64)];
    await journal.addPublication({
      ...{ action: 'publish', who: 'm.janssen', reason, before: hash, after: hash, freed: [first, second] },
    });
    await journal.enqueueCommand({ action: 'discard', message: first, force: false, reason: 'twice' });
    await journal.carryOutCommands();
    const gatewayRuns = (mappings: string) => journal.troubles.replaceTroubles('east', [], mappings);
    await gatewayRuns('a'.repeat(64));
    const { page, complaints, close } = await open('history');
    const line = page.getByRole('listitem').filter({ hasText: reason });
    const retry = line.getByRole('button', { name: 'Retry the message that it frees…' });
    // with what runs there still it would be parked again
    await page.getByText('Messages can be retried once every gateway uses').waitFor();
    expect(await retry.isDisabled()).toBe(true);
    await gatewayRuns(hashRunningMappings(site.server.startConfig.mappings) ?? '');
    await retry.click();
    await page.getByLabel('Why').fill('it goes now');
    await page.keyboard.press('Control+Enter');
    await page.getByRole('heading', { name: 'Retrying: 0 of 1.' }).waitFor();
    while (await journal.advanceBulkDecisions()) await journal.carryOutCommands();
    await page.getByRole('heading', { name: /^1 of 1/ }).waitFor();
    expect((await journal.message(second))?.state).not.toBe('parked');
    await page.goBack();
    await line.waitFor();
    expect(await line.getByRole('button').count()).toBe(0);
    expect(complaints).toEqual([]);
    await close();
  });

  it('retries what a publication frees as soon as every gateway uses it, where whoever publishes says so', async () => {
    const { journal } = site.server;
    writeFileSync(own(`${name}.yaml`), stopping);
    const gatewayRuns = (hash: string | undefined) => journal.troubles.replaceTroubles('east', [], hash);
    await gatewayRuns(hashRunningMappings(site.server.startConfig.mappings));
    await draft(ownText);
    const { page, complaints, close } = await open('compare');
    await page.getByRole('button', { name: 'Publish…' }).click();
    const box = page.getByRole('checkbox', { name: /^Afterwards retry/ });
    await box.waitFor();
    expect(await box.isChecked()).toBe(true);
    await expectAccessible(page);
    await page.getByLabel(/kept in the journal/).fill('orders go again');
    await page.keyboard.press('Control+Enter');
    // with what runs there still they would be parked again
    await page.getByText(/as soon as every gateway uses it/).waitFor();
    expect(await journal.listBulkDecisions(1)).not.toMatchObject([{ reason: 'orders go again' }]);
    await expectAccessible(page);
    await gatewayRuns(hashRunningMappings(site.server.startConfig.mappings));
    await page.getByRole('heading', { name: /^Retrying: 0 of/ }).waitFor();
    const freed = (await journal.publications()).at(-1)?.freed ?? [];
    const [decision] = await journal.listBulkDecisions(1);
    expect(decision).toMatchObject({ action: 'retry', who: 'm.janssen', reason: 'orders go again' });
    const items = await journal.listBulkItems({ decision: decision?.id ?? 0, limit: 100 });
    expect(items.map(({ message }) => message)).toEqual(freed.toSorted((a, b) => a - b));
    expect(complaints).toEqual([]);
    await close();
  });

  it('shows what somebody has changed in the same file, and goes on top of it when that was seen', async () => {
    const text = (one: string, other: string) =>
      `mapping: ${name}\nextends: scsn-gateway/${name}\ntarget:\n  order:\n    description: "${one}"\n    # lines\n    # between\n    supplierAccountNumber: { $text: ${other} }\n`;
    writeFileSync(own(`${name}.yaml`), text('cbc:Note[1]', 'first'));
    await draft(text('cbc:Note[2]', 'first'));
    writeFileSync(own(`${name}.yaml`), text('cbc:Note[1]', 'theirs'));
    const { page, complaints, close } = await open('lost');
    await page.getByRole('button', { name: 'Publish…' }).click();
    await page.getByRole('heading', { name: 'What others have changed' }).waitFor();
    await page.locator('ins', { hasText: 'theirs' }).waitFor();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'I have seen it: publish on top of it' }).click();
    await page.getByText(/Compared with \d+/).waitFor();
    await page.getByLabel(/kept in the journal/).fill('both');
    await page.getByRole('dialog').getByRole('button', { name: 'Publish', exact: true }).click();
    await page.getByText(/^Published/).waitFor();
    expect(readFileSync(own(`${name}.yaml`), 'utf8')).toBe(text('cbc:Note[2]', 'theirs'));
    expect(complaints).toEqual([]);
    await close();
  });

  // the last: nothing is left of the documents
  it('says of a message whose documents are deleted that they are, once, and that nothing was checked', async () => {
    await site.server.journal.prune({ bodies: '2999-01-01T00:00:00.000Z' }, 1_000);
    const [gone] = await site.server.journal.list({ channel: 'orders-csv', outcome: 'delivered', limit: 1 });
    const { page, close } = await site.newPage();
    await page.goto(`${site.server.url}/mappings/${name}?source=message:${gone?.id}`);
    await page.getByText('mapping not checked').waitFor();
    expect(await page.getByText('The documents of this message have been deleted').count()).toBe(1);
    await close();
  });
});
