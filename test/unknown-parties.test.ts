import { mkdirSync, writeFileSync } from 'node:fs';
import { afterEach, expect, it } from 'vitest';
import { runCommandLine } from '../src/cli/testkit/ran.ts';
import { orderXml } from './kit/documents.ts';
import { patience } from './kit/machine.ts';
import { Site } from './kit/site.ts';

/** Numbers of parties that were accounts before an edit or an upgrade, and are none now. */

let site: Site;
afterEach(() => site?.close());

const acme = orderXml({ number: 'PO-1' })
  .toString()
  .replace('<cbc:ID>540830', '<cbc:ID schemeID="ACME">540830');
const words = '1 delivered document(s) would now be parked, since a number of scheme ACME is no account';

it(
  'are told by check, with what the own folder has that nobody reads',
  async () => {
    site = await Site.open({ config: (config) => Object.assign(config, { mappings: 'mappings' }) });
    const table = (text: string) => {
      mkdirSync(site.path('mappings/tables'), { recursive: true });
      writeFileSync(site.path('mappings/tables/suppliers.csv'), text);
    };
    table('party,account\nACME:540830,540830\n');
    await site.start('none');
    site.drop('erp/out/orders-json', 'a.xml', acme);
    expect(await site.ended('a.xml')).toMatchObject({ outcome: 'delivered' });
    await site.stop();

    table('party,account\nGLN:8718336000046,204518\n');
    writeFileSync(site.path('mappings/tables/unread.csv'), 'a,b\n1,2\n');
    const checked = await runCommandLine(site.folder, 'check');
    expect(checked.out).toContain(`warn  channel orders-json: ${words} (ACME:540830 in message 1).`);
    expect(checked.out).toMatch(
      /warn {2}.*unread\.csv warning: No mapping names the table tables\/unread\.csv/,
    );
  },
  150_000 * patience,
);
