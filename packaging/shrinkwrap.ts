import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { type Lock, readLock } from './packages.ts';

/** Who installs the package gets the very versions that it was tested with: npm heeds the shrinkwrap of a package, not its lock. */

const root = fileURLToPath(new URL('..', import.meta.url));
const shrinkwrap = join(root, 'npm-shrinkwrap.json');

/** A lock without what is for development alone. */
export function forUse({ packages, ...rest }: Lock): object {
  const kept = Object.entries(packages).filter(([, { dev }]) => !dev);
  return {
    ...rest,
    packages: Object.fromEntries(kept.map(([path, entry]) => [path, withoutDevelopment(entry)])),
  };
}

function withoutDevelopment(entry: object): object {
  return Object.fromEntries(Object.entries(entry).filter(([name]) => name !== 'devDependencies'));
}

const manifest = z.looseObject({ scripts: z.unknown(), devDependencies: z.unknown() });

/** The package.json of what is installed without npm: nothing of development. */
export function manifestForUse(path: string): string {
  const { scripts: _, devDependencies: __, ...rest } = manifest.parse(JSON.parse(readFileSync(path, 'utf8')));
  return `${JSON.stringify(rest, undefined, 2)}\n`;
}

// `npm pack` calls it before and after
if (process.argv[1] === fileURLToPath(import.meta.url)) {
  if (process.argv[2] === 'remove') rmSync(shrinkwrap, { force: true });
  else
    writeFileSync(
      shrinkwrap,
      `${JSON.stringify(forUse(readLock(join(root, 'package-lock.json'))), undefined, 2)}\n`,
    );
}
