import { once } from 'node:events';
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { z } from 'zod';
import { type Simulator, startSimulator } from '../simulator/simulator.ts';
import { runCommandLine } from '../src/cli/testkit/ran.ts';
import { mounted, smallDisk } from './faults/disk.ts';
import { hasRights, patience } from './kit/machine.ts';
import { GatewayProcess } from './kit/process.ts';
import { removeFolder } from './kit/remove-folder.ts';
import { until } from './kit/until.ts';
import { edit, type Misconfigured, sites } from './misconfigured/sites.ts';

vi.setConfig({ testTimeout: 60_000 * patience });

const good = readFileSync(new URL('./misconfigured/gateway.yaml', import.meta.url), 'utf8');

let simulator: Simulator;
beforeAll(async () => {
  simulator = await startSimulator();
});
afterAll(() => simulator.close());

/** The good site, in a folder of its own. */
function site(): string {
  const folder = mkdtempSync(join(tmpdir(), 'misconfigured-'));
  onTestFinished(() => removeFolder(folder));
  for (const name of ['erp/out/orders', 'erp/in/answers', 'secrets', 'mappings'])
    mkdirSync(join(folder, name), { recursive: true });
  writeFileSync(join(folder, 'secrets/password'), simulator.credentials.password, { mode: 0o600 });
  writeFileSync(join(folder, 'secrets/hook'), 'hook', { mode: 0o600 });
  writeFileSync(join(folder, 'gateway.yaml'), good);
  return folder;
}

async function checked(folder: string, ...more: readonly string[]) {
  edit(folder, 'EXCHANGE', simulator.url);
  const { code, out, err } = await runCommandLine(folder, 'check', ...more);
  return { code, said: err + out };
}

/** Where the system has no rights, none can be wrong. */
const possible = sites.filter(({ byRights = false }) => hasRights || !byRights);

/** A site with one thing wrong. */
function wrongSite({ edit: change, arrange }: Misconfigured): string {
  const folder = site();
  if (change) edit(folder, ...change);
  arrange?.(folder);
  return folder;
}

