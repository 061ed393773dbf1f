import { describe, expect, it } from 'vitest';
import { computeHealth } from '../../../src/operator/health/health.ts';
import { hasChromium } from '../../browser/kit/chromium.ts';
import { fact, usePagesSite } from '../../browser/kit/pages-site.ts';

const troubles = () =>
  computeHealth([
    fact('exchange-away', '', 'No answer from `exchange.example`.'),
    fact('parked', 'orders-json', 'A person has to decide on 3 documents.\nmessage 7 (a.xml): disputed.'),
  ]);

describe.skipIf(!hasChromium)('the page of alarms', () => {
  const site = usePagesSite();

  it('is sound in both languages, at every width', async () => {
    site.server.health = troubles();
    await site.expectSound('/alarms');
  });

  it('says that there are none', async () => {
    const { page, close } = await site.open('/alarms');
    await page.getByRole('heading', { name: 'There are no alarms.' }).waitFor();
    await page.getByText('alarms.whoToCall').waitFor();
    await close();
  });

  it('says what stands still, who has to act, and lets one acknowledge it with the keyboard', async () => {
    site.server.health = troubles();
    const { page, complaints, close } = await site.open('/alarms');
    await page.getByRole('heading', { name: 'One thing has stopped; one more needs a look.' }).waitFor();
    const line = page.getByRole('listitem').filter({ hasText: 'The exchange cannot be reached' });
    await line.getByText('The exchange’s help desk').waitFor();
    await line.getByText('ask them; then it goes on by itself').waitFor();
    const named = page.getByRole('link', { name: 'message 7' });
    expect(await named.getAttribute('href')).toMatch(/messages\/7$/);
    await line.getByRole('button', { name: 'Acknowledge' }).focus();
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Acknowledge: The exchange cannot be reached' });
    await dialog.waitFor();
    await page.keyboard.type('I call them');
    await page.keyboard.press('Control+Enter');
    await line.getByText('m.janssen').waitFor();
    await line.getByText('I call them').waitFor();
    expect(await line.getByRole('button', { name: 'Acknowledge' }).count()).toBe(0);
    expect(await site.server.journal.history()).toMatchObject([
      { subject: 'alarm exchange-away', action: 'acknowledge', who: 'm.janssen', reason: 'I call them' },
    ]);
    // the bar counts those that nobody has seen
    await page
      .getByRole('link', { name: /^Alarms\s*1$/ })
      .first()
      .waitFor();
    expect(complaints).toEqual([]);
    await close();
  });

  it('silences an alarm for a while, shows who and why, and ends it', async () => {
    site.server.health = troubles();
    const { page, close } = await site.open('/alarms');
    const line = page.getByRole('listitem').filter({ hasText: 'orders-json' });
    await line.getByRole('button', { name: 'Silence…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Silence alarms' });
    expect(await dialog.getByLabel('What').inputValue()).toBe('parked');
    expect(await dialog.getByLabel('Channel, folder or disk').inputValue()).toBe('orders-json');
    await dialog.getByLabel('For').selectOption('60');
    await dialog.getByLabel('Why').fill('we know');
    await dialog.getByRole('button', { name: 'Silence' }).click();
    await line.getByText('silenced').waitFor();
    await page.getByRole('row', { name: /orders-json.*we know · m\.janssen/ }).waitFor();
    await page.getByRole('button', { name: 'End it' }).click();
    await page.getByRole('dialog').getByLabel('Why').fill('done');
    await page.getByRole('dialog').getByRole('button', { name: 'End it' }).click();
    await page.getByRole('row', { name: /we know/ }).waitFor({ state: 'detached' });
    await close();
  });

  it('keeps what was typed when the gateway refuses, and says why there', async () => {
    site.server.health = troubles();
    const { page, close } = await site.open('/alarms');
    await page.getByRole('button', { name: 'Acknowledge' }).first().click();
    await page.route('**/api/alarms/acknowledgements', (route) => route.abort());
    await page.getByLabel('Why').fill('a long reason');
    await page.getByRole('dialog').getByRole('button', { name: 'Acknowledge' }).click();
    await page.getByRole('alert').filter({ hasText: 'The gateway did not answer.' }).waitFor();
    expect(await page.getByLabel('Why').inputValue()).toBe('a long reason');
    await close();
  });

  it('lets a reader look and decide nothing, in Dutch', async () => {
    site.server.role = 'read';
    site.server.health = troubles();
    const { page, close } = await site.open('/alarms', { locale: 'nl-NL' });
    await page.getByRole('heading', { name: 'Eén ding staat stil; nog één vraagt aandacht.' }).waitFor();
    await page.getByText('NL: A person has to decide').waitFor();
    expect(await page.getByRole('button', { name: /Dempen|Ik kijk/ }).count()).toBe(0);
    const posted = await fetch(`${site.server.url}/api/alarms/silences`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ code: '', about: '', minutes: 60, reason: 'no' }),
    });
    expect(posted.status).toBe(403);
    await close();
  });
});
