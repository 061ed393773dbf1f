import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { Journal } from '../../../src/journal/journal.ts';
import { computeHealth } from '../../../src/operator/health/health.ts';
import { packageFile } from '../../../src/package.ts';
import type { Finding } from '../../../src/types.ts';
import { hasChromium } from '../../browser/kit/chromium.ts';
import { fact, usePagesSite } from '../../browser/kit/pages-site.ts';

/** What somebody outside writes into documents, file names, numbers and reasons is text on every page, and nothing else. */

const markup = '<img src=x onerror=hit=1>';
const script = `"><script>hit=1</script>${markup}`;
/** As the number of an order: of an address it would be the beginning of a program, or of another host. */
const numbers = ['javascript:hit=1//', '//evil.example/x', `../..${markup}`, '%3Cscript%3E', '?q=1#x'];

const escaped = markup.replace('<', '&lt;');
const samples = [
  ['orders', 'order-full.xml', /Ellersloot Machinebouw B\.V\./g, escaped],
  ['orders', 'order-minimal.xml', /<cbc:ID>[^<]*<\/cbc:ID>/, `<cbc:ID><![CDATA[${script}]]></cbc:ID>`],
  ['orders-csv', 'orders-three.csv', /;/, `${markup};`],
  ['orders-edifact', 'order-edifact.edi', /Bearing block 30 mm/g, markup],
] as const;

/** Parks each sample with hostile values, under a hostile name and number. */
async function plant(journal: Journal): Promise<readonly number[]> {
  const ids: number[] = [];
  for (const [n, [channel, sample, before, after]] of samples.entries()) {
    const text = readFileSync(packageFile('samples', 'good', sample), 'utf8');
    const changed = text.replace(before, after);
    expect(changed, sample).not.toBe(text);
    const name = `${script.replaceAll('/', '')}-${sample}`;
    const source = { kind: 'file', id: `hostile-${n}`, name, size: 1, mtime: 1 } as const;
    const bytes = Buffer.from(changed);
    const [id = 0] = await journal.receive([{ channel, direction: 'inbound', name, source, bytes }]);
    const purchaseOrderNumber = numbers[n] ?? '';
    const message = `The table \`${script}\` has no entry for \`${script}\`.`;
    const finding: Finding = {
      ...{ code: 'table-miss', severity: 'park', message, advice: script, value: script, line: 3 },
      ...{ field: script, key: script, path: `/Order/${markup}` },
    };
    const address = `buyer/${script}/${purchaseOrderNumber}`;
    await journal.storeChecked(id, { orderKey: address, address, purchaseOrderNumber, findings: [finding] });
    await journal.park(id, message, [finding]);
    await journal.enqueueCommand({ action: 'release', message: id, force: false, reason: script });
    ids.push(id);
  }
  await journal.carryOutCommands();
  return ids;
}

describe.skipIf(!hasChromium)('pages over hostile documents', () => {
  const site = usePagesSite();

  it('run nothing of them, and ask no other host', async () => {
    const ids = await plant(site.server.journal);
    site.server.health = computeHealth([fact('parked', script, script), fact('exchange-away', '', script)]);
    const paths = [
      ...['/', '/messages', '/messages?needs=action', '/channels', '/alarms', '/mappings', '/help'],
      `/find?${new URLSearchParams({ q: script })}`,
      `/messages?${new URLSearchParams({ find: script, finding: script, channel: script })}`,
      `/help?${new URLSearchParams({ q: script })}`,
      ...ids.flatMap((id) => [`/messages/${id}`, `/messages/${id}?view=tree`, `/messages/${id}/edit`]),
      ...numbers.map((number) => `/orders/${encodeURIComponent(number)}`),
      ...['order-to-exchange', 'csv-order-to-order', 'edifact-orders-to-order'].map(
        (one) => `/mappings/${one}`,
      ),
    ];
    const { page, complaints, close } = await site.open('/');
    const hosts = new Set<string>();
    page.on('request', (request) => hosts.add(new URL(request.url()).origin));
    for (const path of paths) {
      await page.goto(site.server.url + path);
      await page.getByRole('heading', { level: 1 }).waitFor();
      await page.locator('main[aria-busy]').waitFor({ state: 'detached' });
      expect(await page.evaluate(() => 'hit' in globalThis), path).toBe(false);
      expect(await page.locator('img, iframe, object, embed, form[action], base ~ base').count(), path).toBe(
        0,
      );
      const links = await page
        .locator('a[href]')
        .evaluateAll((all) => all.map((one) => (one instanceof HTMLAnchorElement ? one.href : '')));
      expect(
        links.filter((link) => !link.startsWith(`${site.server.url}/`)),
        path,
      ).toEqual([]);
    }
    expect([...hosts].filter((host) => host !== site.server.url)).toEqual([]);
    expect(complaints.filter((text) => !/status of (404|409|422)/.test(text))).toEqual([]);
    // it was all there to be shown
    await page.goto(`${site.server.url}/messages/${ids[0]}`);
    await page.getByText(markup).first().waitFor();
    await close();
  });
});
