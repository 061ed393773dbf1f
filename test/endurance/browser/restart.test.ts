import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parse, stringify } from 'yaml';
import { runCommandLine } from '../../../src/cli/testkit/ran.ts';
import { hasChromium, launchForTests, openPage } from '../../browser/kit/chromium.ts';
import { copyDemoSite } from '../../browser/kit/demo-site.ts';
import { patience } from '../../kit/machine.ts';
import { freePort } from '../../kit/port.ts';
import { GatewayProcess } from '../../kit/process.ts';
import { removeFolder } from '../../kit/remove-folder.ts';

/** A gateway that really ends under open pages, and is started again on the same port. */
describe.skipIf(!hasChromium)('a gateway that is killed and started again', () => {
  let folder: string;
  let url: string;
  let gateway: GatewayProcess;
  let browser: Browser;
  const config = () => join(folder, 'gateway.yaml');

  beforeAll(async () => {
    folder = await copyDemoSite();
    const port = await freePort();
    url = `http://127.0.0.1:${port}`;
    const settings = parse(readFileSync(config(), 'utf8'));
    settings.http.operator = { listen: `127.0.0.1:${port}` };
    writeFileSync(config(), stringify(settings));
    [gateway, browser] = await Promise.all([GatewayProcess.start(config()), launchForTests()]);
  });
  afterAll(async () => {
    await browser?.close();
    await gateway?.kill();
    if (folder) await removeFolder(folder);
  });

  /** Logged in by a link of the command line. */
  async function enter() {
    const { out } = await runCommandLine(folder, 'pages');
    const opened = await openPage(browser);
    opened.page.setDefaultTimeout(30_000 * patience);
    await opened.page.goto(/http:\S+/.exec(out)?.[0] ?? '');
    await opened.page.getByText(/^live, /).waitFor();
    return opened;
  }

  const banner = (page: Page) =>
    page.getByText(/^No connection to the gateway since \d\d:\d\d\. What you typed is kept\.$/);

  it('under an edit and a list: they say so, keep what is typed and shown, and go on by themselves', async () => {
    const { page, complaints, close } = await enter();
    await page.goto(`${url}/messages?find=disputed-line.xml`);
    await page.locator('td.m-number a').first().click();
    await page.getByRole('link', { name: 'Edit and resend' }).click();
    await page.getByRole('textbox', { name: /^Your version/ }).click();
    await page.keyboard.type('<!-- before -->');
    await page.getByText(/^draft kept \d/).waitFor();
    const other = await enter();
    const list = other.page;
    await list.getByRole('navigation').getByRole('link', { name: 'Channels' }).click();
    await list.getByRole('table').waitFor();
    await list.getByRole('navigation').getByRole('link', { name: 'Overview' }).click();
    await list.getByText(/^live, /).waitFor();

    await gateway.kill();
    await banner(page).waitFor();
    await page.keyboard.type('<!-- while it was away -->');
    await page.getByText('the draft is not kept: no connection').waitFor();
    await page.getByLabel('Why (kept in the journal with both versions)').fill('agreed by phone');
    expect(await page.getByRole('button', { name: /^Send instead of/ }).isDisabled()).toBe(true);
    await banner(list).waitFor();
    await list.getByRole('heading', { level: 1 }).waitFor();
    // a page that is asked for meanwhile comes when it can
    await list.getByRole('navigation').getByRole('link', { name: 'Channels' }).click();
    await list.getByRole('heading', { level: 1, name: 'The gateway does not answer.' }).waitFor();

    gateway = await GatewayProcess.start(config());
    await banner(page).waitFor({ state: 'detached' });
    await page.getByText(/^draft kept \d/).waitFor();
    await page.getByRole('heading', { level: 1, name: /^Your version would/ }).waitFor();
    expect(await page.getByLabel('Why (kept in the journal with both versions)').inputValue()).toBe(
      'agreed by phone',
    );
    await list.getByRole('table').waitFor();
    await banner(list).waitFor({ state: 'detached' });
    await other.close();
    await page.reload();
    await page.getByText('<!-- before --><!-- while it was away -->').first().waitFor();
    expect(complaints.filter((text) => !/ERR_|network error/i.test(text))).toEqual([]);
    await close();
  });
});
