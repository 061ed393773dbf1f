import { execFile } from 'node:child_process';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { stringify } from 'yaml';
import { publishedAddresses } from '../../simulator/published-services.ts';
import { type Simulator, startSimulator } from '../../simulator/simulator.ts';
import { gatewayProgram } from '../../test/kit/process.ts';
import { removeFolder } from '../../test/kit/remove-folder.ts';
import { runCommandLine } from './testkit/ran.ts';

let simulator: Simulator;
let folder: string;

beforeAll(async () => {
  simulator = await startSimulator();
  folder = mkdtempSync(join(tmpdir(), 'exchange-'));
  const { user: email, password } = simulator.credentials;
  const exchange = { baseUrl: simulator.url, auth: { email, password }, contract: publishedAddresses };
  writeFileSync(join(folder, 'gateway.yaml'), stringify({ exchange, channels: {} }));
  const wrong = { ...exchange, auth: { email, password: 'wrong-word' }, contract: {} };
  writeFileSync(join(folder, 'wrong.yaml'), stringify({ exchange: wrong, channels: {} }));
  simulator.putOrder({ id: 'c/1-PO 1', lastUpdatedAt: '2026-03-01T10:00:00.000Z', quantity: 5 });
});
afterAll(async () => {
  await simulator.close();
  await removeFolder(folder);
});

/** Milliseconds after which a command is ended: one that hangs must not outlive the tests. */
const longest = 60_000;

/** Runs `gateway exchange …`. */
const run = (args: readonly string[], config = 'gateway.yaml') =>
  runCommandLine(folder, 'exchange', ...args, '--config', config);

/** The same in a process of its own: it has to end by itself. */
function runAlone(args: readonly string[], config = 'gateway.yaml') {
  const command = [gatewayProgram, 'exchange', ...args, '--config', join(folder, config)];
  return new Promise<{ code: number; out: string; err: string }>((resolve) => {
    execFile(process.execPath, command, { timeout: longest, killSignal: 'SIGKILL' }, (error, out, err) =>
      resolve({ code: typeof error?.code === 'number' ? error.code : error ? -1 : 0, out, err }),
    );
  });
}

describe('gateway exchange', () => {
  it('login logs in, and out again', async () => {
    const { code, out } = await runAlone(['login']);
    expect([code, out]).toEqual([0, 'Logged in.\n']);
    expect(
      simulator
        .requests()
        .slice(-2)
        .map(({ path }) => path),
    ).toEqual(['/v2/authentication/login', '/v2/authentication/logout']);
  });

  it('login says why it fails, without the password', async () => {
    const { code, out, err } = await runAlone(['login'], 'wrong.yaml');
    expect([code, out]).toEqual([1, '']);
    expect(err).toContain('401');
    expect(err).toContain('exchange.auth.password');
    expect(err).not.toContain('wrong-word');
  });

  it('order prints the order as it is there', async () => {
    const { code, out } = await run(['order', 'c/1-PO 1']);
    expect([code, JSON.parse(out)]).toMatchObject([0, { id: 'c/1-PO 1', quantity: 5 }]);
    const unknown = await run(['order', 'none']);
    expect(unknown).toMatchObject({ code: 1, out: '' });
    expect(unknown.err).toContain('WRONG 404');
  });

  it('search lists what is new since a time', async () => {
    expect((await run(['search'])).out).toBe('2026-03-01T10:00:00.000Z  c/1-PO 1\n');
    expect((await run(['search', '--since', '2026-03-02T00:00:00.000Z'])).err).toContain('0 orders');
    expect(JSON.parse((await run(['search', '--body'])).out)).toMatchObject({ id: 'c/1-PO 1' });
  });

  it('companies, document and get read the rest', async () => {
    expect((await run(['companies', 'simul'])).out).toContain('Simulated Company');
    const objectId = simulator.addFile({
      filename: 'a.pdf',
      contentType: 'application/pdf',
      bytes: new Uint8Array(1),
    });
    expect((await run(['document', objectId])).out).toContain('a.pdf');
    expect(JSON.parse((await run(['get', '/company-search?query=x'])).out)).toEqual({ data: [], total: 0 });
    expect((await run(['shipment', 'none'])).code).toBe(1);
  });

  it('status tells of each service', async () => {
    const { code, out } = await run(['status']);
    expect(code).toBe(0);
    expect(out).toMatch(
      /ok +api-connector +200 .*UP.* +200 2\.1\.0-simulator +api-connector 2\.1\.0-simulator, 3 op/,
    );
  });

  it('contract lists the differences, on demand all of them', async () => {
    const { code, out } = await run(['contract']);
    expect(code).toBe(0);
    expect(out).toMatch(/^api-connector: api-connector 2\.1\.0-simulator, \d+ differences$/m);
    expect(out).toMatch(/api-connector\/order +lines +is required there and optional here/);
    expect(out).not.toContain('is refused there');
    expect(out).not.toContain('is not published there');
    expect((await run(['contract', '--all'])).out).toMatch(/lines\[\]\.row +is not published there/);
  });

  it('tells no warning of the config, which are for who starts or checks, and all errors', async () => {
    const warning = 'exchange.auth.password';
    expect((await runCommandLine(folder, 'check', '--offline')).err).toContain(warning);
    expect((await run(['status'])).err).not.toContain(warning);
    writeFileSync(join(folder, 'broken.yaml'), 'exchnage: {}');
    expect((await run(['status'], 'broken.yaml')).err).toContain('exchnage');
  });

  it('says what to do where nothing is configured', async () => {
    expect((await run(['status'], 'wrong.yaml')).out).toContain('exchange.contract');
    expect((await run(['contract'], 'none.yaml')).code).toBe(2);
  });
});
