import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildOrderCheck } from '../../simulator/orders/check-sci-order.ts';
import { type Simulator, startSimulator } from '../../simulator/simulator.ts';
import { loadSchemas } from '../../src/scsn/load-schemas.ts';
import { hasFolderLinks } from '../kit/machine.ts';
import { freePort } from '../kit/port.ts';
import { removeFolder } from '../kit/remove-folder.ts';
import { until } from '../kit/until.ts';

/**
 * Another syntax is a folder and a line in the list of syntaxes. Threads load `src` themselves, so that the gateway runs in a copy of
 * the house to which `fixtures/toy-syntax` was added.
 */

const root = fileURLToPath(new URL('../..', import.meta.url));
const fixture = join(root, 'test/fixtures/toy-syntax');
const folder = mkdtempSync(join(tmpdir(), 'toy-syntax-'));
const house = join(folder, 'house');
const site = join(folder, 'site');
const schemas = loadSchemas();
const running: ChildProcess[] = [];
let simulator: Simulator;

/** A copy of the sources with the folder of the toy, and the toy in the list. */
function buildHouse(): void {
  mkdirSync(join(house, 'samples'), { recursive: true });
  copyFileSync(join(root, 'package.json'), join(house, 'package.json'));
  for (const name of ['node_modules', 'mappings', 'schemas'])
    symlinkSync(join(root, name), join(house, name), 'junction');
  cpSync(join(root, 'src'), join(house, 'src'), {
    recursive: true,
    filter: (path) => !/\.test\.ts$|[\\/]testkit$/.test(path),
  });
  cpSync(join(fixture, 'samples'), join(house, 'samples/toy'), { recursive: true });
  mkdirSync(join(house, 'src/formats/toy'));
  for (const name of readdirSync(join(fixture, 'toy')))
    writeFileSync(
      join(house, 'src/formats/toy', name),
      atItsPlace(readFileSync(join(fixture, 'toy', name), 'utf8')),
    );
  const list = join(house, 'src/formats/syntaxes.ts');
  const listed = readFileSync(list, 'utf8').replace('Syntax[] = [', 'Syntax[] = [toy, ');
  writeFileSync(list, `import { toy } from './toy/syntax.ts';\n${listed}`);
}

/** Its imports, from where it lies in the copy. */
const atItsPlace = (code: string): string =>
  code.replaceAll('../../../../src/formats/', '../').replaceAll('../../../../src/', '../../');

/** The build that tests run is one without the toy. */
const { GATEWAY_BUILD: _, ...env } = process.env;

function begin(...args: readonly string[]): { readonly child: ChildProcess; said(): string } {
  const child = spawn(process.execPath, [join(house, 'src/main.ts'), ...args], { cwd: folder, env });
  let text = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (part: Buffer) => {
      text += part.toString();
    });
  return { child, said: () => text };
}

async function gateway(...args: readonly string[]): Promise<string> {
  const { child, said } = begin(...args);
  const [code] = await once(child, 'close');
  expect(code, `${args.join(' ')}\n${said()}`).toBe(0);
  return said();
}

/** What each of these says, by one process that loads the house once. */
async function gatewayInTurn(...commands: readonly (readonly string[])[]): Promise<readonly string[]> {
  const program = join(folder, 'in-turn.ts');
  writeFileSync(program, inTurn);
  const child = spawn(process.execPath, [program, JSON.stringify(commands)], { cwd: folder, env });
  let text = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (part: Buffer) => {
      text += part.toString();
    });
  expect(await once(child, 'close'), text).toEqual([0, null]);
  return text.split(betweenCommands);
}

const betweenCommands = '====\n';

const inTurn = `import { runCommand } from ${JSON.stringify(pathToFileURL(join(house, 'src/cli/command-line.ts')).href)};
for (const [n, words] of JSON.parse(process.argv[2]).entries()) {
  if (n > 0) console.log('====');
  await runCommand(words);
}
`;

const mappings = join(site, 'mappings');
const readSite = (...path: readonly string[]): string => readFileSync(join(site, ...path), 'utf8');
const listSite = (path: string): readonly string[] =>
  existsSync(join(site, path)) ? readdirSync(join(site, path), { recursive: true, encoding: 'utf8' }) : [];

beforeAll(async () => {
  buildHouse();
  simulator = await startSimulator({ checkOrder: buildOrderCheck(schemas) });
});

afterAll(async () => {
  for (const child of running) {
    const gone = once(child, 'exit');
    if (child.exitCode === null && child.kill()) await gone;
  }
  await simulator.close();
  schemas.dispose();
  await removeFolder(folder);
});

