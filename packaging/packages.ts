import { readFileSync } from 'node:fs';
import { z } from 'zod';

/** What lock files say of packages. */

const entry = z.looseObject({
  version: z.string().optional(),
  integrity: z.string().optional(),
  dev: z.boolean().optional(),
});
const lock = z.looseObject({ packages: z.record(z.string(), entry) });

export type Lock = z.output<typeof lock>;

export const readLock = (path: string): Lock => lock.parse(JSON.parse(readFileSync(path, 'utf8')));

export interface Package {
  /** Below the root: `node_modules/a/node_modules/b`. */
  readonly path: string;
  readonly name: string;
  readonly version: string;
  /** As npm writes it: `sha512-` and base64. */
  readonly integrity: string | undefined;
}

/** Everything that runs with the gateway, by path; not what it is developed with, nor the gateway itself. */
export const packagesOf = ({ packages }: Lock): readonly Package[] =>
  Object.entries(packages)
    .filter(([path, { dev }]) => path !== '' && !dev)
    .map(([path, { version = '', integrity }]) => ({ path, name: nameIn(path), version, integrity }))
    .toSorted((a, b) => (a.path < b.path ? -1 : 1));

const nameIn = (path: string): string =>
  path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);
