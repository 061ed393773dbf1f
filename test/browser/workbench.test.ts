import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { buildFolderState, readFolder } from '../../src/workbench/publish/mappings-folder.ts';
import { expectAccessible, expectSoundAt, hasChromium, type WindowOptions } from './kit/chromium.ts';
import { useMappingsSite } from './kit/pages-site.ts';

const name = 'order-to-exchange';
const ownText = `mapping: ${name}
extends: scsn-gateway/${name}

target:
  order:
    description: "cbc:Note[1]"
`;

describe.skipIf(!hasChromium)('the workbench', () => {
  const site = useMappingsSite();
  const ownFile = () => join(site.folder, 'mappings', `${name}.yaml`);

  // the first trial loads everything
  beforeAll(async () => {
    writeFileSync(ownFile(), ownText);
    await ask('preview', {});
  });
  beforeEach(async () => {
    writeFileSync(ownFile(), ownText);
  });

  const opened = { chain: [name], source: { kind: 'fixture', name: 'full' }, situation: { kind: 'then' } };
  const question = { ...opened, page: 'test', edits: {}, document: 0 };
  const ask = async (what: string, more: object, mapping = name) => {
    const response = await fetch(`${site.server.url}/api/mappings/${mapping}/${what}`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ ...(what === 'source' ? opened : question), ...more }),
    });
    return { status: response.status, text: await response.text() };
  };

  const post = async (what: string, body: object) =>
    await fetch(`${site.server.url}/api/mappings/${name}/${what}`, {
      ...{ method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) },
    });

  const openWorkbench = async (options: WindowOptions = {}, query = 'source=fixture:full') => {
    const opened = await site.newPage(options);
    await opened.page.goto(`${site.server.url}/mappings/${name}?${query}`);
    await opened.page.locator('.wb-result .cm-line').nth(3).waitFor({ state: 'attached' });
    return opened;
  };
  /** Elsewhere: what runs is another file now. */
  const publishAs = async (who: string, reason: string, text: string) => {
    const { journal } = site.server;
    const readState = () => buildFolderState(readFolder(join(site.folder, 'mappings')));
    const before = readState();
    writeFileSync(ownFile(), text);
    const after = readState();
    await journal.saveArtifacts([...before.artifacts, ...after.artifacts]);
    const states = { before: before.hash, after: after.hash };
    await journal.addPublication({ action: 'publish', who, reason, ...states, freed: [] });
  };
  /** At the end of the text of one's own, which begins a member below `order`. */
  const type = async (page: Page, text: string) => {
    await page.locator('.wb-mapping .cm-content').click();
    await page.keyboard.press('Control+End');
    await page.keyboard.type(text);
  };

  it('opens without a complaint, and is accessible at all widths', async () => {
    const { page, complaints, close } = await openWorkbench();
    await expectSoundAt(page, [1440, 1024, 360]);
    await page.getByText('This screen is too small to edit').waitFor();
    expect(complaints).toEqual([]);
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
    await close();
  });

  it('says where a value comes from: by mouse, and by keys alone', async () => {
    const { page, complaints, close } = await openWorkbench();
    await page.locator('.wb-result').getByText('"4500017802"').click();
    await page.getByRole('heading', { name: 'Where “4500017802” comes from' }).waitFor();
    await page.locator('.wb-document .wb-lit', { hasText: '4500017802' }).waitFor();
    await page.locator('.wb-mapping .wb-lit').waitFor();
    await expectAccessible(page);
    await page.getByRole('button', { name: /values? lost/ }).click();
    await page.getByText('no rule reads it').first().waitFor();
    await page.locator('.wb-problems').getByRole('button', { name: /^line/ }).first().click();
    await page.getByRole('button', { name: /^Map…/ }).waitFor();
    await expectAccessible(page);
    await page.getByRole('button', { name: /values? lost/ }).click();
    await page.keyboard.press('Control+3');
    await page.keyboard.press('Control+Home');
    for (let line = 0; line < 3; line += 1) await page.keyboard.press('ArrowDown');
    await page.getByRole('heading', { name: 'Where “204518” comes from' }).waitFor();
    expect(complaints).toEqual([]);
    await close();
  });

  it('goes through a chain of three mappings, from the segment that the ERP wrote', async () => {
    const { page, complaints, close } = await site.newPage();
    await page.goto(`${site.server.url}/mappings/edifact-orders-to-order`);
    await page.locator('.wb-result').getByText('"0012-330"').click();
    await page.getByText('through 3 mappings').waitFor();
    await page.locator('.wb-document .wb-lit', { hasText: "PIA+5+0012-330:BP'" }).waitFor();
    // what was known of the order then is known through the chain too
    const [, id] = /message (\d+)/.exec(await page.locator('.wb-document select').first().innerText()) ?? [];
    const chain = ['edifact-orders-to-order', 'complete-order', name];
    const asked = { chain, source: { kind: 'message', id: Number(id) } };
    const { text } = await ask('source', asked, 'edifact-orders-to-order');
    expect(JSON.parse(text)).toMatchObject({ situation: 'then' });
    // where the last mapping of the chain is edited, its messages come through those before it
    await page.goto(`${site.server.url}/mappings/${name}?source=message:${id}`);
    await page.locator('.wb-result').getByText('"0012-330"').click();
    await page.getByText('through 3 mappings').waitFor();
    const unreadable = await ask('tree', { ...asked, chain: [name], open: { key: '' } });
    expect([unreadable.status, JSON.parse(unreadable.text)]).toEqual([200, { branches: [] }]);
    expect(complaints).toEqual([]);
    await close();
  });

  it('makes a rule of a place of the document and a value of the result, and takes it back', async () => {
    const { page, complaints, close } = await openWorkbench();
    await page.getByRole('button', { name: 'Table' }).click();
    const buyer = page.getByRole('row', { name: /order\/buyerParty\/names/ }).first();
    await buyer.getByText('Ellersloot Machinebouw B.V.').waitFor();
    await buyer.getByRole('button').click();
    await page.getByRole('heading', { name: 'Where “Ellersloot Machinebouw B.V.” comes from' }).waitFor();
    await page.locator('.wb-document .cm-content').focus();
    await page.keyboard.press('Control+Home');
    await page.locator('.wb-document .cm-line', { hasText: 'quotation Q-8817' }).click();
    await page.getByRole('treeitem', { selected: true }).getByText('quotation Q-8817').waitFor();
    await page.getByRole('button', { name: /^Map…/ }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('order/buyerParty/names: ../../cbc:Note').waitFor();
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Insert the rule' }).click();
    await page.locator('.wb-mapping').getByText('- "../../cbc:Note"').waitFor();
    await page
      .getByRole('row', { name: /Call reception 30 minutes before arrival\./ })
      .first()
      .waitFor();
    // behind what the delivered mapping puts there
    await buyer.getByText('Ellersloot Machinebouw B.V.').waitFor();
    // its beginning is to be seen, and where it comes from
    expect(await page.locator('.wb-mapping .cm-scroller').evaluate((one) => one.scrollLeft)).toBe(0);
    await page
      .getByRole('heading', { name: 'Where “Call reception 30 minutes before arrival.” comes from' })
      .waitFor();
    await page.keyboard.press('Control+z');
    await page.getByRole('row', { name: /names.*Call reception/ }).waitFor({ state: 'detached' });
    expect(await page.locator('.wb-mapping').getByText('../../cbc:Note').count()).toBe(0);
    expect(complaints).toEqual([]);
    await close();
  });

  it('makes a rule by keys alone: a place of the tree, a member that is searched for in Dutch', async () => {
    rmSync(ownFile());
    const { page, complaints, close } = await openWorkbench();
    await page.getByRole('treeitem', { name: 'cbc:IssueDate' }).waitFor();
    await page.getByRole('tree').focus();
    const chosen = page.getByRole('treeitem', { selected: true });
    do await page.keyboard.press('ArrowDown');
    while (!(await chosen.textContent())?.includes('cbc:IssueDate'));
    await page.keyboard.press('Alt+Enter');
    await page.keyboard.type('leveringsvoorwaarde');
    await page.getByRole('radio').first().waitFor();
    await page.keyboard.press('Tab');
    await page.keyboard.press('Space');
    await page.getByRole('dialog').getByText('order/terms/incotermsCode: cbc:IssueDate').waitFor();
    await page.keyboard.press('Enter');
    await page.locator('.wb-mapping').getByText('incotermsCode: "cbc:IssueDate"').waitFor();
    await page.locator('.wb-mapping').getByText(`extends: scsn-gateway/${name}`).waitFor();
    await page.keyboard.press('Control+z');
    await page.locator('.wb-mapping').getByText('incoterms').waitFor({ state: 'detached' });
    expect(complaints).toEqual([]);
    await close();
  });

  it('shows the result as a table, whose rows lead to their rules', async () => {
    const { page, complaints, close } = await openWorkbench({ viewport: { width: 1024, height: 800 } });
    await page.getByRole('button', { name: 'Table' }).click();
    const row = page.getByRole('row', { name: /order\/purchaseOrderNumber/ });
    await row.getByText('4500017802').waitFor();
    await row.getByText(/cbc:ID line \d+/).waitFor();
    await row.getByRole('button').click();
    await page.getByRole('heading', { name: 'Where “4500017802” comes from' }).waitFor();
    await page.locator('.wb-document .wb-lit', { hasText: '4500017802' }).waitFor();
    await page.getByRole('searchbox', { name: 'Filter' }).fill('Drive shaft, turned');
    await page.getByText('1 of 1 values').waitFor();
    await expectAccessible(page);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(1024);
    await page.reload();
    await page.getByRole('row', { name: /order\/purchaseOrderNumber/ }).waitFor();
    expect(complaints).toEqual([]);
    await close();
  });

  it('lays yours over the delivered mapping, and a delivered rule becomes yours', async () => {
    const { page, complaints, close } = await openWorkbench();
    await page.getByRole('button', { name: 'Both', exact: true }).click();
    await page.locator('.wb-mapping .wb-mine', { hasText: 'description: "cbc:Note[1]"' }).waitFor();
    await page.locator('.wb-mapping .wb-replaced', { hasText: 'description:' }).waitFor();
    await page.locator('.wb-mapping .wb-beneath', { hasText: 'paymentTermsCode:' }).click();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Make paymentTermsCode mine' }).click();
    await page.locator('.wb-mapping .cm-activeLine', { hasText: 'paymentTermsCode:' }).waitFor();
    await page.locator('.wb-mapping').getByText('description: "cbc:Note[1]"').waitFor();
    await page.getByText(/draft kept/).waitFor();
    await page.keyboard.press('Control+z');
    await page.locator('.wb-mapping').getByText('paymentTermsCode').waitFor({ state: 'detached' });
    expect(complaints).toEqual([]);
    await close();
  });

  it('keeps the draft at once with Ctrl S, and no dialog of the browser opens', async () => {
    const { page, close } = await openWorkbench({ endsContext: true });
    await page.clock.install();
    await page.evaluate(() =>
      addEventListener('keydown', ({ key, defaultPrevented }) => {
        if (key === 's') document.body.dataset.prevented = String(defaultPrevented);
      }),
    );
    await type(page, '    # now\n');
    await page.keyboard.press('Control+s');
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
    await publishAs('r.devries', 'Lines without a name.', `${ownText}    # published by somebody else\n`);
    await type(first.page, '# more\n');
    const conflict = first.page.getByRole('alert').filter({ hasText: 'r.devries published this at' });
    await conflict.getByText('“Lines without a name.”').waitFor();
    await expectSoundAt(first.page, [1440, 1024]);
    await first.page.getByRole('button', { name: 'Show what runs' }).click();
    await first.page.locator('.cm-deletedChunk', { hasText: 'published by somebody else' }).waitFor();
    await first.close();
  });

  it('takes over what another window has changed of another file', async () => {
    const { page, complaints, close } = await openWorkbench();
    await type(page, '# before\n');
    await page.getByText(/draft kept/).waitFor();
    const ignored = { path: '/Order/cbc:Note', reason: 'agreed' };
    expect((await post('ignored', ignored)).status).toBe(200);
    await type(page, '# after\n');
    await expect
      .poll(async () => (await site.server.journal.drafts.listDrafts(`mapping ${name}`))[0]?.content ?? '')
      .toContain('# after');
    const [kept] = await site.server.journal.drafts.listDrafts(`mapping ${name}`);
    expect(kept?.content).toContain('/Order/cbc:Note,agreed');
    // the browser notes the answer that another window was first
    expect(complaints.filter((one) => !one.includes('409'))).toEqual([]);
    await close();
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

  it('compares by Ctrl Enter, from the editor and at once', async () => {
    const { page, complaints, close } = await openWorkbench();
    await type(page, '    # a remark that changes nothing\n');
    await page.keyboard.press('Control+Enter');
    await page.getByRole('heading', { name: /Nothing would end otherwise|changes nothing/ }).waitFor();
    expect(page.url()).not.toContain('begin');
    // of what cannot be run again the page says so, as of an answer like others
    await page.getByText('This message cannot be run again').waitFor();
    expect(complaints).toEqual([]);
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

  it('says so when a mapping does not end, and goes on', async () => {
    const endless = "string-join(for $a in 1 to 100000, $b in 1 to 100000 return concat($a, $b), '')";
    const text = ownText.replace('cbc:Note[1]', endless);
    const ended = await ask('preview', { edits: { [`${name}.yaml`]: text } });
    expect(JSON.parse(ended.text)).toMatchObject({ kind: 'ended', code: 'too-long' });
    expect(JSON.parse((await ask('preview', {})).text)).toMatchObject({ kind: 'answer', documents: 1 });
  });
});
