import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { configIn } from '../testkit/config.ts';
import { checkMappings } from './check-mappings.ts';
import type { MappingCheckResult } from './check-result.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'check-mappings-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const channel = (map: readonly string[], document = 'scsn/Order') => ({
  channels: {
    orders: { from: { folder: 'orders' }, document, map, to: { exchange: 'api-connector/order' } },
  },
});

async function found(change: Readonly<Record<string, unknown>>): Promise<readonly MappingCheckResult[]> {
  const results: MappingCheckResult[] = [];
  for await (const result of checkMappings(configIn(folder, change))) results.push(result);
  return results;
}

const linesOf = (results: readonly MappingCheckResult[]): readonly string[] =>
  results.map(({ level, about }) => `${level} ${about.en}`);

it('schemas, formats, mappings and ways that are right are named', async () => {
  const ways = ['csv-order-to-order', 'order-to-exchange'];
  expect(linesOf(await found(channel(ways, 'csv-order')))).toEqual([
    'ok schemas',
    'ok format csv-order',
    'ok mapping csv-order-to-order',
    'ok mapping order-to-exchange',
    'ok channel orders: csv-order > csv-order-to-order > order-to-exchange > api-connector/order',
  ]);
});

it('a mapping that cannot be used has its findings, and what stands on it is not looked at', async () => {
  mkdirSync(join(folder, 'own/fixtures'), { recursive: true });
  writeFileSync(
    join(folder, 'own/order-to-exchange.yaml'),
    'mapping: order-to-exchange\ntarget: { odd: 1 + }\n',
  );
  const results = await found({ mappings: 'own', ...channel(['order-to-exchange']) });
  expect(linesOf(results)).toEqual(['ok schemas', 'wrong mapping order-to-exchange']);
  const file = join(folder, 'own/order-to-exchange.yaml');
  expect(results[1]?.findings).toContainEqual(expect.objectContaining({ severity: 'error', line: 1, file }));
});

it('ways that do not fit are said once what they are made of is right', async () => {
  const results = await found(channel(['order-to-exchange', 'order-to-exchange']));
  expect(linesOf(results).at(-1)).toMatch(/^wrong channel orders: /);
  expect(results.at(-1)?.findings?.length).toBeGreaterThan(0);
});

it('an own folder that is not there is wrong', async () => {
  const results = await found({ mappings: 'nowhere' });
  expect(linesOf(results)).toEqual(['ok schemas', 'wrong mappings']);
  expect(results[1]?.what?.en).toContain('nowhere');
});

/** Only root can be somebody else. */
it.skipIf(process.getuid?.() !== 0)(
  'an own folder that the account may not list is wrong, and ends nothing',
  () => {
    mkdirSync(join(folder, 'own'), { mode: 0o700 });
    chmodSync(folder, 0o755);
    const moduleOf = (name: string) => JSON.stringify(new URL(name, import.meta.url).href);
    const script = `
    const { checkMappings } = await import(${moduleOf('./check-mappings.ts')});
    const { configIn } = await import(${moduleOf('../testkit/config.ts')});
    const all = checkMappings(configIn(process.argv[1], { mappings: 'own' }));
    for await (const { level, what } of all) console.log(level, what?.en);`;
    const args = ['--input-type=module', '-e', script, folder];
    const said = execFileSync(process.execPath, args, { uid: 65_534, gid: 65_534, cwd: '/' }).toString();
    expect(said).toMatch(
      /^wrong The gateway's account may not read and write in .*own \(EACCES\)\. Give it/m,
    );
  },
);
