import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { type CommandRun, runCommandLine } from '../src/cli/testkit/ran.ts';
import { type Line, orderXml } from './kit/documents.ts';
import { lendWorkers } from './kit/lent-workers.ts';
import { Site } from './kit/site.ts';

/** Edits with a known effect, held against the messages of a gateway that has stopped: what is said of them is counted by hand. */

let site: Site;
afterAll(lendWorkers());

const three: readonly Line[] = [{ id: '10' }, { id: '20' }, { id: '30', quantity: '7' }];

beforeAll(async () => {
  site = await Site.open();
  await site.start();
  const send = async (name: string, bytes: string | Buffer) => {
    site.drop('erp/out/orders-json', name, bytes);
    await site.ended(name);
  };
  await send('PO-1.xml', orderXml({ number: 'PO-1', lines: three }));
  // the very same order, issued a day later: unchanged
  await send('PO-1-again.xml', orderXml({ number: 'PO-1', date: '2026-03-03', lines: three }));
  // one line of it changed
  const changed = [...three.slice(0, 2), { id: '30', quantity: '8' }];
  await send('PO-1-changed.xml', orderXml({ number: 'PO-1', date: '2026-03-04', lines: changed }));
  await send('PO-2.xml', orderXml({ number: 'PO-2', lines: three }));
  const odd = orderXml({ number: 'PO-3' })
    .toString()
    .replace('<cbc:ID>540830', '<cbc:ID schemeID="ODD">540830');
  await send('PO-3.xml', odd);
  await send('PO-4.xml', orderXml({ number: 'PO-4' }).toString().replace('2026-03-02', 'soon'));
  await site.idle();
  await site.stop();
});
afterAll(() => site.close());
beforeEach(() => rmSync(site.path('edited'), { recursive: true, force: true }));

/** A file of the edited mappings. */
const edit = (name: string, text: string): void => site.write(`edited/${name}`, text);

const edited = (text: string): void =>
  edit(
    'order-to-exchange.yaml',
    `mapping: order-to-exchange\nextends: scsn-gateway/order-to-exchange\n${text}`,
  );

const replay = (...words: readonly string[]): Promise<CommandRun> =>
  runCommandLine(site.folder, 'map', 'replay', '-m', 'edited', ...words);

const group = z.object({
  count: z.number(),
  examples: z.array(z.object({ id: z.number(), what: z.string() })),
});
const reportSchema = z.object({
  messages: z.number(),
  same: z.number(),
  controlled: z.number(),
  outcomes: z.array(group.extend({ from: z.string(), to: z.string(), why: z.string() })),
  values: z.array(
    group.extend({
      path: z.string(),
      from: z.string().optional(),
      to: z.string().optional(),
      messages: z.number(),
    }),
  ),
  onceMore: group,
  freed: z.array(z.number()),
  notReproducible: z.array(group),
  notComparable: z.array(group.extend({ why: z.string() })),
  stopped: z.string().optional(),
});

async function reported(...words: readonly string[]) {
  const { out, err, code } = await replay('--format', 'json', ...words);
  if (out === '') throw new Error(err);
  return { ...reportSchema.parse(JSON.parse(out)), code };
}

const idOf = async (name: string): Promise<number> =>
  (await site.messages()).find((message) => message.name === name)?.id ?? 0;

