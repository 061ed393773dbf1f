import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  chmodSync,
  cpSync,
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { sha256 } from '../src/text/sha256.ts';
import { licencePage, licencesOf } from './licences.ts';
import { packagesOf, readLock } from './packages.ts';
import { billOfMaterials } from './sbom.ts';
import { manifestForUse } from './shrinkwrap.ts';
import { nodeVersion, type Target, targets } from './targets.ts';
import { zipFolder } from './zip-folder.ts';

/**
 * `npm run dist [FOLDER]`: the gateway with Node and all packages, as one archive for Linux and one for Windows, with checksums. What is
 * in them is what `npm pack` puts into the package, or what it has put into the one that `PACKAGE` names, and the packages of the lock
 * file. The same checkout gives the same bytes.
 */

const root = fileURLToPath(new URL('..', import.meta.url));
const here = (name: string): string => fileURLToPath(new URL(name, import.meta.url));

/** npm in a folder of ours: of the one that runs this script nothing but its settings. */
function npm(folder: string, ...words: readonly string[]): string {
  return execFileSync('npm', words, {
    cwd: folder,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
    shell: process.platform === 'win32',
  });
}

/** A package of npm, unpacked once, its bytes held against a hash. */
function fetched(work: string, spec: string, integrity?: string): string {
  const into = join(work, spec.replaceAll(/[^a-z0-9.-]/g, '-'));
  if (existsSync(into)) return join(into, 'package');
  mkdirSync(into);
  npm(into, 'pack', '--silent', '--pack-destination', into, spec);
  const [name = ''] = readdirSync(into);
  const sum = `sha512-${createHash('sha512')
    .update(readFileSync(join(into, name)))
    .digest('base64')}`;
  if (integrity !== undefined && sum !== integrity) throw new Error(`${spec} is not what it was: ${sum}`);
  execFileSync('tar', ['-xzf', name], { cwd: into });
  return join(into, 'package');
}

interface Made {
  readonly work: string;
  /** What `npm pack` made of the checkout, unpacked. */
  readonly gateway: string;
  readonly version: string;
  /** The licence of Node: only the packages for Linux bring it. */
  readonly nodeLicence: string;
  readonly time: Date;
}

/** The Node that goes with it. */
const fetchNode = (work: string, { node: { package: name, integrity } }: Target): string =>
  fetched(work, `${name}@${nodeVersion}`, integrity);

/** The folder that becomes an archive. */
function assembled({ work, gateway, version, nodeLicence }: Made, target: Target): string {
  const folder = join(work, target.name, `scsn-gateway-${version}-${target.name}`);
  cpSync(gateway, folder, { recursive: true });
  writeFileSync(join(folder, 'package.json'), manifestForUse(join(gateway, 'package.json')));
  const machine = [
    `--os=${target.os}`,
    `--cpu=${target.cpu}`,
    ...(target.os === 'linux' ? ['--libc=glibc'] : []),
  ];
  npm(folder, 'ci', '--omit=dev', '--ignore-scripts', '--no-audit', '--no-fund', '--silent', ...machine);
  for (const links of globSync('node_modules/{.bin,**/node_modules/.bin}', { cwd: folder }))
    rmSync(join(folder, links), { recursive: true });
  const { file, package: name, integrity } = target.node;
  cpSync(join(fetchNode(work, target), 'bin', file), join(folder, file));
  cpSync(nodeLicence, join(folder, 'LICENCE-node.txt'));
  const launcher = target.os === 'win32' ? 'gateway.cmd' : 'gateway';
  cpSync(here(target.os === 'win32' ? 'gateway.cmd' : 'gateway.sh'), join(folder, launcher));
  papers(folder, version, { name, version: nodeVersion, integrity });
  return folder;
}

/** Licences, and the bill of materials. */
function papers(
  folder: string,
  version: string,
  node: { readonly name: string; readonly version: string; readonly integrity: string },
): void {
  const packages = licencesOf(folder, packagesOf(readLock(join(folder, 'npm-shrinkwrap.json'))));
  writeFileSync(join(folder, 'LICENCES.txt'), licencePage(packages));
  writeFileSync(join(folder, 'sbom.cdx.json'), billOfMaterials(version, packages, [node]));
}

/** All files below a folder, sorted, with `/`. */
const filesIn = (folder: string): readonly string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => statSync(join(folder, name)).isFile())
    .map((name) => name.replaceAll('\\', '/'))
    .toSorted();

async function archived({ work, time }: Made, target: Target, folder: string, into: string): Promise<string> {
  const above = join(work, target.name);
  const top = folder.slice(above.length + 1);
  const path = join(into, `${top}.${target.archive}`);
  const names = filesIn(folder);
  for (const name of names) {
    chmodSync(join(folder, name), ['node', 'gateway', 'bin/gateway.js'].includes(name) ? 0o755 : 0o644);
    utimesSync(join(folder, name), time, time);
  }
  if (target.archive === 'zip')
    await zipFolder(
      path,
      above,
      names.map((name) => `${top}/${name}`),
      time,
    );
  else {
    writeFileSync(join(above, 'names'), names.map((name) => `${top}/${name}\n`).join(''));
    const plain = [
      '--format=ustar',
      '--owner=0',
      '--group=0',
      '--numeric-owner',
      '--no-recursion',
      '--verbatim-files-from',
      '-T',
      join(above, 'names'),
    ];
    execFileSync('tar', ['-C', above, ...plain, '-I', 'gzip -n', '-cf', path]);
  }
  return path;
}

/** Of what was made: that of the last commit; without git the first that a zip can hold. */
function timeOf(): Date {
  try {
    const seconds = execFileSync('git', ['log', '-1', '--format=%ct'], {
      cwd: root,
      encoding: 'utf8',
      stdio: 'pipe',
    });
    return new Date(Number(process.env.SOURCE_DATE_EPOCH ?? seconds) * 1000);
  } catch {
    return new Date(Date.UTC(1980, 0, 1));
  }
}

async function dist(packed: string, into: string, wanted: readonly Target[]): Promise<void> {
  const work = mkdtempSync(join(tmpdir(), 'dist-'));
  try {
    const gateway = fetched(work, packed);
    const { version = '' } = readLock(join(gateway, 'npm-shrinkwrap.json')).packages[''] ?? {};
    const [forLinux] = targets;
    const nodeLicence = join(fetchNode(work, forLinux), 'LICENSE');
    const made: Made = { work, gateway, version, nodeLicence, time: timeOf() };
    rmSync(into, { recursive: true, force: true });
    mkdirSync(into, { recursive: true });
    const paths: string[] = [];
    for (const target of wanted) paths.push(await archived(made, target, assembled(made, target), into));
    const sums = paths.map((path) => {
      const name = path.slice(into.length + 1);
      return `${sha256(readFileSync(path))}  ${name}\n`;
    });
    writeFileSync(join(into, 'SHA256SUMS'), sums.join(''));
    process.stdout.write(sums.join(''));
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}

const { FOLDER: folder = 'release', PACKAGE: packed = root, TARGETS: names } = process.env;
await dist(
  packed,
  resolve(folder),
  targets.filter(({ name }) => names === undefined || names.split(',').includes(name)),
);