// its copy of the house is made of links to folders
describe.skipIf(!hasFolderLinks)('a syntax that was added by one line', { timeout: 240_000 }, () => {
  it('is offered by init, which writes its channels, formats and mappings', async () => {
    expect(await gateway('init', '--help')).toMatch(/toys, a table of its own[\s\S]*"toy", "csv"/);
    const said = await gateway('init', site, '--format', 'toy');
    expect(said).toContain(`4. Look at ${join(mappings, 'formats/my-orders.yaml')}, then put a toy into`);
    expect(readSite('gateway.yaml')).toContain('files: "*.toy"\n    document: my-orders\n');
    expect(readSite('orders.toy')).toContain('number=TOY-1');
  });

  it('is described, checked, tried, inferred and documented', async () => {
    const [checked, tried, inferred, , ofMapping] = await gatewayInTurn(
      ['format', 'check', 'my-orders', 'my-responses', '-m', mappings],
      ['format', 'try', 'my-orders', join(site, 'orders.toy'), '-m', mappings],
      ['format', 'infer', join(site, 'orders.toy')],
      ['format', 'docs', '-m', mappings, '--out', join(folder, 'pages')],
      ['map', 'check', 'my-orders-to-order', '-m', mappings],
    );
    expect(checked).toBe('ok    my-orders\nok    my-responses\n');
    expect(tried).toMatch(/^2 documents\n\nDocument 1, from line 1\n/m);
    expect(tried).toMatch(/^ {2}quantity +1500 +16:10 +row 16, quantity$/m);
    expect(inferred).toContain('syntax: toy\nroot: document\n');
    expect(readFileSync(join(folder, 'pages/my-orders.md'), 'utf8')).toContain('- `quantity=`: decimal\n');
    expect(ofMapping).toContain('my-orders-to-order');
  });

  it('names what is wrong with a description by its schema', async () => {
    const file = join(folder, 'wrong.yaml');
    writeFileSync(file, 'format: wrong\nsyntax: toy\nroot: order\nfield:\n  number!: text\n');
    const { child, said } = begin('format', 'check', file);
    expect(await once(child, 'close')).toEqual([1, null]);
    expect(said()).toContain('Did you mean `fields`?');
  });

  it('masks all but what it says to be harmless', async () => {
    const [first = ''] = readSite('orders.toy').split(/(?<=\n)\n/);
    writeFileSync(join(folder, 'one.toy'), `${first}\n`);
    const document = join(folder, 'one.toy');
    await gateway(
      'map',
      'fixture',
      'my-orders-to-order',
      document,
      '--name',
      'masked',
      '--mask',
      '-m',
      mappings,
    );
    const masked = readSite('mappings/fixtures/my-orders-to-order.masked/document.toy');
    expect(masked).toMatch(/^quantity=40\nunit=ST$/m);
    expect(masked).toMatch(/^date=2026-11-02$/m);
    expect(masked).not.toMatch(/TOY|Jansen|540830|12\.75/);
  });

  it('goes from a file to the exchange and back, and refuses in Dutch', async () => {
    fillIn(await freePort());
    const started = begin('start', '--config', join(site, 'gateway.yaml'));
    running.push(started.child);
    await until('the gateway', () => started.said().includes('gateway started') || undefined);
    copyFileSync(join(site, 'orders.toy'), join(site, 'erp/out/orders/orders.toy'));
    await until('two orders', () => simulator.ledger().length === 2 || undefined);
    simulator.act({ order: 'TOY-2', action: 'accept' });
    const [name = ''] = await until('the answer', () => {
      const files = listSite('erp/in/responses').filter((file) => file.endsWith('.toy'));
      return files.length > 0 ? files : undefined;
    });
    expect(name).toMatch(/^TOY-2-/);
    expect(readSite('erp/in/responses', name)).toMatch(
      /^order=TOY-2\ndate=\d{4}-\d\d-\d\d\nstatus=\w+\nquantity=1500\n\n$/,
    );
    writeFileSync(join(site, 'erp/out/orders/broken.toy'), 'number=TOY-3\nzonder teken\n\n');
    const report = await until('the report', () =>
      listSite('erp/out/orders/error').find((file) => file.endsWith('.txt')),
    );
    expect(readSite('erp/out/orders/error', report)).toContain('In `zonder teken` staat geen =.');
  });
});

/** The lines of the config that a person writes, and shorter waits. */
function fillIn(operator: number): void {
  const { url, companyId, credentials } = simulator;
  const filled = readSite('gateway.yaml')
    .replace(/baseUrl: \S+/, `baseUrl: ${url}`)
    .replace(/companyId: \S+/, `companyId: ${companyId}`)
    .replace(/email: \S+/, `email: ${credentials.user}`)
    .replace('127.0.0.1:8080', `127.0.0.1:${operator}`)
    .replace('every: 5m', 'every: 1s')
    .replace(/^exchange:/m, 'language: nl\n\nexchange:');
  writeFileSync(join(site, 'gateway.yaml'), filled);
  writeFileSync(join(site, 'secrets/password'), `${credentials.password}\n`);
}
