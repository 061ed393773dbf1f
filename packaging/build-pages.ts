import { join } from 'node:path';
import { build, type InlineConfig } from 'vite';
import { packageFile } from '../src/package.ts';

const frameParts = 'answer|column-heads|dialog|icons|page-states|problem|sentence|times|use-answer';
const isOfFrame = new RegExp(
  `node_modules/(@?preact)/|src/web/(shell/(?!entrance/(welcome|log-in|login)|keys-dialog)|parts/(${frameParts})\\.)|vite/preload-helper`,
);

/** What goes together is one file, since small files compress badly. */
const together = [
  { name: 'frame', test: isOfFrame },
  {
    name: 'document',
    test: /src\/web\/pages\/message\/(code-line|crumbs|finding-list|finding-note|place-link)\./,
  },
  {
    name: 'drafts',
    test: /src\/web\/(parts\/drafts\/(text-keeper|unsent-text|use-text-keeper)|pages\/workbench\/draft\/(draft-file|draft-word|use-draft))\./,
  },
  {
    name: 'troubles',
    test: /src\/web\/parts\/(copy-group-ticket|copy-ticket|mending-link|message-paths|trouble-line)\./,
  },
];

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
      rolldownOptions: { output: { codeSplitting: { groups: together } } },
    },
  }) satisfies InlineConfig;

/** The pages for the browser. */
export async function buildPages(into: string): Promise<void> {
  await build(pagesConfig(into));
}
