import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  chownSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { stringify } from 'yaml';
import { z } from 'zod';
import { defaults } from '../../simulator/simulator.ts';
import { readJournal } from '../../src/journal/open/open-journal.ts';
import { canRun } from '../kit/machine.ts';
import { root } from '../kit/pages.ts';
import { until } from '../kit/until.ts';

/**
 * The image of the Dockerfile, built and run: read-only, as an account without rights, in a network of its own. The base that it is
 * built on is made of programs of this machine (test/container/image), and it is run without an engine (test/container/run).
 */

const run = promisify(execFile);
const tool = (name: string): string => fileURLToPath(new URL(`../container/${name}`, import.meta.url));

const isHere =
  process.getuid?.() === 0 &&
  ['buildah', 'ip', 'nsenter'].every((name) => canRun('sh', '-c', `command -v ${name}`)) &&
  canRun('unshare', '--mount', '--net', 'true');
if (!isHere) console.warn('SKIPPED: a container needs root, buildah, iproute2 and namespaces');

const imageSchema = z.object({
  User: z.string(),
  Entrypoint: z.array(z.string()),
  Cmd: z.array(z.string()),
  Healthcheck: z.object({ Test: z.array(z.string()) }),
});

/** Seconds that an engine waits before it kills, as the manual says (`--stop-timeout 130`). */
const grace = 130;

describe.skipIf(!isHere)('the container', () => {
  const home = isHere ? mkdtempSync('/var/tmp/container-') : '';
  const site = join(home, 'site');
  const running: ChildProcess[] = [];
  let image: { readonly root: string; readonly config: z.infer<typeof imageSchema> };

  beforeAll(async () => {
    const { stdout } = await run(tool('image'), ['make', home], { maxBuffer: 1e8 });
    const [mounted = '', inspected = ''] = stdout.trim().split('\n');
    const { Docker } = z.object({ Docker: z.object({ config: imageSchema }) }).parse(JSON.parse(inspected));
    image = { root: mounted, config: Docker.config };
    makeSite();
  }, 600_000);

  afterAll(async () => {
    for (const child of running) child.kill('SIGKILL');
    await run(tool('image'), ['remove', home]);
  }, 120_000);

  /** As the manual has it: config read only, the journal in /data, the ERP's folders at /erp. */
  function makeSite(): void {
    for (const name of ['config', 'data', 'erp/out/orders']) mkdirSync(join(site, name), { recursive: true });
    const config = {
      exchange: {
        baseUrl: 'http://127.0.0.1:8900',
        companyId: defaults.companyId,
        auth: { email: defaults.user, password: `\${file:password}` },
      },
      journal: { sqlite: '/data/journal.db' },
      http: { operator: { listen: '127.0.0.1:8080' } },
      channels: {
        orders: {
          from: { folder: '/erp/out/orders', byDate: false },
          document: 'scsn/Order',
          to: { exchange: 'sci-connector/order' },
        },
      },
    };
    writeFileSync(join(site, 'config/gateway.yaml'), stringify(config));
    writeFileSync(join(site, 'config/password'), defaults.password);
    for (const name of ['data', 'erp/out/orders']) chownSync(join(site, name), 1000, 1000);
    for (const path of [home, join(site, 'data')]) chmodSync(path, 0o755);
  }

  const folder = (name: string): readonly string[] =>
    existsSync(join(site, name)) ? readdirSync(join(site, name)) : [];

  /** Number of process 1 of the container, as this machine counts. */
  const first = (child: ChildProcess): number =>
    Number(readFileSync(`/proc/${child.pid}/task/${child.pid}/children`, 'utf8').trim().split(' ')[0]);

  /** Runs something in it, as its account; rejects with what it says. */
  const inside = (pid: number, ...words: readonly string[]) =>
    run('nsenter', [
      '-t',
      `${pid}`,
      '-m',
      '-p',
      '-n',
      '-r',
      '-w',
      'setpriv',
      '--reuid',
      '1000',
      '--regid',
      '1000',
      '--clear-groups',
      '--',
      ...words,
    ]);

  it('keeps what the Dockerfile promises: an account without rights, and how its health is asked', () => {
    expect(image.config).toMatchObject({
      User: 'node',
      Healthcheck: { Test: ['CMD', 'node', '-e', expect.any(String)] },
    });
    // what npm was told while it was built; the place of it is left
    expect(readFileSync(join(image.root, 'root/.npmrc'), 'utf8')).toBe('');
    expect(existsSync(join(image.root, 'app/src'))).toBe(false);
  });

  it('delivers an order, read-only and without rights, and ends cleanly within its grace', {
    timeout: 300_000,
  }, async () => {
    const { Entrypoint, Cmd, Healthcheck } = image.config;
    const child = spawn(tool('run'), [image.root, site, ...Entrypoint, ...Cmd], {
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    running.push(child);
    let said = '';
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (part: Buffer) => (said += part.toString()));
    await until(
      'the gateway to start',
      () => {
        if (child.exitCode !== null) throw new Error(said);
        return said.includes('gateway started') || undefined;
      },
      120,
    );
    const pid = first(child);

    const status = readFileSync(`/proc/${pid}/status`, 'utf8');
    expect(status).toMatch(/^Uid:\t1000\t1000\t1000\t1000$/m);
    expect(status).toMatch(/^NSpid:\t\d+\t1$/m);
    expect(status).toMatch(/^CapEff:\t0{16}$/m);
    expect(status).toMatch(/^NoNewPrivs:\t1$/m);
    for (const path of ['/app/x', '/etc/x', '/config/x'])
      await expect(
        inside(pid, 'node', '-e', `require('node:fs').writeFileSync('${path}', '')`),
      ).rejects.toThrow(/EROFS|EACCES/);

    const exchange = spawn('nsenter', ['-t', `${pid}`, '-m', '-n', '-r', '-w', ...Entrypoint, 'simulator'], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    running.push(exchange);
    await once(exchange.stdout, 'data');
    const [, ...asked] = Healthcheck.Test;
    await inside(pid, ...asked);

    copyFileSync(join(root, 'samples/good/order-full.xml'), join(site, 'erp/out/orders/.writing'));
    chownSync(join(site, 'erp/out/orders/.writing'), 1000, 1000);
    await run('mv', [join(site, 'erp/out/orders/.writing'), join(site, 'erp/out/orders/order.xml')]);
    await until(
      'the order in the archive',
      () => folder('erp/out/orders/archive').length > 0 || undefined,
      120,
    );

    const began = Date.now();
    process.kill(pid, 'SIGTERM');
    const [code] = await once(child, 'exit');
    expect(code).toBe(0);
    expect(Date.now() - began).toBeLessThan(grace * 1000);
    const journal = await readJournal({ sqlite: join(site, 'data/journal.db') });
    const [message] = await journal.list({ limit: 10 });
    await journal.close();
    expect(message).toMatchObject({ name: 'order.xml', state: 'settled', outcome: 'delivered' });
  });
});
