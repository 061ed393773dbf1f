import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, describe, expect, it } from 'vitest';
import { canRun } from '../../test/kit/machine.ts';
import { serviceStopSeconds } from '../time/deadline.ts';
import type { ServiceSite } from './service-site.ts';
import { renderSystemdUnit } from './systemd-unit.ts';

const run = promisify(execFile);
const hasSystemd = canRun('systemd-analyze', '--version');
const folder = mkdtempSync(join(tmpdir(), 'unit-'));
afterAll(() => rmSync(folder, { recursive: true }));

const site: ServiceSite = {
  name: 'scsn-gateway',
  account: 'scsn-gateway',
  config: '/srv/site/gateway.yaml',
  node: '/opt/scsn-gateway/node',
  program: '/opt/scsn-gateway/bin/gateway.js',
  needed: ['/srv/site/data'],
  folders: ['/mnt/erp/in', '/mnt/erp/out'],
  lowPort: false,
};

const lines = (more: Partial<ServiceSite> = {}): readonly string[] =>
  renderSystemdUnit({ ...site, ...more }).split('\n');

/** What systemd says of a unit. */
async function analysed(words: readonly string[], more: Partial<ServiceSite> = {}): Promise<string> {
  const path = join(folder, 'scsn-gateway.service');
  writeFileSync(path, renderSystemdUnit({ ...site, ...more }));
  const { stdout, stderr } = await run('systemd-analyze', [...words, path]);
  return stdout + stderr;
}

describe('a unit for systemd', () => {
  it('names account, folder, program and config', () => {
    expect(lines()).toContain('User=scsn-gateway');
    expect(lines()).toContain('WorkingDirectory=/srv/site');
    expect(lines()).toContain(
      'ExecStart=/opt/scsn-gateway/node --max-semi-space-size=8 /opt/scsn-gateway/bin/gateway.js start --config /srv/site/gateway.yaml',
    );
  });

  it('gives its threads two pools of memory', () => {
    expect(lines()).toContain('Environment=MALLOC_ARENA_MAX=2');
  });

  it('lets it write where the config says; what may be a share need not be there at the start', () => {
    expect(lines().filter((line) => line.startsWith('ReadWritePaths='))).toEqual([
      'ReadWritePaths=-/mnt/erp/in',
      'ReadWritePaths=-/mnt/erp/out',
      'ReadWritePaths=/srv/site/data',
    ]);
  });

  it('is reloaded by the signal by which the gateway reads its config anew', () => {
    expect(lines()).toContain('ExecReload=/bin/kill -HUP $MAINPID');
  });

  it('waits for its end longer than it takes, and lets Node compile', () => {
    expect(lines()).toContain(`TimeoutStopSec=${serviceStopSeconds}`);
    expect(lines().join('\n')).not.toContain('MemoryDenyWriteExecute');
  });

  it('lets it listen on a low port, and see its home, only where it has to', () => {
    expect(lines()).toContain('CapabilityBoundingSet=');
    expect(lines({ lowPort: true })).toContain('AmbientCapabilities=CAP_NET_BIND_SERVICE');
    expect(lines()).toContain('ProtectHome=yes');
    expect(lines({ config: '/home/anna/site/gateway.yaml' })).toContain('ProtectHome=read-only');
  });

  it.skipIf(!hasSystemd)('is one that systemd takes', async () => {
    // systemd looks whether it is there
    const node = process.execPath;
    expect(await analysed(['verify', '--man=no'], { node })).toBe('');
    const odd = { config: '/srv/a site 100%/gate$way "x".yaml', folders: ['/mnt/my share 5%'] };
    expect(await analysed(['verify', '--man=no'], { node, ...odd })).toBe('');
  });

  it.skipIf(!hasSystemd)('is one that systemd finds hard to get out of', async () => {
    // 10 is no protection at all, and a unit without any has 9.2; the command fails above the threshold
    const said = await analysed(['security', '--offline=true', '--threshold=20', '--no-pager']);
    expect(said).toContain(`Overall exposure level for scsn-gateway.service: 1.`);
  });
});

it('a path with blanks and signs is one word, and no variable', () => {
  const config = '/srv/a site 100%/gate$way.yaml';
  expect(lines({ config })).toContain(`WorkingDirectory=${dirname(config).replace('%', '%%')}`);
  expect(lines({ config }).find((line) => line.startsWith('ExecStart='))).toMatch(
    / --config "\/srv\/a site 100%%\/gate\$\$way\.yaml"$/,
  );
});
