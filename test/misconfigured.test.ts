import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { ran } from '../src/cli/testkit/ran.ts';
import { type Simulator, startSimulator } from '../src/simulator/simulator.ts';
import { patience } from './kit/machine.ts';
import { edit, sites } from './misconfigured/sites.ts';

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
  onTestFinished(() => rmSync(folder, { recursive: true }));
  for (const name of ['erp/out/orders', 'erp/in/answers', 'secrets', 'mappings'])
    mkdirSync(join(folder, name), { recursive: true });
  writeFileSync(join(folder, 'secrets/password'), simulator.credentials.password, { mode: 0o600 });
  writeFileSync(join(folder, 'secrets/hook'), 'hook', { mode: 0o600 });
  writeFileSync(join(folder, 'gateway.yaml'), good);
  return folder;
}

/** One order of ours lies at the exchange. */
const orderOfOurs = () => {
  const { companyId } = simulator;
  const order = { companyId, supplierAccountNumber: 'S-1', purchaseOrderNumber: 'PO-1' };
  simulator.putOrder({ id: `${companyId}-PO-1`, buyerOrder: order, lines: [] });
};

async function checked(folder: string, ...more: readonly string[]) {
  edit(folder, 'EXCHANGE', simulator.url);
  const { code, out, err } = await ran(folder, 'check', ...more);
  return { code, said: err + out };
}

describe('a misconfigured site', () => {
  beforeAll(orderOfOurs);
  it.each(sites)('$wrong', async ({ edit: change, arrange, exit, says }) => {
    const folder = site();
    if (change) edit(folder, ...change);
    arrange?.(folder);
    const { code, said } = await checked(folder);
    if (process.env.SHOW) process.stdout.write(`${said}=> ${code}\n\n`);
    for (const part of says) expect(said).toContain(part);
    expect(said).not.toMatch(/^ +at /m);
    expect(code).toBe(exit);
  });
});
