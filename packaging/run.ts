import '../bin/compile-cache.js';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { buildOnce } from './build-once.ts';

/** `npm run gateway`: the gateway of this checkout, from a build of its sources as they are now. */
await import(pathToFileURL(join(await buildOnce(), 'main.js')).href);
