import { cpSync, existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { packageFolder } from '../../../src/pipeline/channel/mapping-folders.ts';
import { hashRunningMappings } from '../../../src/workbench/drafts/keep-draft.ts';
import { expectAccessible, hasChromium } from '../../browser/kit/chromium.ts';
import { expectSound, useDraftSite } from '../../browser/kit/draft-site.ts';
import { name, ownText } from '../../browser/kit/editor-site.ts';

/** What publishes more than once, by hand and by others, and fixtures that are run, accepted and made. */

describe.skipIf(!hasChromium)('the workbench beside its editor, with publications and fixtures', () => {
  const { site, own, draft, readDraft, open, plan, publish } = useDraftSite();
  const publishText = async (text: string, reason: string, more: Readonly<Record<string, string>> = {}) => {
    await draft(text, more);
    expect((await publish((await plan()).token, reason)).body).toMatchObject({ kind: 'published' });
  };

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
});
