import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { hashRunningMappings } from '../../../src/workbench/drafts/keep-draft.ts';
import { expectAccessible, hasChromium } from '../../browser/kit/chromium.ts';
import { expectSound, useDraftSite } from '../../browser/kit/draft-site.ts';
import { name, ownText } from '../../browser/kit/editor-site.ts';
import { parkOrders } from '../../browser/kit/pages-site.ts';

/**
 * The parts of the workbench beside the editor, each as somebody goes through it; the address holds what was asked. Several publications
 * and the fixtures: workbench-pages.test.ts.
 */

/** Every order would be put aside. */
const stopping = ownText.replace(
  'target:',
  `stop:
  - { when: "cbc:ID", as: parked, code: not-now, say: A person decides., advice: Decide. }
target:`,
);

describe.skipIf(!hasChromium)('the workbench beside its editor', () => {
  const { site, own, api, draft, readDraft, open, plan, publish } = useDraftSite();

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
    await page.getByRole('button', { name: 'Compare', exact: true }).waitFor();
    // on a phone nobody edits, and the page says so
    await page.setViewportSize({ width: 390, height: 844 });
    await page.getByText('This screen is too small to edit').waitFor();
    expect(await page.getByRole('button', { name: /^(Compare|Publish…)$/ }).count()).toBe(0);
    await close();
    expect((await look(body.run, 'order-to-order')).body).toMatchObject({ code: 'no-run' });
    expect((await look('another')).status).toBe(404);
    site.server.role = 'operate';
    expect((await look(body.run)).status).toBe(403);
  });

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
    await expectSound(page);
    await close();
  });

  it('offers to retry exactly what a publication has freed and what is still parked', async () => {
    const { journal } = site.server;
    const [first = 0, second = 0] = await parkOrders(journal, 'orders-json', 2, 'STK');
    const [reason, hash] = ['STK is in the table', 'f'.repeat(64)];
    await journal.addPublication(
      { action: 'publish', who: 'm.janssen', reason, before: hash, after: hash, freed: [first, second] },
      { mappings: hash, standing: [] },
    );
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
    await expectSound(page);
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
    const line = page.getByRole('listitem').filter({ hasText: 'orders go again' });
    await line.getByRole('link', { name: /retried as soon as east uses publication/ }).waitFor();
    expect(await line.getByRole('button', { name: /that it frees/ }).count()).toBe(0);
    expect(await journal.advanceBulkDecisions()).toBe(false);
    await expectSound(page);
    const freed = (await journal.publications()).at(-1)?.freed ?? [];
    const [decision] = await journal.listPublicationDecisions(1);
    const retry = { action: 'retry', who: 'm.janssen', reason: 'orders go again' };
    expect(decision).toMatchObject({ ...retry, state: 'deferred', done: 0 });
    const items = await journal.listBulkItems({ decision: decision?.id ?? 0, limit: 100 });
    expect(items.map(({ message }) => message)).toEqual(freed.toSorted((a, b) => a - b));
    // the window is nothing that it needs
    await page.goto(`${site.server.url}/mappings/${name}`);
    await page.getByRole('link', { name: /retried as soon as east uses publication/ }).waitFor();
    await gatewayRuns(hashRunningMappings(site.server.startConfig.mappings));
    while (await journal.advanceBulkDecisions()) await journal.carryOutCommands();
    await page.goto(`${site.server.url}/mappings/${name}/history`);
    await line.getByRole('link', { name: /^\d+ retried by m.janssen, / }).click();
    await page.getByRole('heading', { name: /retried\.$/ }).waitFor();
    expect(complaints).toEqual([]);
    await close();
  });

  it('a retry that waits for a gateway can be called off, and is given up where what was published is changed again', async () => {
    const { journal } = site.server;
    await journal.troubles.replaceTroubles('east', [], 'a'.repeat(64));
    const asks = async (why: string, standing: readonly number[]) => {
      const [parked = 0] = await parkOrders(journal, 'orders-json', 1, 'STK');
      const [who, hash] = ['m.janssen', 'f'.repeat(64)];
      const about = { who, reason: why, before: hash, after: hash, freed: [parked] };
      const retry = { action: 'retry', force: false, who, reason: why, filter: '{}' } as const;
      return journal.addPublication(
        { action: 'publish', ...about },
        {
          ...{ mappings: hash, standing },
          decision: { ...retry, messages: [parked], heldBack: 0, behind: 0 },
        },
      );
    };
    await asks('first', []);
    const { page, close } = await open('history', { locale: 'nl-NL' });
    const line = (why: string) => page.getByRole('listitem').filter({ hasText: why });
    const number = await asks('second', []);
    await page.reload();
    await line('first').getByText(`Niet opnieuw: publicatie ${number} van m.janssen wijzigde`).waitFor();
    await line('second')
      .getByText(`1 bericht gaat opnieuw zodra east publicatie ${number} gebruikt.`)
      .waitFor();
    await expectSound(page);
    await line('second').getByRole('link').click();
    await page.getByRole('heading', { name: /1 bericht gaat opnieuw zodra elke gateway/ }).waitFor();
    await page.goBack();
    await line('second').getByRole('button', { name: 'Niet opnieuw proberen' }).click();
    await expect.poll(() => journal.advanceBulkDecisions()).toBe(false);
    await line('second').getByText('Niet opnieuw: m.janssen zag ervan af.').waitFor();
    await line('second')
      .getByRole('button', { name: /vrijgekomen/ })
      .waitFor();
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
