import { execFileSync } from 'node:child_process';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { patience } from './kit/machine.ts';
import { GatewayProcess } from './kit/process.ts';
import { Site, until } from './kit/site.ts';

vi.setConfig({ testTimeout: 150_000 * patience });

/** What the system says to a running gateway, and what it shows of it. */

let site: Site;
let gateway: GatewayProcess | undefined;
afterEach(async () => {
  await gateway?.kill();
  await site?.close();
});

describe.skipIf(process.platform === 'win32')('a gateway', () => {
  it('names itself, outlives its terminal, and stops when it is told to', async () => {
    site = await Site.open();
    gateway = await GatewayProcess.start(site.path('gateway.yaml'));
    const { pid } = gateway;
    const args = execFileSync('ps', ['-o', 'args=', '-p', String(pid)], { encoding: 'utf8' });
    expect(args).toMatch(/^scsn-gateway start --config .*gateway\.yaml/);
    process.kill(pid, 'SIGHUP');
    const said = gateway;
    await until('it to say so', () => said.log.includes('SIGHUP') || undefined, 60);
    expect(gateway.over()).toBe(false);
    process.kill(pid, 'SIGTERM');
    expect(await gateway.gone(60)).toBeNull();
    expect(gateway.log).toContain('gateway stopped');
  });
});
