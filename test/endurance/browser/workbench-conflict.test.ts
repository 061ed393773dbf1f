import { rmSync, writeFileSync } from 'node:fs';
import { beforeEach, describe, expect, it } from 'vitest';
import { expectSoundAt, hasChromium } from '../../browser/kit/chromium.ts';
import { useDraftSite } from '../../browser/kit/draft-site.ts';
import { name, ownText, publishElsewhere } from '../../browser/kit/editor-site.ts';

const file = `${name}.yaml`;
const mine = ownText.replace('cbc:Note[1]', 'cbc:Note[2]').replace('target:', '# mine\ntarget:');
const theirs = `${ownText.replace('cbc:Note[1]', 'cbc:Note[last()]')}  lines:\n    item:\n      name: cbc:Name\n`;

describe.skipIf(!hasChromium)('a draft over which somebody has published', () => {
  const { site, own, api, draft, readDraft, open } = useDraftSite();
  const publish = (text: string, reason = 'Only the last note counts.') =>
    publishElsewhere(site, 'r.devries', reason, { [file]: text });
  beforeEach(() => rmSync(own('tables'), { recursive: true, force: true }));

  it('shows the three texts of what both changed, and goes on with what was chosen over what runs', async () => {
    await draft(mine);
    await publish(theirs);
    const { page, complaints, close } = await open('?join=1&source=fixture:full');
    await page
      .getByRole('heading', { name: /^r\.devries published at \d\d:\d\d while you edited/ })
      .waitFor();
    const clash = page.getByRole('region', { name: 'target/order/description' });
    for (const text of ['cbc:Note[1]', 'cbc:Note[last()]', 'cbc:Note[2]'])
      await clash.getByRole('listitem').filter({ hasText: text }).waitFor();
    await clash.getByText('r.devries, ').waitFor();
    await clash.getByText('“Only the last note counts.”').waitFor();
    await page.getByText('target/lines/item/name').waitFor();
    await page.getByText('The mapping is OK and gives a result.').waitFor();
    await expectSoundAt(page, [1920, 1440, 1024]);
    const join = page.getByRole('button', { name: 'Go on from what runs now' });
    expect(await join.isDisabled()).toBe(true);
    // by keyboard alone
    await page.keyboard.press('F8');
    await page.keyboard.press('Enter');
    expect(await clash.getByRole('button', { name: 'Take theirs' }).getAttribute('aria-pressed')).toBe(
      'true',
    );
    await clash.getByLabel('As it will be').fill('    description: "cbc:Note[3]"');
    await page.reload();
    expect(await clash.getByLabel('As it will be').inputValue()).toBe('    description: "cbc:Note[3]"');
    await join.click();
    await page.locator('.wb-mapping').getByText('cbc:Note[3]').waitFor();
    expect(await page.getByRole('alert').count()).toBe(0);
    expect((await readDraft())[file]).toBe(
      theirs.replace('cbc:Note[last()]', 'cbc:Note[3]').replace('target:', '# mine\ntarget:'),
    );
    expect(complaints).toEqual([]);
    await close();
  });

  it('is told of it in the open editor before anybody types on', async () => {
    await draft(mine);
    const { page, complaints, close } = await open('?source=fixture:full');
    await page.getByText(/draft kept/).waitFor();
    await publish(theirs);
    await page
      .getByRole('alert')
      .getByText(/^r\.devries published this at/)
      .waitFor();
    await page.locator('.wb-mapping').getByText('# mine').waitFor();
    await expectSoundAt(page, [1440, 1024]);
    await page.getByRole('button', { name: 'Discard…' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Discard the draft' }).click();
    await page.locator('.wb-mapping').getByText('cbc:Note[last()]').waitFor();
    expect(await page.getByRole('alert').count()).toBe(0);
    expect(complaints).toEqual([]);
    await close();
  });

  it('is not needed where nobody has typed yet: the editor shows the file as somebody has edited it since', async () => {
    const { page, complaints, close } = await open('?source=fixture:full');
    await page.locator('.wb-mapping').getByText('cbc:Note[1]').waitFor();
    writeFileSync(own(file), theirs);
    await page.locator('.wb-mapping').getByText('cbc:Note[last()]').waitFor();
    await page.locator('.wb-mapping .cm-content').click();
    await page.keyboard.press('Control+End');
    await page.keyboard.type('# mine');
    await page.getByText(/draft kept/).waitFor();
    expect((await readDraft())[file]).toBe(`${theirs}# mine`);
    expect(await page.getByRole('alert').count()).toBe(0);
    expect(complaints).toEqual([]);
    await close();
  });

  it('is read on a phone, and decided where there is room for it', async () => {
    await draft(mine);
    await publish(theirs);
    const { page, complaints, close } = await open('?join=1', { viewport: { width: 390, height: 844 } });
    const clash = page.getByRole('region', { name: 'target/order/description' });
    for (const text of ['cbc:Note[1]', 'cbc:Note[last()]', 'cbc:Note[2]'])
      await clash.getByRole('listitem').filter({ hasText: text }).waitFor();
    expect(await page.locator('.wb-content').getByRole('button').count()).toBe(0);
    await page.getByText('1 place was changed by both. Join both on a wider screen').waitFor();
    await expectSoundAt(page, [820, 390]);
    expect(complaints).toEqual([]);
    await close();
  });

  it('is looked at anew where what runs has changed once more, or the draft in another window', async () => {
    await draft(mine);
    await publish(theirs);
    const { page, close } = await open('?join=1');
    await page.getByRole('button', { name: 'Keep mine' }).click();
    await draft(`# in another window\n${mine}`);
    await page.getByRole('button', { name: 'Go on from what runs now' }).click();
    await page.getByText('You have changed this draft in another window').waitFor();
    expect((await readDraft())[file]).toContain('# in another window');
    await publish(theirs.replace('last()', '9'), 'Once more.');
    await page.getByRole('button', { name: 'Go on from what runs now' }).click();
    await page.getByText('“Once more.”').waitFor();
    const kept = await readDraft();
    expect(kept[file]).toContain('cbc:Note[2]');
    expect(kept[file]).toContain('# in another window');
    await close();
  });

  it('keeps one of two files that both have made, and nothing where it is theirs alone', async () => {
    const table = 'tables/units.csv';
    await draft(mine, { [table]: 'erp,exchange\nSTK,C62\n' });
    await publishElsewhere(site, 'anna', '', { [file]: mine, [table]: 'erp,exchange\nSTK,H87\n' });
    const { page, close } = await open('?join=1', { locale: 'nl-NL' });
    const clash = page.getByRole('region', { name: 'het hele bestand' });
    await clash.getByText('STK,H87').waitFor();
    await clash.getByRole('button', { name: 'Neem die van hen' }).click();
    await page.getByRole('button', { name: 'Ga verder vanaf wat nu draait' }).click();
    await page.getByText('Van uw concept bleef niets over').waitFor();
    expect((await api('GET', `/mappings/${name}`)).body.draft).toBeUndefined();
    await close();
  });

  it('says so where nothing clashes, and by whom nobody knows', async () => {
    await draft(mine);
    const { page, close } = await open('?join=1');
    await page.getByText('Nobody has changed what your draft changes').waitFor();
    await close();
  });

  it('is not needed for a file that was edited by hand alone: the list of mappings says so', async () => {
    await publish(theirs);
    const isHandEdited = async (): Promise<unknown> => {
      const { body } = await api('GET', '/mappings');
      return body.mappings.find((one: { name: string }) => one.name === name).isHandEdited;
    };
    expect(await isHandEdited()).toBe(false);
    writeFileSync(own(file), `${theirs}# by hand\n`);
    expect(await isHandEdited()).toBe(true);
    const { page, close } = await site.open('/mappings?show=all');
    await page.getByRole('row', { name }).getByText('file edited by hand since').waitFor();
    await close();
  });
});
