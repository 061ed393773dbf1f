import { readFileSync } from 'node:fs';
import { packageFile } from './package.ts';

const manifest = readFileSync(packageFile('package.json'), 'utf8');

/** Of the gateway that runs. (By hand: `gateway --version` need not load a parser of data from outside.) */
export const version = /"version":\s*"([^"]+)"/.exec(manifest)?.[1] ?? 'unknown';
