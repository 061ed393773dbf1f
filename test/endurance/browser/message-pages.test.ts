import { describe, expect, it } from 'vitest';
import { expectSoundAt, hasChromium } from '../../browser/kit/chromium.ts';
import { parkOrders, usePagesSite } from '../../browser/kit/pages-site.ts';

describe.skipIf(!hasChromium)('one message', () => {
  const site = usePagesSite();

  /** The message of a file that the demo leaves. */
  async function idOf(name: string): Promise<number> {
    const [message] = await site.server.journal.list({ find: name, limit: 1 });
    if (!message) throw new Error(`The demo left no ${name}.`);
    return message.id;
  }

  const openMessage = async (name: string, options = {}, query = '') => {
    const id = await idOf(name);
    const opened = await site.open(`/messages/${id}${query}`, options);
    return { id, ...opened };
  };

  it.each([
    ['disputed-line.xml', [1440, 360], ''],
    ['currency-missing.xml', [1024], ''],
    ['order-edifact.edi', [1440, 360], '?view=tree'],
  ] as const)('%s opens without a complaint, and is accessible, %j wide', async (name, widths, query) => {
    const { page, complaints, close } = await openMessage(name, {}, query);
    await expectSoundAt(page, widths);
    expect(complaints).toEqual([]);
    await close();
  });

  it('says why it is parked, with the finding at its line; F8 goes there, and the rest unfolds', async () => {
    const { page, close } = await openMessage('disputed-line.xml');
    await page
      .getByRole('heading', {
        level: 1,
        name: 'Parked: the line is disputed: it is not to be processed yet.',
      })
      .waitFor();
    const code = page.getByRole('list', { name: 'Document' });
    const note = code.getByRole('note');
    expect(await note.innerText()).toContain('Settle it with the other party');
    expect(await code.locator('mark').innerText()).toBe('disputed');
    await page.keyboard.press('F8');
    expect(await note.evaluate((one) => one === document.activeElement)).toBe(true);
    await code
      .getByRole('button', { name: /^19 lines without findings/ })
      .first()
      .click();
    await code.getByText('urn:').first().waitFor();
    await close();
  });

  it('leads to each mapping that made it, with the message opened there', async () => {
    const { id, page, close } = await openMessage('order-edifact.edi');
    for (const name of ['edifact-orders-to-order', 'complete-order', 'order-to-exchange']) {
      const link = page.getByRole('link', { name, exact: true });
      expect(await link.getAttribute('href')).toBe(`/mappings/${name}?source=message:${id}`);
    }
    await page.getByTitle('Versions of complete-order').click();
    await page.getByRole('heading', { name: 'Versions' }).waitFor();
    await close();
  });

  it('leads first to the table that lacks a value, where the reader may change it', async () => {
    const [id = 0] = await parkOrders(site.server.journal, 'orders-json', 1, 'STK');
    const openParked = () => site.open(`/messages/${id}`, { locale: 'nl-NL' });
    const { page, close } = await openParked();
    const link = page.getByRole('list', { name: 'Beslissen' }).locator('.p');
    expect(await link.innerText()).toBe('Open de tabel');
    expect(await link.getAttribute('href')).toBe(
      `/mappings/order-to-exchange/tables?table=unit&source=message:${id}`,
    );
    await close();
    site.server.role = 'operate';
    const asOperator = await openParked();
    await asOperator.page.getByRole('button', { name: 'Opnieuw proberen', exact: true }).waitFor();
    expect(await asOperator.page.getByText('Open de tabel').count()).toBe(0);
    await asOperator.close();
  });

  it('is Dutch for who reads Dutch, with what a delivered rule found in English', async () => {
    const { page, close } = await openMessage('disputed-line.xml', { locale: 'nl-NL' });
    const kept = await site.server.journal.list({ find: 'disputed-line.xml', limit: 1 });
    expect(kept[0]?.findings.map(({ message }) => message)).toContain(
      'The line is disputed: it is not to be processed yet.',
    );
    const text = await page.getByRole('main').innerText();
    for (const part of ['De regel', 'orderregel 1']) expect(text).toContain(part);
    expect(text).not.toMatch(/The line|order line|Settle it/);
    await close();
  });

  it('says where it was opened from, and not that somebody has to act where nobody has', async () => {
    const { page, close } = await openMessage('disputed-line.xml');
    const crumbs = page.getByRole('navigation', { name: 'Where you are' });
    await crumbs.getByRole('link', { name: 'Needs action' }).waitFor();
    await page.goto(`${site.server.url}/messages/${await idOf('order-edifact.edi')}`);
    await crumbs.getByRole('link', { name: 'Messages' }).waitFor();
    expect(await page.getByRole('main').innerText()).toMatch(/ (At \d\d:\d\d|On \w{3} \d+ \w+ \d\d:\d\d)\./);
    await close();
  });

  it('an interchange is shown as a tree with what its format calls each value', async () => {
    const { page, close } = await openMessage('order-edifact.edi', { locale: 'nl-NL' });
    await page.getByRole('heading', { level: 1, name: 'Verstuurd naar de exchange.' }).waitFor();
    await page.getByRole('link', { name: 'Boom' }).click();
    await page.getByRole('list', { name: 'Boom' }).getByText('2 document number').waitFor();
    await close();
  });

  it('says where it stands in the list it was opened from, and j and k go on', async () => {
    const { page, close } = await site.open('/messages?outcome=rejected');
    const numbers = await page.locator('td.m-number a').allInnerTexts();
    await page.locator('td.m-number a').first().click();
    await page.getByRole('link', { name: `1 of ${numbers.length}` }).waitFor();
    await page.keyboard.press('j');
    await page.getByRole('link', { name: `2 of ${numbers.length}` }).waitFor();
    expect(new URL(page.url()).pathname).toBe(`/messages/${numbers[1]}`);
    await page.keyboard.press('k');
    await page.getByRole('link', { name: `1 of ${numbers.length}` }).waitFor();
    await page.getByRole('link', { name: `1 of ${numbers.length}` }).click();
    await page.waitForURL('**/messages?outcome=rejected');
    await close();
  });

  it('shows what a retry would send today, and sends nothing', async () => {
    const { id, page, complaints, close } = await openMessage('disputed-line.xml');
    const before = await site.server.journal.message(id);
    await page.getByRole('button', { name: 'What a retry would send today' }).click();
    await page.getByText('Today: will be parked again.').waitFor();
    expect(await site.server.journal.message(id)).toEqual(before);
    expect(complaints).toEqual([]);
    await close();
  });

  const isFocused = (one: Element): boolean => one === document.activeElement;

  it('has what the exchange answered, once for each, and leads there, on a phone too', async () => {
    const { page, complaints, close } = await openMessage('supplier-unknown.xml', {
      viewport: { width: 390, height: 800 },
    });
    await page.getByRole('link', { name: 'Read the answer' }).click();
    await expect
      .poll(() => page.getByRole('heading', { name: 'Answer of the exchange' }).evaluate(isFocused))
      .toBe(true);
    const answer = page.getByRole('list', { name: 'Answer of the exchange' });
    expect(await answer.innerText()).toContain('Account number UNKNOWN-77 is not known.');
    // it was tried two or three times: pauses differ
    await page.getByText(/[23] attempts since (\w{3} \d+ \w+ )?\d\d:\d\d, last: 404/).waitFor();
    const parts = page.getByRole('definition').filter({ hasText: 'where it goes' });
    expect(await parts.getByRole('button', { name: 'result' }).count()).toBe(1);
    expect(complaints).toEqual([]);
    await close();
  });

  it.each(['', '?view=tree'])(
    'a line that a finding names is gone to, from its list below “%s”',
    async (query) => {
      const { id, page, close } = await openMessage('decimal-comma.xml', {}, query);
      await page.getByRole('region', { name: 'All findings' }).getByRole('link', { name: '37' }).click();
      const note = page.getByRole('note');
      await expect.poll(() => note.evaluate(isFocused)).toBe(true);
      expect(new URL(page.url()).pathname).toBe(`/messages/${id}`);
      await close();
    },
  );

  it('is downloaded byte for byte', async () => {
    const { id, page, close } = await openMessage('disputed-line.xml');
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Download: received' }).first().click(),
    ]);
    expect(download.suggestedFilename()).toBe('disputed-line.xml');
    const bytes = await (await download.createReadStream()).toArray();
    const kept = await site.server.journal.part(id, 'received');
    expect(Buffer.concat(bytes).equals(Buffer.from(kept ?? []))).toBe(true);
    await close();
  });

  it('is discarded with a reason, which the journal keeps with the user; the page shows it', async () => {
    const { id, page, complaints, close } = await openMessage('supplier-unknown.xml');
    await page.keyboard.press('d');
    const dialog = page.getByRole('dialog');
    await dialog.getByText('It ends here and is never sent.').waitFor();
    await dialog.getByRole('button', { name: 'Discard' }).click();
    expect((await site.server.journal.message(id))?.state).toBe('parked');
    await dialog.getByLabel('Why (kept in the journal)').fill('exported again');
    await page.keyboard.press('Control+Enter');
    await page.getByRole('heading', { level: 1, name: /^Discarded: / }).waitFor();
    await page.getByText('“exported again”').waitFor();
    expect(await site.server.journal.history(id)).toMatchObject([
      { action: 'discard', who: 'm.janssen', reason: 'exported again' },
    ]);
    expect(complaints).toEqual([]);
    await close();
  });

  it('a refusal is closed, and then nobody has to act', async () => {
    const { page, close } = await openMessage('decimal-comma.xml', { locale: 'nl-NL' });
    await page.getByText('ERP-beheer moet iets doen.').waitFor();
    await page.getByRole('button', { name: 'Afsluiten' }).click();
    await page.getByLabel('Waarom (komt in het journaal)').fill('met de hand hersteld');
    await page.getByRole('dialog').getByRole('button', { name: 'Afsluiten' }).click();
    await page.getByText('Niemand hoeft iets te doen.').waitFor();
    await close();
  });

  it('who comes second is told who was first and why, and keeps what was typed', async () => {
    const { id, page, close } = await openMessage('disputed-line.xml');
    await page.getByRole('button', { name: 'Let later ones pass' }).click();
    await page.getByLabel('Why (kept in the journal)').fill('mine');
    await site.server.journal.enqueueCommand({
      action: 'release',
      message: id,
      force: false,
      reason: 'hers',
      who: 'anna',
    });
    await expect.poll(async () => (await site.server.journal.message(id))?.released).toBe(true);
    await page.getByRole('dialog').getByRole('button', { name: 'Let later ones pass' }).click();
    expect(await page.getByRole('alert').innerText()).toMatch(
      /^Someone else was first\. anna, .*: release \(“hers”\)\. Nothing was done\.$/,
    );
    expect(await page.getByLabel('Why (kept in the journal)').inputValue()).toBe('mine');
    await page.keyboard.press('Escape');
    await expect.poll(() => page.getByRole('button', { name: 'Let later ones pass' }).count()).toBe(0);
    expect(await site.server.journal.history(id)).toHaveLength(1);
    await close();
  });

  it('without a connection nothing typed is lost, and it works again after', async () => {
    const { id, page, close } = await openMessage('disputed-line.xml');
    await page.keyboard.press('r');
    await page.getByLabel(/^Why/).fill('talked to them');
    await page.route('**/decisions', (route) => route.abort());
    await page.getByRole('dialog').getByRole('button', { name: 'Retry' }).click();
    await page.getByText('It may have been done all the same: look before you do it again.').waitFor();
    await page.unroute('**/decisions');
    await page.getByRole('dialog').getByRole('button', { name: 'Retry' }).click();
    await page.getByRole('status').getByText('It is tried again.').waitFor();
    await page.getByRole('button', { name: 'Close' }).click();
    expect(await site.server.journal.history(id)).toContainEqual(
      expect.objectContaining({ action: 'retry', who: 'm.janssen', reason: 'talked to them' }),
    );
    await close();
  });

  it('who may only read can tell somebody, and the gateway refuses the rest', async () => {
    site.server.role = 'read';
    const { id, page, close } = await openMessage('no-namespaces.xml');
    const ways = page.getByRole('list', { name: 'Decide' });
    expect(await ways.getByRole('button').allInnerTexts()).toEqual(['Copy for a ticket']);
    const answer = await page.request.post(`${site.server.url}/api/messages/${id}/decisions`, {
      data: { action: 'close', reason: 'no right', seen: '' },
    });
    expect(answer.status()).toBe(403);
    expect(await site.server.journal.history(id)).toEqual([]);
    await close();
  });

  it('a document that retention deleted says so, and what happened stays', async () => {
    const { id, page, complaints, close } = await openMessage('order-edifact.edi');
    await site.server.journal.prune({ bodies: '2999-01-01T00:00:00.000Z' }, 1_000);
    await page.reload();
    await page.getByText('The document was deleted by retention. What happened is kept.').waitFor();
    await page.getByText('200 after').waitFor();
    await page.getByText('deleted by retention', { exact: true }).waitFor();
    await page.goto(`${site.server.url}/messages/${await idOf('decimal-comma.xml')}`);
    await page.getByRole('listitem').filter({ hasText: 'is not a number' }).getByText('37').waitFor();
    expect(await page.getByRole('link', { name: '37' }).count()).toBe(0);
    await page.goto(`${site.server.url}/messages/${id}/edit`);
    await page.getByRole('heading', { level: 1, name: /cannot be edited here/ }).waitFor();
    expect(await page.getByText('The fault is ours.').count()).toBe(0);
    expect(complaints.filter((one) => !one.includes('409'))).toEqual([]);
    await close();
  });

  it('of several orders it leads to each, and says in Dutch where it was published', async () => {
    const { page, close } = await openMessage('ShipmentIssuedBySupplier', { locale: 'nl-NL' });
    await page.getByText(/gepubliceerd als ZEND-\d+-\d+\.xml na \d+ ms/).waitFor();
    await page.getByRole('link', { name: 'Order 4500017801' }).waitFor();
    await page.getByRole('link', { name: 'Order 4500017802' }).click();
    await page.getByRole('heading', { level: 1, name: /4500017802/ }).waitFor();
    await close();
  });

  it('a message that is not there says so', async () => {
    const { page, close } = await site.open('/messages/999999');
    await page
      .getByRole('heading', { level: 1, name: 'There is no message 999999 in the journal.' })
      .waitFor();
    await close();
  });
});
