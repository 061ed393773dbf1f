import { join } from 'node:path';
import { build } from 'vite';
import { packageFile } from '../src/package.ts';

/** The pages for the browser, in `web/` of a build: `index.html`, and its scripts and styles under names that tell their content. */
export async function buildPages(into: string): Promise<void> {
  await build({
    root: packageFile('src/web'),
    configFile: false,
    base: './',
    logLevel: 'warn',
    html: { cspNonce: '__NONCE__' },
    oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
    build: {
      outDir: join(into, 'web'),
      emptyOutDir: true,
      // browsers of two years ago
      target: ['chrome130', 'firefox132', 'safari18'],
      modulePreload: false,
      sourcemap: true,
      assetsInlineLimit: 0,
    },
  });
}
