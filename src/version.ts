import { readFileSync } from 'node:fs';

/** Our own package.json, beside `src` or `dist`. */
const manifest = readFileSync(new URL('../package.json', import.meta.url), 'utf8');

/** Of the gateway that runs. (By hand: `gateway --version` need not load a parser of data from outside.) */
export const version = /"version":\s*"([^"]+)"/.exec(manifest)?.[1] ?? 'unknown';
