import { resolve } from 'node:path';
import { bundle } from './bundle.ts';

/** `npm run build [FOLDER]`: what the package ships, in `dist/`. */
await bundle(resolve(process.argv[2] ?? 'dist'));
