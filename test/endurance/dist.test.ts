import { execFile, execFileSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { canRun } from '../kit/machine.ts';
import { packOnce } from '../kit/package-once.ts';
import { expectPagesServed } from '../kit/served-pages.ts';

/** The archives of `npm run dist`, on machines that have neither Node nor npm nor a network. */

const run = promisify(execFile);
const root = fileURLToPath(new URL('../..', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'archives-'));
const hasTools = canRun('npm', '--version') && canRun('tar', '--version');
const asRoot = process.getuid?.() === 0;
const hasChroot = asRoot && canRun('ldd', '--version') && canRun('unshare', '--net', 'true');
/** Where test/windows/run keeps its Wine; that makes one in some minutes. */
const wine = process.env.WINDOWS_HOME ?? '/var/tmp/windows-home';
const hasWine =
  asRoot && existsSync(join(wine, 'wine.done')) && canRun('unshare', '--mount', '--pid', '--fork', 'true');

/** Makes the archives in a folder of their own: of what was packed before, or of one system alone. */
async function made(
  name: string,
  given: { readonly PACKAGE?: string; readonly TARGETS?: string },
): Promise<string> {
  const into = join(folder, name);
  const env = {
    ...process.env,
    ...given,
    FOLDER: into,
    PATH: `${dirname(process.execPath)}:${process.env.PATH}`,
  };
  await run(process.execPath, [join(root, 'packaging/dist.ts')], { cwd: root, env });
  return into;
}

let release: string;

beforeAll(async () => {
  if (hasTools) release = await made('first', { PACKAGE: await packOnce() });
}, 600_000);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const archive = (ending: string): string => {
  const name = readdirSync(release).find((one) => one.endsWith(ending));
  if (name === undefined) throw new Error(`no ${ending} in ${readdirSync(release)}`);
  return join(release, name);
};

describe.skipIf(!hasTools)('what npm run dist makes', () => {
  it('has its checksums beside', async () => {
    const { stdout } = await run('sha256sum', ['--check', '--strict', 'SHA256SUMS'], { cwd: release });
    expect(stdout.match(/: OK$/gm)).toHaveLength(2);
  });

  // that for Windows takes another packer at its end, which packaging.test.ts runs twice
  it('is the same twice, built, packed and put together anew', { timeout: 600_000 }, async () => {
    const again = await made('second', { TARGETS: 'linux-x64' });
    const sums = (one: string): string => readFileSync(join(one, 'SHA256SUMS'), 'utf8');
    expect(sums(again)).toMatch(/^\S+ {2}\S+\n$/);
    expect(sums(release)).toContain(sums(again));
  });

  it('brings licences, the bill of materials and the manual', async () => {
    const { stdout } = await run('tar', ['-tzf', archive('.tar.gz')], { maxBuffer: 1e7 });
    const names = stdout.split('\n').map((name) => name.slice(name.indexOf('/') + 1));
    for (const name of [
      'LICENCES.txt',
      'LICENCE-node.txt',
      'sbom.cdx.json',
      'docs/operating.md',
      'gateway',
      'node',
    ])
      expect(names).toContain(name);
    expect(names.filter((name) => /node_modules\/(vitest|typescript|@types)\//.test(name))).toEqual([]);
  });
});

/** Everything a program is linked with, copied below `top`: a system of nothing else. */
function withLibraries(top: string, ...programs: readonly string[]): void {
  for (const program of programs) {
    const said = execFileSync('ldd', [program], { encoding: 'utf8' });
    for (const [path] of said.matchAll(/\/\S+(?= \()/g)) copied(path, join(top, path));
  }
}

function copied(from: string, to: string): void {
  mkdirSync(dirname(to), { recursive: true });
  copyFileSync(from, to);
}

describe.skipIf(!hasTools || !hasChroot)(
  'the archive for Linux, where there is a shell, a C library and nothing else',
  () => {
    const bare = join(folder, 'bare');
    let gateway: string;

    beforeAll(async () => {
      mkdirSync(join(bare, 'opt'), { recursive: true });
      mkdirSync(join(bare, 'tmp'), { mode: 0o777 });
      await run('chmod', ['777', join(bare, 'tmp')]);
      await run('tar', ['-xzf', archive('.tar.gz'), '-C', join(bare, 'opt')]);
      const [name = ''] = readdirSync(join(bare, 'opt'));
      gateway = `/opt/${name}/gateway`;
      copied('/bin/sh', join(bare, 'bin/sh'));
      withLibraries(bare, '/bin/sh', join(bare, 'opt', name, 'node'));
    }, 120_000);

    /** As an account that has no name and no home, with an empty environment, without a network but its own loopback. */
    const inside = (words: readonly string[], seconds = 60) => {
      const line =
        'ip link set lo up 2>/dev/null; exec env -i PATH= "$(command -v chroot)" --userspec=4711:4711 "$0" "$@"';
      return run('unshare', ['--net', 'sh', '-c', line, bare, ...words], { timeout: seconds * 1000 });
    };

    it('starts, and makes a site that its own check finds nothing to say against but what is still an example', async () => {
      expect((await inside([gateway, '--version'])).stdout).toMatch(/^\d+\.\d+\.\d+\n$/);
      expect((await inside([gateway, 'init', '/tmp/site'])).stdout).toContain('/tmp/site/gateway.yaml');
      const said = await inside([gateway, 'check', '--offline', '--config', '/tmp/site/gateway.yaml']).catch(
        ({ stdout }: { stdout: string }) => ({ stdout }),
      );
      expect(said.stdout).toContain('exchange.example');
    });

    it.skipIf(!canRun('ip', '-V'))('runs the demo to its end', { timeout: 180_000 }, async () => {
      const { stdout } = await inside([gateway, 'demo'], 170);
      expect(stdout).toContain('delivered');
    });

    it('serves its pages whole, under their policy', async () => {
      await expectPagesServed([join(bare, gateway)], join(folder, 'pages'));
    });
  },
);

describe.skipIf(!hasTools || !hasWine)('the archive for Windows, on the real Node for Windows', () => {
  const top = join(folder, 'wine');

  beforeAll(async () => {
    for (const name of ['upper/w', 'work', 'root']) mkdirSync(join(top, name), { recursive: true });
    await run('unzip', ['-q', archive('.zip'), '-d', join(top, 'upper/w')]);
  }, 120_000);

  /** In a layer over the Wine that is there, which stays as it is. */
  const inside = async (words: string): Promise<string> => {
    const [name = ''] = readdirSync(join(top, 'upper/w')).filter((one) => one.startsWith('scsn-gateway'));
    const line = `
set -e
mount -t overlay overlay -o "lowerdir=$1/debian,upperdir=$2/upper,workdir=$2/work" "$2/root"
mount -t proc proc "$2/root/proc"
mount --rbind /dev "$2/root/dev"
rm -rf "$2/root/w/prefix" # half a registry is left where the one before was ended
chroot "$2/root" env -i PATH=/usr/bin:/bin LANG=C.UTF-8 HOME=/w WINEPREFIX=/w/prefix WINEDEBUG=-all XDG_RUNTIME_DIR=/tmp \\
  NODE_SKIP_PLATFORM_CHECK=1 sh -c 'cd /w && timeout 300 wine cmd /c "$0" >/w/said 2>&1 </dev/null' "$3" || true
cat "$2/root/w/said"`;
    const command = `${name}\\gateway.cmd ${words}`;
    const flags = ['--mount', '--pid', '--fork', '--kill-child', '--mount-proc'];
    return (await run('unshare', [...flags, 'bash', '-c', line, 'bash', wine, top, command])).stdout;
  };

  it('starts from its own node.exe, and makes a site', { timeout: 600_000 }, async () => {
    expect(await inside('--version')).toMatch(/^\d+\.\d+\.\d+\r?\n/m);
    expect(await inside('init site')).toContain('site\\gateway.yaml');
  });
});
