import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { expectAccessible, expectSoundAt, hasChromium } from '../../browser/kit/chromium.ts';
import { name, ownText, publishElsewhere, type, useEditorSite } from '../../browser/kit/editor-site.ts';

/** How values are traced, rules made and results shown: workbench.test.ts. */

describe.skipIf(!hasChromium)('the workbench', () => {
  const { site, ownFile, ask, openWorkbench } = useEditorSite();

  it('opens without a complaint, and is accessible at all widths', async () => {
    const { page, complaints, close } = await openWorkbench();
    await expectSoundAt(page, [1440, 1024, 360]);
    await page.getByText('This screen is too small to edit').waitFor();
    expect(complaints).toEqual([]);
    await close();
  });

  it('searches in dark and Dutch as in light and English', async () => {
    const { page, close } = await openWorkbench({ locale: 'nl-NL', colorScheme: 'dark' });
    await page.locator('.wb-mapping .cm-content').click();
    await page.keyboard.press('Control+f');
    const [field, next] = [
      page.getByRole('textbox', { name: 'Zoeken' }),
      page.getByRole('button', { name: 'volgende' }),
    ];
    await field.waitFor();
    const grounds = await Promise.all(
      [field, next, page.locator('body')].map((one) =>
        one.evaluate((element) => {
          const { backgroundColor, backgroundImage } = getComputedStyle(element);
          return `${backgroundColor} ${backgroundImage}`;
        }),
      ),
    );
    expect(new Set(grounds).size, grounds.join()).toBe(1);
    await close();
  });

  it('shows what an edit does while it is typed, and the gateway keeps the draft', async () => {
    const { page, complaints, close } = await openWorkbench();
    await page.locator('.wb-result').getByText('"supplierAccountNumber": "204518"').waitFor();
    await type(page, '    # a remark\nsupplierAccountNumber: { $text: typed now }');
    await page
      .locator('.wb-result')
      .getByText('"supplierAccountNumber": "204518"')
      .waitFor({ state: 'detached' });
    await page.locator('.wb-mapping').getByText('description').click();
    await page.keyboard.press('Control+.');
    await page.getByRole('heading', { name: /^Where “Call reception/ }).waitFor();
    await page.getByText(/draft kept \d\d:\d\d/).waitFor();
    await page.reload();
    await page.locator('.wb-mapping').getByText('# a remark').waitFor();
    expect(readFileSync(ownFile(), 'utf8')).toBe(ownText);
    await page.getByRole('button', { name: 'Discard…' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Discard the draft' }).click();
    await page.getByText('The draft is gone.').waitFor();
    expect(await page.locator('.wb-mapping').getByText('# a remark').count()).toBe(0);
    expect(complaints).toEqual([]);
    await close();
  });

  it('tells a mistake in its place, keeps the last result and says of when it is', async () => {
    const { page, close } = await openWorkbench();
    await type(page, '    nothing: cbc:ID\n');
    await page.locator('.wb-problems').getByText('nothing').first().waitFor();
    await page.locator('.wb-result').getByText('before the problems').waitFor();
    await page.locator('.wb-result').getByText('4500017802').waitFor();
    await page.locator('.wb-mapping .cm-lintRange-error').first().waitFor();
    // the line below the panes leads there
    await page.getByRole('button', { name: 'Both', exact: true }).click();
    await page.locator('.wb-problems').getByRole('button', { name: 'line 7' }).click();
    await page.keyboard.press('Home');
    await page.keyboard.type('# ');
    await page.locator('.wb-mapping').getByText('# nothing: cbc:ID').waitFor();
    await page.locator('.wb-problems').waitFor({ state: 'detached' });
    await close();
  });

  it('completes a member and a path by Ctrl Space and the keys', async () => {
    const { page, close } = await openWorkbench();
    const option = (name: RegExp) => page.locator('.cm-tooltip-autocomplete li').filter({ hasText: name });
    const known = page.waitForResponse(/\/suggestions$/).then((answer) => answer.finished());
    await page.reload();
    await known;
    await page.locator('.wb-result .cm-line').nth(3).waitFor({ state: 'attached' });
    await type(page, '    supplierA');
    await page.keyboard.press('Control+Space');
    await option(/^supplierAccountNumber/).waitFor();
    // as fast as people type: the editor takes an Enter at once after the list came for a new line
    await page.keyboard.type('cc', { delay: 100 });
    await page.keyboard.press('Enter');
    await page
      .locator('.cm-activeLine')
      .getByText(/supplierAccountNumber/)
      .waitFor();
    await page.keyboard.type(': cbc:No');
    await page.keyboard.press('Control+Space');
    await option(/^cbc:Note/)
      .first()
      .waitFor();
    await page.keyboard.press('Escape');
    await page.locator('.cm-tooltip-autocomplete').waitFor({ state: 'detached' });
    await close();
  });

  it('asks again what was pointed at while the gateway did not answer', async () => {
    const { page, close } = await openWorkbench();
    await page.route('**/api/live', (route) => route.abort());
    await page.route('**/provenance', (route) => route.abort());
    await page.reload();
    await page.locator('.wb-result .cm-line').nth(3).waitFor({ state: 'attached' });
    const failed = page.waitForEvent('requestfailed', (request) => request.url().endsWith('/provenance'));
    await page.locator('.wb-mapping').getByText('description').click();
    await failed;
    await page.unroute('**/provenance');
    await page.unroute('**/api/live');
    await page.getByRole('heading', { name: /^Where “Call reception/ }).waitFor();
    await close();
  });

  it('asks again what gave its turn away, and says so where the mapping took too long', async () => {
    const { page, close } = await openWorkbench();
    const replies = [
      { status: 409, json: { code: 'asked-again', text: '', details: {} } },
      { status: 422, json: { code: 'too-long', text: 'The mapping did not end.', details: {} } },
    ];
    await page.route('**/provenance', (route) => {
      const reply = replies.shift();
      return reply ? route.fulfill(reply) : route.continue();
    });
    await page.locator('.wb-mapping').getByText('description').click();
    await page.getByRole('alert').getByText('The mapping did not end.').waitFor();
    await page.locator('.wb-mapping').getByText('target').click();
    await page.locator('.wb-mapping').getByText('description').click();
    await page.getByRole('heading', { name: /^Where “Call reception/ }).waitFor();
    await page.getByText('The mapping did not end.').waitFor({ state: 'detached' });
    await close();
  });

  it('keeps the draft at once with Ctrl S, and no dialog of the browser opens', async () => {
    const { page, close } = await openWorkbench({ endsContext: true });
    // a draft is kept anyway when a second has passed: here only a tenth of one does
    await page.clock.install();
    await page.clock.pauseAt(Date.now() + 60_000);
    await page.evaluate(() =>
      addEventListener('keydown', ({ key, defaultPrevented }) => {
        if (key === 's') document.body.dataset.prevented = String(defaultPrevented);
      }),
    );
    await type(page, '    # now\n');
    await page.keyboard.press('Control+s');
    await page.clock.runFor(100);
    await page.getByText(/draft kept/).waitFor();
    expect(await page.evaluate(() => document.body.dataset.prevented)).toBe('true');
    await close();
  });
  it('is read only for who may not edit, in Dutch too', async () => {
    site.server.role = 'operate';
    const { page, complaints, close } = await openWorkbench({ locale: 'nl-NL' });
    await page.getByText('Alleen een beheerder kan bewerken.').waitFor();
    await type(page, 'x');
    await page.getByRole('heading', { name: 'Resultaat' }).waitFor();
    expect(await page.locator('.wb-mapping').getByText(`${name}x`).count()).toBe(0);
    expect((await ask('preview', { edits: { [`${name}.yaml`]: 'x' } })).status).toBe(403);
    expect(complaints).toEqual([]);
    await close();
  });

  it('overwrites neither another window nor what somebody else has published', async () => {
    const [first, second] = [await openWorkbench(), await openWorkbench()];
    await type(first.page, '# first\n');
    await first.page.getByText(/draft kept/).waitFor();
    await type(second.page, '# second\n');
    const asked = second.page
      .getByRole('alert')
      .filter({ hasText: 'You have changed this draft in another window' });
    await asked.waitFor();
    await asked.getByRole('button', { name: 'Show the other' }).click();
    await second.page.locator('.cm-deletedChunk', { hasText: '# first' }).waitFor();
    await asked.getByRole('button', { name: 'Back to mine' }).click();
    // who goes elsewhere and comes back is asked again, and has lost nothing
    await second.page.getByRole('link', { name: 'History' }).click();
    await second.page.getByRole('heading', { name: 'Versions' }).waitFor();
    await second.page.goBack();
    await second.page.locator('.wb-mapping').getByText('# second').waitFor();
    await asked.getByRole('button', { name: 'Take the other' }).click();
    await second.page.locator('.wb-mapping').getByText('# first').waitFor();
    await type(second.page, '# third\n');
    await second.page.getByText(/draft kept/).waitFor();
    await second.close();
    await type(first.page, '# mine\n');
    await first.page.getByRole('button', { name: 'Keep what stands here' }).click();
    await first.page.getByText(/draft kept/).waitFor();
    const theirs = { [`${name}.yaml`]: `${ownText}    # published by somebody else\n` };
    await publishElsewhere(site, 'r.devries', 'Lines without a name.', theirs);
    await type(first.page, '# more\n');
    const conflict = first.page.getByRole('alert').filter({ hasText: 'r.devries published this at' });
    await conflict.getByText('“Lines without a name.”').waitFor();
    await expectSoundAt(first.page, [1440, 1024]);
    // what was typed within the second goes along
    await type(first.page, '# last\n');
    await conflict.getByRole('button', { name: 'Join both…' }).click();
    await first.page.getByRole('heading', { name: /^r\.devries published at .* while you edited/ }).waitFor();
    await first.page.getByRole('button', { name: 'Go on from what runs now' }).click();
    await first.page.locator('.wb-mapping').getByText('published by somebody else').waitFor();
    await first.page.locator('.wb-mapping').getByText('# last').waitFor();
    await first.close();
  });

  it('loses nothing that is typed while the gateway does not answer, over another page too', async () => {
    const { page, close } = await openWorkbench();
    await page.route('**/draft', (route) => route.abort());
    await page.route('**/preview', (route) => route.abort());
    await type(page, '# typed meanwhile\n');
    await page.getByText('The draft is not kept: the gateway does not answer.').waitFor();
    // to look at a text does nothing that may have been done all the same
    await page.getByText('The gateway does not answer.', { exact: true }).waitFor();
    await page.unroute('**/preview');
    await page.getByRole('link', { name: 'Compare' }).click();
    await page.getByRole('heading', { name: 'What your draft would have done' }).waitFor();
    await page.goBack();
    await page.locator('.wb-mapping').getByText('# typed meanwhile').waitFor();
    await page.unroute('**/draft');
    await page.keyboard.press('Control+s');
    await page.getByText(/draft kept/).waitFor();
    const [kept] = await site.server.journal.drafts.listDrafts(`mapping ${name}`);
    expect(kept?.content).toContain('# typed meanwhile');
    await close();
  });

  it('publishes a draft once it was checked and compared: a version with who and why', async () => {
    const { page, complaints, close } = await openWorkbench();
    expect(await page.getByRole('button', { name: 'Publish…' }).isDisabled()).toBe(true);
    await type(page, '    # a remark that changes nothing\n');
    await page.getByText(/draft kept/).waitFor();
    await page.getByRole('button', { name: 'Publish…' }).click();
    await page.getByText(/Compared with \d+ messages/).waitFor({ timeout: 150_000 });
    await expectAccessible(page);
    await page.getByLabel(/What did you change|Why is that right/).fill('a remark');
    await page.getByRole('dialog').getByRole('button', { name: 'Publish', exact: true }).click();
    await page.getByText(/^Published/).waitFor({ timeout: 60_000 });
    expect(readFileSync(ownFile(), 'utf8')).toContain('a remark that changes nothing');
    expect((await site.server.journal.publications()).at(-1)).toMatchObject({
      who: 'm.janssen',
      reason: 'a remark',
    });
    expect(await site.server.journal.drafts.listDrafts(`mapping ${name}`)).toEqual([]);
    await page.locator('.wb-mapping').getByText('a remark that changes nothing').waitFor();
    expect(complaints).toEqual([]);
    await close();
  });

  it('reads nothing else of the machine: no path, no link, no document outside of its lists', async () => {
    for (const path of ['../gateway.yaml', '/etc/passwd', 'tables/../../x.yaml', '.hidden.yaml', 'x.txt'])
      expect((await ask('preview', { edits: { [path]: 'x' } })).status, path).toBe(400);
    expect((await ask('source', {})).status).toBe(200);
    for (const source of ['../../etc/passwd', 'good/../../package.json', '..']) {
      for (const kind of ['fixture', 'sample'])
        expect((await ask('source', { source: { kind, name: source } })).status, source).not.toBe(200);
    }
    expect((await ask('preview', {}, '..%2f..%2fx')).status).not.toBe(200);
    const reading = `${ownText}    orderedBy: "unparsed-text('/etc/passwd')"\n`;
    const { text } = await ask('preview', { edits: { [`${name}.yaml`]: reading } });
    expect(text).not.toContain('root:');
    expect(text).not.toContain(site.folder);
  });
});