describe('an edit', () => {
  it('that changes nothing that is used changes nothing', async () => {
    edit('unused.yaml', 'mapping: unused\n');
    expect((await replay()).out).toBe('The edit changes nothing that any channel uses.\n');
  });

  it('of a value is told by path and value, and a repeated order stays unchanged', async () => {
    edited('target:\n  order: { description: { $text: edition 2 } }\n');
    const report = await reported();
    expect(report).toMatchObject({ messages: 6, controlled: 6, outcomes: [], notReproducible: [], code: 0 });
    // PO-1, its change, PO-2; not the repeated one
    expect(report.values).toMatchObject([
      { path: 'order/description', to: 'edition 2', count: 3, messages: 3 },
    ]);
    expect(report.same).toBe(3);
    // lines are compared with the last export, read again by either version: an edit sends nothing once more
    expect(report.onceMore.count).toBe(0);
  });

  it('of a table is counted in every line', async () => {
    edit('tables/units-to-exchange.add.csv', 'erp,iso\nC62,PCE\n');
    const { values, code } = await reported();
    const units = values.filter(({ from, to }) => from === 'C62' && to === 'PCE');
    // three lines, the one that changed, three lines
    expect(units.map(({ count, messages }) => [count, messages])).toEqual(units.map(() => [7, 3]));
    expect(units.length).toBeGreaterThan(0);
    expect(code).toBe(0);
  });

  it('that stops messages shows first what would end otherwise', async () => {
    edited(
      "stop:\n  - code: not-that-one\n    as: parked\n    when: cbc:ID = 'PO-2'\n    say: a person decides\n    advice: decide\n",
    );
    const report = await reported();
    expect(report.outcomes).toMatchObject([{ from: 'deliver', to: 'park', count: 1 }]);
    expect(report.outcomes[0]?.examples[0]?.id).toBe(await idOf('PO-2.xml'));
    expect(report.code).toBe(1);
    const { out } = await replay();
    expect(out).toMatch(/1 would end otherwise.*\n\nWould end otherwise:\n {2}1 × sent → parked/);
  });

  it('that mends what was put aside names it', async () => {
    edit('tables/party-schemes.add.csv', 'scheme,meaning\nODD,account\nodd,account\n');
    const report = await reported();
    const id = await idOf('PO-3.xml');
    expect(report.outcomes).toMatchObject([{ from: 'park', to: 'deliver', count: 1, examples: [{ id }] }]);
    expect(report.freed).toEqual([id]);
    expect((await replay()).out).toContain(`Parked messages that this edit frees: 1 (${id})`);
  });

  it('that is broken is told before anything runs', async () => {
    edited('target:\n  order: { descripton: { $text: x } }\n');
    const { err, out, code } = await replay();
    expect(err).toMatch(/order-to-exchange\.yaml:4:\d+ .*order has no descripton/);
    expect([out, code]).toEqual(['', 2]);
  });

  it('is looked at in the window that is asked for', async () => {
    edited('target:\n  order: { description: { $text: edition 2 } }\n');
    expect(await reported('--last', '2')).toMatchObject({ messages: 2 });
    expect(await reported('--since', '2099-01-01')).toMatchObject({ messages: 0 });
    expect(await reported('--channel', 'orders-json')).toMatchObject({ messages: 6 });
    expect((await replay('--mapping', 'order-to-order')).out).toContain('changes nothing');
  });

  it('makes a page that can be signed, on request without what documents say', async () => {
    edited('target:\n  order: { description: { $text: edition <2> } }\n');
    await replay('--html', 'page.html');
    const page = readFileSync(site.path('page.html'), 'utf8');
    expect(page).toContain(
      'order/description: 3 values in 3 messages<ul><li>3 × (nothing) → &#34;edition &#60;2&#62;&#34;',
    );
    expect(page).toContain('PO-1.xml');
    await replay('--html', 'page.html', '--mask');
    const masked = readFileSync(site.path('page.html'), 'utf8');
    expect(masked).toContain('order/description');
    expect(masked).not.toMatch(/edition|PO-1/);
  });

  it('is held against a backup, and nothing is written into the journal', async () => {
    edited('target:\n  order: { description: { $text: edition 2 } }\n');
    await runCommandLine(site.folder, 'journal', 'backup', 'copy.db');
    const before = readFileSync(site.path('copy.db'));
    expect(await reported('--journal', 'copy.db')).toMatchObject({ messages: 6 });
    expect(readFileSync(site.path('copy.db')).equals(before)).toBe(true);
  });

  it('can be held against a fixture that was made of a message', async () => {
    const id = await idOf('PO-1-changed.xml');
    const fixture = (...words: readonly string[]) =>
      runCommandLine(site.folder, 'map', 'fixture', '--message', `${id}`, '-m', 'edited', ...words);
    mkdirSync(site.path('edited'));
    const made = await fixture('--name', 'changed');
    expect(made.err).not.toContain('gateway:');
    const folder = 'edited/fixtures/order-to-exchange.changed';
    expect(readFileSync(site.path(folder, 'document.xml'), 'utf8')).toContain('Part 30');
    expect(JSON.parse(readFileSync(site.path(folder, 'context.json'), 'utf8'))).toMatchObject({
      mapping: 'order-to-exchange',
      changes: { 10: 'unchanged', 20: 'unchanged', 30: 'changed' },
    });
    // what is expected is what was sent: the line that changed
    const sent = await site.withJournal((journal) => journal.part(id, 'prepared'));
    const expected: unknown = JSON.parse(readFileSync(site.path(folder, 'expected.json'), 'utf8'));
    expect(expected).toEqual(JSON.parse(Buffer.from(sent ?? []).toString()));
    expect(
      (await runCommandLine(site.folder, 'map', 'test', 'order-to-exchange/changed', '-m', 'edited')).code,
    ).toBe(0);
    expect((await fixture('--name', 'changed')).err).toContain('There is a fixture');
  });

  it('can be held against a masked one, which says nothing of anybody', async () => {
    const id = await idOf('PO-1-changed.xml');
    mkdirSync(site.path('edited'));
    const words = ['--message', `${id}`, '-m', 'edited', '--name', 'masked', '--mask'];
    const made = await runCommandLine(site.folder, 'map', 'fixture', ...words);
    expect(made.err).not.toContain('gateway:');
    const read = (name: string) =>
      readFileSync(site.path('edited/fixtures/order-to-exchange.masked', name), 'utf8');
    const files = ['document.xml', 'context.json', 'expected.json'].map(read).join('\n');
    expect(files).not.toMatch(/PO-1|540830|Part 30/);
    // the line that changed, as it was sent
    expect(JSON.parse(read('context.json'))).toMatchObject({
      changes: { 10: 'unchanged', 20: 'unchanged', 30: 'changed' },
    });
    expect(JSON.parse(read('expected.json'))).toMatchObject({
      order: { purchaseOrderNumber: /<cbc:ID>([A-Z]{2}-\d)</.exec(read('document.xml'))?.[1] },
      lines: [{ position: '30' }],
    });
    expect(
      (await runCommandLine(site.folder, 'map', 'test', 'order-to-exchange/masked', '-m', 'edited')).code,
    ).toBe(0);
  });

  /** A copy of the journal in which the documents of the first message are gone. */
  async function withoutFirst(also: string): Promise<void> {
    rmSync(site.path('old.db'), { force: true });
    await runCommandLine(site.folder, 'journal', 'backup', 'old.db');
    const db = new DatabaseSync(site.path('old.db'));
    const first = await idOf('PO-1.xml');
    db.exec(`delete from part where message = ${first}; ${also.replace('FIRST', `${first}`)}`);
    db.close();
    edited('target:\n  order: { description: { $text: edition 2 } }\n');
  }

  it('is compared from the message on that the state names, where that one was not seen', async () => {
    await withoutFirst('update message set saw = null where id = FIRST');
    const report = await reported('--journal', 'old.db');
    expect(report).toMatchObject({ notReproducible: [], outcomes: [] });
    expect(report.values).toMatchObject([{ path: 'order/description', count: 2 }]);
  });

  it('is not compared where what was before it is gone', async () => {
    await withoutFirst('delete from blob where hash = (select hash from message where id = FIRST)');
    const report = await reported('--journal', 'old.db');
    expect(report.notComparable.map(({ why, count }) => [count, why])).toEqual([
      [2, 'what was delivered of its order before is not kept'],
      [1, 'its documents have been deleted (journal.keep)'],
    ]);
    expect(report.values).toMatchObject([{ path: 'order/description', count: 1 }]);
  });
});
