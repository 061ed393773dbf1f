import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { stringify } from 'yaml';
import { collect } from '../../test/kit/collect.ts';
import { orderXml } from '../../test/kit/documents.ts';
import { canRun } from '../../test/kit/machine.ts';
import { readJournal } from '../journal/open/open-journal.ts';
import { openSqliteJournal } from '../journal/sqlite/open-sqlite.ts';
import { buildSupportBundle } from '../operator/support/support-bundle.ts';
import { runCommandLine } from './testkit/ran.ts';

/** What is made for whoever helps: `gateway journal export`, `gateway doctor`. */

let folder: string;
const path = (name: string): string => join(folder, name);

const config = {
  exchange: {
    baseUrl: 'https://orders.test',
    companyId: '6b1d1f6e-0000-4000-8000-000000000001',
    auth: { email: 'a@b.test', password: 'hunter2' },
  },
  journal: { sqlite: 'journal.db' },
  http: { operator: { listen: '127.0.0.1:1' } },
  channels: {
    orders: { from: { folder: 'out' }, document: 'scsn/Order', to: { exchange: 'sci-connector/order' } },
  },
};

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'cli-support-'));
  writeFileSync(path('gateway.yaml'), stringify(config));
  const journal = openSqliteJournal(path('journal.db'));
  const source = { kind: 'file', id: 'a', name: 'Jan Jansen.xml', size: 1, mtime: 1 } as const;
  const [id = 0] = await journal.receive([
    {
      channel: 'orders',
      direction: 'inbound',
      name: source.name,
      source,
      bytes: orderXml({ number: 'PO-1' }),
    },
  ]);
  await journal.storeChecked(id, { findings: [], orderKey: 'k', purchaseOrderNumber: 'PO-1' });
  const finding = {
    code: 'gln',
    severity: 'park',
    message: 'Jansen is not known.',
    advice: 'a',
    line: 3,
  } as const;
  await journal.park(id, 'Jansen is not known.', [{ ...finding, value: 'Jansen' }]);
  await journal.close();
});
afterEach(() => rmSync(folder, { recursive: true }));

const python = `import zipfile, sys, json
print(json.dumps({i.filename: zipfile.ZipFile(sys.argv[1]).read(i).decode() for i in zipfile.ZipFile(sys.argv[1]).infolist()}))`;

const read = (file: string): Record<string, string> =>
  JSON.parse(execFileSync('python3', ['-c', python, path(file)]).toString());

describe.skipIf(!canRun('python3', '--version'))('journal export', () => {
  it('holds the document as it was, what is known of it, versions, and the config without secrets', async () => {
    const told = await runCommandLine(folder, 'journal', 'export', '1', '--out', 'b.zip');
    expect(told).toMatchObject({ code: 0, out: expect.stringContaining('--mask puts pseudonyms') });
    const files = read('b.zip');
    expect(files['message-1/1-received.xml']).toBe(orderXml({ number: 'PO-1' }).toString());
    expect(JSON.parse(files['message-1/message.json'] ?? '')).toMatchObject({
      message: { state: 'parked', findings: [{ code: 'gln', value: 'Jansen' }] },
      attempts: [],
    });
    expect(JSON.parse(files['versions.json'] ?? '')).toMatchObject({ node: process.version });
    expect(files['gateway.yaml']).toContain('baseUrl: https://orders.test');
    expect(Object.values(files).join()).not.toContain('hunter2');
    if (process.platform !== 'win32') expect(statSync(path('b.zip')).mode & 0o077).toBe(0);
  });

  it('--mask hides names and texts of the document wherever they stand', async () => {
    await runCommandLine(folder, 'journal', 'export', '1', '--out', 'b.zip', '--mask');
    const files = read('b.zip');
    expect(Object.entries(files).join()).not.toMatch(/Jansen|6b1d1f6e|orders\.test|a@b/);
    // it has not been checked: no version is known that reads it
    expect(files['message-1/left-out.txt']).toMatch(/^Left out.*:\n- all documents: it cannot be run again/);
    expect(files['gateway.yaml']).toMatch(/channels:\n {2}orders:\n {4}from:/);
    expect(JSON.parse(files['message-1/message.json'] ?? '')).toMatchObject({
      message: { state: 'parked', findings: [{ code: 'gln', line: 3 }] },
    });
  });
});