const stackTrace = /^ +at /m;
/** What others said is quoted; the rest is Dutch. */
const english = /(^|[^`\w/{-])(the|there|cannot|must|which|with|are|and|may not|not proven)[ .,:]/im;
const ownWords = (said: string): string => said.replaceAll(/“[^”]*”|`[^`]*`|"[^"]*"/g, '');

it('is right when nothing is wrong, and says what nothing proves', async () => {
  const { code, said } = await checked(site());
  expect(said).toContain('open  search of orders: not proven: it works, and no order came\n');
  expect(said).toContain(
    `open  company ${simulator.companyId}: not proven to be yours: the exchange knows it (Simulated Company), and the search gave no order`,
  );
  expect(said).toMatch(/^Nothing is wrong; look at what is marked .*`open`\.$/m);
  expect(code).toBe(0);
});

describe('a misconfigured site', () => {
  beforeAll(() => {
    const { companyId } = simulator;
    const order = { companyId, supplierAccountNumber: 'S-1', purchaseOrderNumber: 'PO-1' };
    simulator.putOrder({ id: `${companyId}-PO-1`, buyerOrder: order, lines: [] });
  });

  it.each(possible)('$wrong', async (one) => {
    const { code, said } = await checked(wrongSite(one));
    for (const part of one.says) expect(said).toContain(part);
    expect(said).not.toMatch(stackTrace);
    expect(code).toBe(one.exit);
  });

  it.each(possible)('$wrong, in Dutch', async (one) => {
    const { code, said } = await checked(wrongSite(one), '--language', 'nl');
    if (process.env.SHOW) process.stdout.write(`${said}=> ${code}\n\n`);
    expect(english.exec(ownWords(said))?.[0]).toBeUndefined();
    expect(said).toMatch(
      /^(Er is iets fout; zie hierboven|Er is niets fout; kijk naar wat met .* is gemerkt)\.$/m,
    );
    expect(code).toBe(one.exit);
  });
});

describe('an exchange', () => {
  afterEach(() => simulator.clearFaults());

  const search = '/v2/order-search/search';
  const empty = { status: 200, body: '{"data":[],"total":0}' };
  const json = { 'content-type': 'application/json' };

  it.each([
    [20 * 60_000, 'The clock of this machine is 20 minutes behind that of the exchange.'],
    [-20 * 60_000, 'The clock of this machine is 20 minutes ahead of that of the exchange.'],
  ])('whose clock is %i ms off', async (off, words) => {
    const date = new Date(Date.now() + off).toUTCString();
    for (const match of [search, '/company-search'])
      simulator.fault({ match, ...empty, headers: { ...json, date } });
    const { code, said } = await checked(site());
    expect(said).toContain(`warn  clock: ${words} See that it is kept right (NTP).\n`);
    expect(code).toBe(0);
  });

  it('that lets this user in, and not search', async () => {
    simulator.fault({ match: search, status: 403, body: '{"error":"role"}', headers: json });
    const { code, said } = await checked(site());
    expect(said).toContain(
      'WRONG search of orders: The search fails: The exchange answers order-search/search with 403',
    );
    expect(code).toBe(1);
  });

  it('that is a proxy with a web page', async () => {
    const headers = { 'content-type': 'text/html' };
    simulator.fault({ match: '/', status: 200, body: '<html><title>Log in</title></html>', headers });
    const { code, said } = await checked(site());
    expect(said).toMatch(/^WRONG login at .*web page/m);
    expect(code).toBe(1);
  });

  it('that does not know the company at all', async () => {
    simulator.fault({ match: search, ...empty, headers: json });
    simulator.fault({ match: '/company-search', ...empty, headers: json });
    const { code, said } = await checked(site());
    expect(said).toContain(
      'A wrong digit here makes every answer vanish: hold it against what the exchange gave you.',
    );
    expect(code).toBe(0);
  });

  const other = '5f0c3b1e-7d2a-4e69-9b48-1c6a8f30d799';
  const asked = (...sides: readonly (readonly [buyer: string, supplier: string])[]) => {
    const data = sides.map(([buyer, supplier], n) => ({
      id: `${buyer}-PO-${n}`,
      lastUpdatedAt: '2026-03-01T10:00:00.000Z',
      buyerOrder: { companyId: buyer, purchaseOrderNumber: `PO-${n}` },
      supplierOrder: { companyId: supplier },
    }));
    simulator.fault({ match: search, status: 200, body: JSON.stringify({ data }), headers: json });
  };

  it('where our company is on the other side of every order', async () => {
    asked([other, simulator.companyId]);
    const { code, said } = await checked(site());
    expect(said).toContain(
      `open  company ${simulator.companyId}: not proven: the channel answers says \`as: buyer\`, and in none of the 1 order(s) of this company is it the buyer`,
    );
    expect(code).toBe(0);
  });

  it('that shows orders of several other companies: ours may be the newest', async () => {
    asked([other, other.replace('99', '98')], [other.replace('99', '97'), other.replace('99', '96')]);
    const { code, said } = await checked(site());
    expect(said).toContain(
      `open  company ${simulator.companyId}: not proven: of the 2 order(s) that the user`,
    );
    expect(said).toMatch(/\(they are of .*97 …\)/);
    expect(code).toBe(0);
  });

  it('is not asked offline', async () => {
    const { code, said } = await checked(site(), '--offline');
    expect(said).not.toMatch(/login at|search of orders/);
    expect(code).toBe(0);
  });
});

describe('a machine', () => {
  it('whose port another program has', async () => {
    const other = createServer().listen(0, '127.0.0.1');
    await once(other, 'listening');
    onTestFinished(() => void other.close());
    const { port } = z.object({ port: z.number() }).parse(other.address());
    const folder = site();
    edit(folder, 'operator:\n    listen: 127.0.0.1:0', `operator:\n    listen: 127.0.0.1:${port}`);
    const { code, said } = await checked(folder);
    expect(said).toContain(
      `WRONG port of http.operator: Another program listens on 127.0.0.1:${port} already`,
    );
    expect(code).toBe(1);
  });

  it.skipIf(!mounted)('whose disk for the journal is full', async () => {
    const disk = smallDisk(101);
    onTestFinished(() => disk.remove());
    disk.fill();
    const folder = site();
    edit(folder, 'data/journal.db', join(disk.folder, 'journal.db'));
    const { code, said } = await checked(folder);
    expect(said).toMatch(/^WRONG journal: Only \d+ MB are free on the disk of .*journal\.db\. /m);
    expect(code).toBe(1);
  });

  it.skipIf(!hasRights)('with a journal among other things: their folder keeps its rights', async () => {
    const folder = site();
    chmodSync(folder, 0o755);
    writeFileSync(join(folder, 'journal.db'), '', { mode: 0o644 });
    edit(folder, 'data/journal.db', 'journal.db');
    const { said } = await checked(folder);
    expect(said).not.toContain('chmod 700');
    expect(said).toMatch(/chmod 600 .*journal\.db/);
  });
});

describe('a start', () => {
  it('of a site whose folder is away says why, and not where in the code', async () => {
    const folder = site();
    edit(folder, 'EXCHANGE', simulator.url);
    edit(folder, 'erp/out/orders', 'erp/out/other');
    const gateway = GatewayProcess.spawn(join(folder, 'gateway.yaml'));
    onTestFinished(() => gateway.kill());
    await until('the trouble', () => gateway.log.includes('"health-red"') || undefined);
    expect(gateway.log).toContain('erp/out/other does not exist. Create it');
    expect(gateway.log).not.toMatch(/"stack"|^ +at /m);
  });
});
