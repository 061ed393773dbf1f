import { join } from 'node:path';
import { build, type InlineConfig } from 'vite';
import { packageFile } from '../src/package.ts';

const frameParts = 'answer|dialog|icons|page-states|problem|sentence|times|use-answer';
const isOfFrame = new RegExp(
  `node_modules/(@?preact)/|src/web/(shell/(?!entrance/(welcome|log-in|login)|keys-dialog)|parts/(${frameParts})\\.)|vite/preload-helper`,
);

/** `web/` of a build: `index.html`, and its scripts and styles under names that tell their content. */
export const pagesConfig = (into: string) =>
  ({
    root: packageFile('src/web'),
    configFile: false,
    base: './',
    logLevel: 'warn',
    html: { cspNonce: '__NONCE__' },
    // whatever NODE_ENV says: a build made by a test is the one that is shipped
    oxc: { jsx: { runtime: 'automatic', importSource: 'preact', development: false } },
    build: {
      outDir: join(into, 'web'),
      emptyOutDir: true,
      // browsers of two years ago
      target: ['chrome130', 'firefox132', 'safari18'],
      modulePreload: false,
      sourcemap: true,
      assetsInlineLimit: 0,
      // in one file what every page needs, since small files compress badly
      rolldownOptions: { output: { codeSplitting: { groups: [{ name: 'frame', test: isOfFrame }] } } },
    },
  }) satisfies InlineConfig;

/** The pages for the browser. */
export async function buildPages(into: string): Promise<void> {
  await build(pagesConfig(into));
}