it('journal export reads a message when its turn has come, tells how far it is, and which tasks are open', async () => {
  const journal = openSqliteJournal(path('journal.db'));
  const source = { kind: 'file', id: 'b', name: 'b.xml', size: 1, mtime: 1 } as const;
  const bytes = orderXml({ number: 'PO-2' });
  const [id = 0] = await journal.receive([
    { channel: 'orders', direction: 'inbound', name: 'b.xml', source, bytes },
  ]);
  await journal.storeChecked(id, { findings: [], orderKey: 'k2', address: 'supplier/a/PO-2' });
  const finding = {
    code: 'cancel-in-portal',
    severity: 'warning',
    message: 'Jansen.',
    advice: 'A.',
  } as const;
  await journal.settle(id, {
    outcome: 'ignored',
    reason: '',
    findings: [],
    tasks: [{ line: '10', finding }],
  });
  const body = vi.spyOn(journal, 'body');
  const told: string[] = [];
  const progress = (done: number, of: number) => void told.push(`${done} of ${of}`);
  const files = (mask: boolean) =>
    buildSupportBundle(journal, [1, id], { mask, config: '', site: undefined, progress });
  const readBefore: number[] = [];
  for await (const [name] of files(false))
    if (name.endsWith('message.json')) readBefore.push(body.mock.calls.length);
  expect(readBefore).toEqual([0, 1]);
  expect(told).toEqual(['0 of 2', '1 of 2']);
  const facts = async (mask: boolean) => {
    const all = await collect(files(mask));
    return JSON.parse(String(all.find(([name]) => name === `message-${id}/message.json`)?.[1]));
  };
  expect((await facts(false)).tasks).toMatchObject([{ line: '10', finding: { advice: 'A.' } }]);
  const [masked] = (await facts(true)).tasks;
  expect(masked).toMatchObject({ code: 'cancel-in-portal' });
  expect(JSON.stringify(masked)).not.toContain('Jansen');
  await journal.close();
});

it('journal export overwrites nothing, and says that a message is not there', async () => {
  writeFileSync(path('b.zip'), 'mine');
  expect((await runCommandLine(folder, 'journal', 'export', '1', '--out', 'b.zip')).code).toBe(2);
  expect(readFileSync(path('b.zip'), 'utf8')).toBe('mine');
  const none = await runCommandLine(folder, 'journal', 'export', '7', '--out', 'c.zip');
  expect([none.code, none.err]).toEqual([2, expect.stringContaining('There is no message 7.')]);
  expect(readdirSync(folder)).not.toContain('c.zip');
  const journal = await readJournal({ sqlite: path('journal.db') });
  const files = await collect(buildSupportBundle(journal, [1], { mask: false, config: '', site: undefined }));
  await journal.close();
  expect(files.map(([name]) => name)).toEqual([
    ...[
      'message-1/message.json',
      'message-1/1-received.xml',
      'message-1/trace.txt',
      'versions.json',
      'gateway.yaml',
    ],
  ]);
});

it('doctor tells everything in one file, also where nothing runs and folders are away, and no secret', async () => {
  const told = await runCommandLine(folder, 'doctor', '--out', 'd.txt');
  expect(told.code).toBe(0);
  const text = readFileSync(path('d.txt'), 'utf8');
  expect([...text.matchAll(/^== (.*) ==$/gm)].map(([, title]) => title)).toEqual([
    'Versions and machine',
    'What the config is told',
    'What gateway check finds',
    'Health',
    'Numbers',
    'The journal',
    'The config, without secrets',
  ]);
  expect(text).toMatch(/gateway \d+\.\d+\.\d+, Node v/);
  expect(text).toMatch(/== Health ==\nIt cannot be told: /);
  expect(text).toMatch(/1 parked in orders, the oldest of 20/);
  expect(text).toMatch(/#1 .* orders parked gln\n/);
  for (const secret of ['hunter2', 'Jansen']) expect(text).not.toContain(secret);
});

it('doctor tells of a config that cannot be read', async () => {
  writeFileSync(path('gateway.yaml'), 'exchange: [hunter2');
  expect((await runCommandLine(folder, 'doctor', '--out', 'd.txt')).code).toBe(0);
  const text = readFileSync(path('d.txt'), 'utf8');
  expect(text).toContain('== What the config is told ==\ngateway.yaml:');
  expect(text).toContain('cannot be read as YAML');
});
