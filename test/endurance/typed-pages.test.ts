import { copyFileSync, cpSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { type CommandRun, runCommandLine } from '../../src/cli/testkit/ran.ts';
import { hasPostgres, startPostgres } from '../../src/journal/testkit/postgres-server.ts';
import { orderXml, responseXml } from '../kit/documents.ts';
import { startsQuickly } from '../kit/machine.ts';
import { code, pages, prefix, root, wordsOf } from '../kit/pages.ts';
import { Site, until } from '../kit/site.ts';

/**
 * The commands of all pages, typed: in the order of their page, in the folder of a site whose gateway runs. What stays (`start`,
 * `simulator`) and the two pages that lead through a first day are typed in first-channel.test.ts and own-format.test.ts.
 */

/** What is not typed here: how many lines of all pages, and why. */
const elsewhere: readonly (readonly [shape: RegExp, lines: number, why: string])[] = [
  [/^gateway (simulator|start)\b|^npm run -s gateway -- start/, 1, 'stays: first-channel.test.ts starts it'],
  [
    /--watch|--follow/,
    2,
    'stays until Ctrl-C: src/cli/map/map-command.test.ts, src/cli/order/order-command.test.ts',
  ],
  [/^gateway sftp trust/, 1, 'needs a server: src/cli/sftp-command.test.ts'],
  [/^gateway workbench -m/, 1, 'stays: test/workbench-command.test.ts opens it'],
  [/^gateway map docs/, 1, 'makes pages of all mappings: src/cli/map/map-command.test.ts'],
  [/^gateway COMMAND/, 1, 'stands for all commands: src/cli/kit/lazy-commands.test.ts'],
  [/^npm (ci|install|run demo)/, 2, 'needs npm and packages: .ci/run, test/endurance/package.test.ts'],
  [/^\$EDITOR /, 1, 'is a person who writes'],
  [/^(sha256sum|mkdir|tar|ln) /, 8, 'changes this machine: test/endurance/dist.test.ts unpacks an archive'],
  [/^(useradd|chown) /, 4, 'changes this machine'],
  [/^(groupadd|usermod|chgrp|chmod) /, 6, 'changes this machine: src/journal holds who may read'],
  [/journal retry --replay/, 2, 'needs a report: test/map-replay-counts.test.ts, test/map-publish.test.ts'],
  [/^(systemctl|journalctl) /, 6, 'needs systemd: src/service holds the unit'],
  [/^docker /, 5, 'needs a container engine'],
  [/^gateway pages --file/, 2, 'needs a port that is known: src/cli/user/user-command.test.ts'],
  [/^curl .*Bearer/, 1, 'needs a token: src/api/entrance/attacks.test.ts'],
  [/^(\(Get-FileHash|Expand-Archive|Rename-Item|\$env:Path|cd '|powershell |icacls )/, 12, 'needs Windows'],
];

/** Typed by tests of their own, or for engineers in a checkout. */
const others = ['docs/first-channel.md', 'docs/nl/eerste-kanaal.md', 'docs/own-format.md', 'docs/design.md'];

const inPages = (await pages()).filter(
  ({ name }) => !others.includes(name) && !name.startsWith('docs/reference/'),
);

/** The lines of a page that somebody may type: those of its blocks, and commands of ours in its sentences. */
const linesOf = (text: string): readonly string[] => {
  const spans = new Set(code(text.replace(/^```.*?^```/gms, '')));
  return code(text).filter((line) => !spans.has(line) || line.startsWith('gateway '));
};

const isElsewhere = (line: string): boolean => elsewhere.some(([shape]) => shape.test(line));

/** Needs a gateway that stands still; typed at the end. */
const needsStop = (line: string): boolean => /journal (restore|move|rescue) /.test(line);

/** What is only a name of a command in a sentence: `gateway journal retry`, `gateway journal retry|release`. */
const isName = (line: string): boolean => /^gateway [a-z]+( [a-z|]+)?$/.test(line);

let site: Site;
let alarms: ReturnType<typeof createServer>;
/** Numbers of messages that somebody can ask about. */
const known = { delivered: '', table: '', corrected: '' };
let count = 0;

const own = 'own/order-to-exchange.yaml';
const extending = 'mapping: order-to-exchange\nextends: scsn-gateway/order-to-exchange\n';
const edition = (n: number): string =>
  `${extending}target:\n  order: { description: { $text: edition ${n} } }\n`;

const gateway = (...words: readonly string[]): Promise<CommandRun> => runCommandLine(site.folder, ...words);

beforeAll(async () => {
  if (!startsQuickly) return;
  alarms = createServer((_, response) => void response.writeHead(204).end()).listen(0, '127.0.0.1');
  await new Promise((listening) => alarms.once('listening', listening));
  site = await Site.open({ config: addChannels });
  symlinkSync('.', site.path('site'), 'junction');
  for (const folder of ['own', 'my', 'edited']) mkdirSync(site.path(folder));
  await versions();
  samples();
  await messages();
  await gateway('init', 'service');
  copyFileSync(site.path('gateway.yaml'), site.path('service/gateway.yaml'));
  for (const folder of ['in', 'out'])
    cpSync(site.path('erp', folder), site.path('service/erp', folder), { recursive: true });
  mkdirSync(site.path('service/own'));
});

afterAll(async () => {
  await site?.close();
  alarms?.close();
});

function addChannels(
  config: Record<string, unknown> & { channels: Record<string, Record<string, unknown>> },
): void {
  const address = alarms.address();
  const port = typeof address === 'object' ? address?.port : undefined;
  Object.assign(config, { mappings: 'own', alarms: { webhook: { url: `http://127.0.0.1:${port}/` } } });
  Object.assign(config.channels.orders ?? {}, { mode: 'dryRun' });
  config.channels.tables = {
    from: { folder: 'erp/out/tables', settle: { interval: '50ms', renamed: true } },
    document: 'csv-order',
    map: ['csv-order-to-order', 'order-to-exchange'],
    to: { exchange: 'api-connector/order' },
  };
}

/** Three versions of a mapping that made messages. */
async function versions(): Promise<void> {
  for (const n of [1, 2, 3]) {
    if (n > 1) writeFileSync(site.path(own), edition(n));
    await site.start();
    known.delivered = await deliver(`470${n}`);
    if (n === 1) await dryRun();
    if (n < 3) await site.stop();
  }
  cpSync(site.path('own'), site.path('edited'), { recursive: true });
  writeFileSync(site.path('edited/order-to-exchange.yaml'), edition(4));
}

/** The channel `orders` has seen a file, and is live the next time. */
async function dryRun(): Promise<void> {
  site.drop('erp/out/orders', 'seen.xml', orderXml({ number: 'SEEN' }));
  await until('the dry run', async () => (await site.messages()).find(({ name }) => name === 'seen.xml'));
  writeFileSync(
    site.path('gateway.yaml'),
    site.read('.', 'gateway.yaml').replace('mode: dryRun', 'mode: live'),
  );
}

/** Files that pages name. */
function samples(): void {
  const good = (name: string) => join(root, 'samples/good', name);
  for (const name of ['order.xml', 'v1.xml']) copyFileSync(good('order-full.xml'), site.path(name));
  copyFileSync(good('order-full-changed.xml'), site.path('v2.xml'));
  copyFileSync(join(root, 'samples/idoc/orders.xml'), site.path('orders.xml'));
  writeFileSync(
    site.path('orders.csv'),
    readFileSync(good('orders-three.csv'), 'utf8').split('\n').slice(0, 3).join('\n'),
  );
  writeFileSync(
    site.path('my/order.yaml'),
    edition(5).replace('mapping: order-to-exchange', 'mapping: order'),
  );
  writeFileSync(site.path('my/order-to-exchange.yaml'), edition(5));
}

async function messages(): Promise<void> {
  for (const number of ['4711', '4500017802', '4500017812']) await deliver(number);
  site.drop('erp/out/tables', 'orders.csv', site.read('.', 'orders.csv'));
  await site.ended('orders.csv');
  known.table = `${(await site.messages()).find(({ channel, outcome }) => channel === 'tables' && outcome === 'delivered')?.id}`;
  known.corrected = await parked();
  await gateway('journal', 'resend', known.corrected, '--file', 'corrected.xml');
  expect((await gateway('journal', 'backup', 'first.db')).code).toBe(0);
}

async function deliver(number: string): Promise<string> {
  site.drop('erp/out/orders-json', `${number}.xml`, orderXml({ number }));
  const { id, outcome } = await site.ended(`${number}.xml`);
  expect(outcome).toBe('delivered');
  return `${id}`;
}

/** A message on which somebody has to decide; `corrected.xml` is what its order should have been. */
async function parked(): Promise<string> {
  count += 1;
  const number = `PARKED-${count}`;
  site.drop(
    'erp/out/orders-json',
    `${number}.xml`,
    orderXml({ number, lines: [{ id: '10', status: 'disputed' }] }),
  );
  for (const name of ['corrected.xml', 'hersteld.xml']) writeFileSync(site.path(name), orderXml({ number }));
  return `${(await site.ended(`${number}.xml`)).id}`;
}

/** A document that is no order at all. */
async function refused(): Promise<string> {
  count += 1;
  const name = `REFUSED-${count}.xml`;
  site.drop('erp/out/orders-json', name, `<Order n="${count}"/>`);
  return `${(await site.ended(name)).id}`;
}

/** A message that has opened a task of line 10. */
async function withTask(): Promise<string> {
  count += 1;
  const number = `TASK-${count}`;
  const answer = responseXml({ number, lines: [{ id: '10', status: 'added' }] });
  site.drop('erp/out/responses', `${number}.xml`, answer);
  return `${(await site.ended(`${number}.xml`)).id}`;
}

/** What stands for a word that a page leaves to its reader. */
async function meant(word: string, words: readonly string[]): Promise<string> {
  const command = words.slice(0, 2).join(' ');
  if (words[0] === 'user') return await userWord(command, word);
  if (isMessage(word)) return await message(command, words);
  if (word.startsWith('FILE')) return fileOf(command);
  if (command === 'map fixture' && word === 'FOLDER') return 'my';
  if (command === 'map copy' && word === 'FOLDER') return `copy-${process.hrtime.bigint()}`;
  if (command === 'journal done' && word === '…') return '10';
  if (word === 'CASE') return `case-${process.hrtime.bigint()}`;
  return simple[word] ?? inService(word);
}

const isMessage = (word: string): boolean => /^(ID…?|17|1812)$/.test(word);

/** A path of a gateway that is installed. */
const inService = (word: string): string =>
  word.replace(/^(?:\/srv|C:)[\\/]scsn-gateway[\\/]?/, 'service/').replace('/etc/systemd/system/', '');

const simple: Readonly<Record<string, string>> = {
  'site/gateway.yaml': 'gateway.yaml',
  CHANNEL: 'orders',
  NAME: 'order-to-exchange',
  MAPPING: 'order-to-exchange',
  DOCUMENT: 'order.xml',
  NUMBER: '4711',
  NUMMER: '4711',
  LINE: '10',
  REGEL: '10',
  3: '1',
  FOLDER: 'edited',
  CORRECTED: 'corrected.xml',
  '2026-12-27 08:00': `${new Date().getFullYear() + 1}-12-27 08:00`,
  '*.xml': 'order.xml',
};

/** A name that is not there yet, or one that is. */
async function userWord(command: string, word: string): Promise<string> {
  if (word === 'ROLE') return 'operate';
  if (word !== 'NAME') return word;
  count += 1;
  const name = `user${count}`;
  if (!/ (add|token)$/.test(command))
    await gateway('user', 'add', name, '--role', 'read', '--config', 'gateway.yaml');
  return name;
}

async function message(command: string, words: readonly string[]): Promise<string> {
  if (/retry|release|discard|resend/.test(command)) return await parked();
  if (command === 'journal done') return await withTask();
  if (command === 'journal close') return await refused();
  if (words.includes('translated')) return known.table;
  return words.includes('corrected') ? known.corrected : known.delivered;
}

function fileOf(command: string): string {
  count += 1;
  if (command === 'journal backup') return `backup-${count}.db`;
  return (
    { 'journal verify': 'first.db', 'journal restore': 'first.db', 'format infer': 'orders.csv' }[command] ??
    'order.xml'
  );
}

const split = (line: string): readonly string[] =>
  [...wordsOf(line).matchAll(/"([^"]*)"|(\S+)/g)].map(
    ([, quoted, bare = '']) => quoted ?? bare.replace(/^\[|\]$/g, ''),
  );

async function typed(line: string): Promise<CommandRun & { readonly words: readonly string[] }> {
  const words = split(line);
  const filled = await Promise.all(words.map((word) => meant(word, words)));
  return { ...(await gateway(...filled)), words: filled };
}

async function type(line: string): Promise<void> {
  for (const one of alternatives(isName(line) ? `${line} --help` : line)) {
    const { code, out, err, words } = await typed(one);
    // 1 is an answer of these: something is wrong now, somebody must act
    const most = /^gateway (alarm (list|acknowledge)|order\b|journal (retry|resend)\b)/.test(line) ? 1 : 0;
    expect(code, `gateway ${words.join(' ')}\n${out}${err}`).toBeLessThanOrEqual(most);
  }
}

/** `gateway journal retry|discard ID`: one each. */
function alternatives(line: string): readonly string[] {
  const [all = '', names] = / ([a-z]+(?:\|[a-z]+)+)/.exec(line) ?? [];
  return names === undefined ? [line] : names.split('|').map((name) => line.replace(all, ` ${name}`));
}

/** What a page of before has, in another language or with other words for the same, is typed once. */
const typedBefore = new Set<string>();

function isFirstOfAll(line: string): boolean {
  const shape = shapeOf(split(line)).join(' ');
  if (typedBefore.has(shape)) return false;
  typedBefore.add(shape);
  return true;
}

/** Two lines of one shape are typed as the same command, but for a reason that somebody gives. */
const shapeOf = (words: readonly string[]): readonly string[] =>
  words.map((word, n) => {
    if (words[n - 1] === '--reason') return 'REASON';
    if (isMessage(word)) return 'ID';
    if (/^(FILE|CORRECTED|corrected\.xml|hersteld\.xml)$/.test(word)) return 'FILE';
    return simple[word] ?? inService(word);
  });

describe.skipIf(!startsQuickly).each(inPages)('$name', ({ text }) => {
  const lines = linesOf(text).filter((line) => !isElsewhere(line));
  const now = lines.filter((line) => prefix.test(line) && !needsStop(line));
  it.each(now.filter(isFirstOfAll))('%s', type);

  it('shows no line that is neither typed nor left out for a reason', () => {
    expect(lines.filter((line) => !prefix.test(line))).toEqual([]);
  });
});

describe.skipIf(!startsQuickly)('with the gateway stopped', () => {
  const lines = inPages.flatMap(({ text }) => linesOf(text)).filter(needsStop);
  let postgres: Awaited<ReturnType<typeof startPostgres>>;
  beforeAll(() => site.stop());
  afterAll(() => postgres?.close());

  it.each([...new Set(lines)].filter((line) => /restore|rescue/.test(line)))('%s', type);

  it.skipIf(!hasPostgres).each([...new Set(lines)].filter((line) => line.includes('move')))(
    '%s',
    async (line) => {
      postgres = await startPostgres();
      vi.stubEnv('DATABASE_URL', (await postgres?.database()) ?? '');
      await type(line);
      vi.unstubAllEnvs();
    },
  );
});

it('so many lines are left out, and no more', () => {
  const all = inPages.flatMap(({ text }) => linesOf(text));
  const found = elsewhere.map(([shape, , why]) => [all.filter((line) => shape.test(line)).length, why]);
  expect(found).toEqual(elsewhere.map(([, lines, why]) => [lines, why]));
});
