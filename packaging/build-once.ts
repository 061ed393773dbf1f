import { createHash } from 'node:crypto';
import {
  existsSync,
  globSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs';
import { join } from 'node:path';
import { packageFile } from '../src/package.ts';
import { bundle } from './bundle.ts';

/**
 * A build of the sources as they are now, made where there is none: the folder `.build/HASH` of the checkout. A gateway that runs from
 * an older one goes on: the last ten are kept.
 */
export async function buildOnce(): Promise<string> {
  const builds = packageFile('.build');
  const build = join(builds, hashOfSources());
  if (!existsSync(build)) await buildInto(build);
  removeOldest(builds);
  return build;
}

/** In place at once, whoever else builds the same. */
async function buildInto(build: string): Promise<void> {
  const unfinished = `${build}.${process.pid}`;
  await bundle(unfinished);
  try {
    renameSync(unfinished, build);
  } catch (error) {
    rmSync(unfinished, { recursive: true, force: true });
    if (!existsSync(build)) throw error;
  }
}

/** Of the sources, the packages, the rules whose sentences are read, and how they are built: the same on every system, as the build is. */
function hashOfSources(): string {
  const sources = globSync(
    [
      '{src,simulator}/**/*.ts',
      'src/web/**',
      'mappings/*.yaml',
      'schemas/rules/*.sch',
      'packaging/{bundle,build-pages,parsed-*}.ts',
      'packaging/undici.js',
      'package-lock.json',
    ],
    {
      cwd: packageFile(),
    },
  );
  const hash = createHash('sha256');
  for (const name of sources
    .map((one) => one.replaceAll('\\', '/'))
    .filter((one) => !one.endsWith('.test.ts') && statSync(packageFile(one)).isFile())
    .toSorted())
    hash.update(`${name}\0`).update(readFileSync(packageFile(name)));
  return hash.digest('hex').slice(0, 16);
}

function removeOldest(builds: string): void {
  mkdirSync(builds, { recursive: true });
  const age = (name: string): number => statSync(join(builds, name), { throwIfNoEntry: false })?.mtimeMs ?? 0;
  const oldest = readdirSync(builds)
    .toSorted((a, b) => age(b) - age(a))
    .slice(10);
  for (const name of oldest) rmSync(join(builds, name), { recursive: true, force: true });
}
