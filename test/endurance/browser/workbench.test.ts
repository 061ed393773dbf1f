import { rmSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, it } from 'vitest';
import { expectAccessible, hasChromium } from '../../browser/kit/chromium.ts';
import { name, ownText, type, useEditorSite } from '../../browser/kit/editor-site.ts';

/** What the editor of the workbench does beside editing: it traces values, makes rules, shows a result in other ways, and compares. */

describe.skipIf(!hasChromium)('the workbench, in depth', () => {
  const { site, ownFile, ask, post, openWorkbench } = useEditorSite();

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

  it('keeps no line lit where somebody points at one without a value', async () => {
    const { page, complaints, close } = await openWorkbench();
    const point = (pane: string, text: string) =>
      page.locator(`.wb-${pane} .cm-line`, { hasText: text }).first().click();
    const lit = page.locator('.wb-lit');
    // what nobody reads is lit while it is looked at
    for (const [text, pane, empty] of [
      ['OrderTypeCode', 'result', '"order": {'],
      ['Incoming inspection rules', 'document', '</cac:ExternalReference>'],
    ] as const) {
      await point('document', text);
      await page.locator('.wb-document .wb-lit', { hasText: text }).waitFor();
      await point(pane, empty);
      await expect.poll(() => lit.count()).toBe(0);
      await page.getByText('No value of the result comes from here.').waitFor();
    }
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

  it('compares by Ctrl Enter, from the editor and at once', async () => {
    // the document of the newest order has been deleted
    const db = new DatabaseSync(site.server.startConfig.journal.sqlite);
    db.exec(`delete from blob where hash = (
      select hash from message where channel = 'orders-json' and state = 'settled' order by id desc limit 1)`);
    db.close();
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

  it('says so when a mapping does not end, and goes on', async () => {
    // what makes values ends by itself, at a million of them
    const endless = 'string(some $a in 1 to 100000, $b in 1 to 100000 satisfies $a + $b = 0)';
    const text = ownText.replace('cbc:Note[1]', endless);
    const ended = await ask('preview', { edits: { [`${name}.yaml`]: text } });
    expect(JSON.parse(ended.text)).toMatchObject({ kind: 'ended', code: 'too-long' });
    expect(JSON.parse((await ask('preview', {})).text)).toMatchObject({ kind: 'answer', documents: 1 });
  });
});
