import { existsSync, readFileSync } from 'node:fs';
import { glob } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { longest } from './kit/longest-files.ts';

/** Rules of this repository that neither the compiler nor the linter knows. */

const root = fileURLToPath(new URL('..', import.meta.url));

it('no path of a file is the pathname of a URL: on Windows that is /C:/…, with %20 for a blank', async () => {
  const wrong: string[] = [];
  for await (const file of glob('{src,simulator,test,bench,packaging,reference,schemas}/**/*.ts', {
    cwd: root,
  }))
    if (/import\.meta\.url\)\s*\.pathname/.test(readFileSync(join(root, file), 'utf8'))) wrong.push(file);
  expect(wrong).toEqual([]);
});

/** Where a file that somebody has open is no trouble, or is what the caller asks for. */
const mayRename = [
  'src/folders/local/durable-files.ts',
  'src/folders/local/local-file-store.ts',
  'src/cli/demo/demo-command.ts',
];

it('files take their places by durable-files: on Windows a virus scanner may have one open for a moment', async () => {
  const renaming: string[] = [];
  for await (const file of glob('src/**/*.ts', { cwd: root }))
    if (/^import \{[^}]*\brename(Sync)?\b[^}]*\} from 'node:fs/m.test(readFileSync(join(root, file), 'utf8')))
      renaming.push(file.replaceAll('\\', '/'));
  const source = renaming.filter((file) => !/\.test\.ts$|\/testkit\//.test(file));
  expect(source.sort()).toEqual(mayRename.toSorted());
});

it('each file that begins first is there', () => {
  expect(longest.filter((file) => !existsSync(join(root, file)))).toEqual([]);
});

it('what .ci/run runs on Windows is there: vitest says nothing of a name that no file has', async () => {
  const lines = readFileSync(join(root, 'test/windows/files'), 'utf8').split('\n');
  const names = lines.filter((line) => line !== '' && !line.startsWith('#'));
  const files: string[] = [];
  for await (const file of glob('{src,test}/**/*.test.ts', { cwd: root }))
    files.push(file.replaceAll('\\', '/'));
  const missing = names.filter((name) => !files.some((file) => file.startsWith(name)));
  expect([names.length > 20, missing]).toEqual([true, []]);
});

it('each page is opened in test/browser, by a test that begins with its path', async () => {
  const routes = readFileSync(join(root, 'src/web/shell/pages.ts'), 'utf8').matchAll(/\bpath: '([^']+)'/g);
  let tests = '';
  for await (const file of glob('test/browser/*.test.ts', { cwd: root }))
    tests += readFileSync(join(root, file), 'utf8');
  const paths = [...routes].map(([, path = '']) => path);
  expect(paths.length).toBeGreaterThan(15);
  expect(paths.filter((path) => !tests.includes(`it('${path} `) && path !== '/welcome')).toEqual([]);
});

/** Names of others, and words that are no name here. */
const elsewhere = [
  ...[
    'EventSource',
    'JavaScript',
    'OpenSSL',
    'PgBouncer',
    'SyntaxError',
    'TypeScript',
    'WebAssembly',
    'XQueryX',
  ],
  ...['OriginatorCustomerParty', 'PropertyNameExpected'],
];

const comment = /\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/.*$/gm;

/** `doThis`, and ThisThing without quotes: capitals inside tell a name from a word. */
const namesIn = (text: string): readonly string[] =>
  [...text.matchAll(/`([a-z]\w*[A-Z]\w*)`|(?<![\w./`-])([A-Z]\w*[a-z][A-Z]\w*)(?![\w/-])/g)].map(
    ([, quoted, plain]) => quoted ?? plain ?? '',
  );

const comments = (text: string): string => (text.match(comment) ?? []).join('\n');

it('files that a comment names are there', async () => {
  const known = new Set<string>();
  for await (const file of glob('{src,simulator,test,bench,packaging,reference,schemas}/**/*.{ts,tsx}', {
    cwd: root,
  }))
    known.add(basename(file));
  const gone: string[] = [];
  for await (const file of glob('{src,simulator}/**/*.{ts,tsx}', { cwd: root }))
    for (const [name] of comments(readFileSync(join(root, file), 'utf8')).matchAll(
      /[\w-]+(\.test)?\.tsx?\b/g,
    ))
      if (!known.has(name)) gone.push(`${file}: ${name}`);
  expect(gone).toEqual([]);
});

it('the README of a folder is headed by its path', async () => {
  const wrong: string[] = [];
  for await (const file of glob('src/**/README.md', { cwd: root })) {
    const folder = dirname(file).replaceAll('\\', '/');
    if (!readFileSync(join(root, file), 'utf8').startsWith(`# ${folder}\n`)) wrong.push(folder);
  }
  expect(wrong).toEqual([]);
});

it('what a comment names is there: who follows a name that was changed finds nothing', async () => {
  const texts = new Map<string, string>();
  for await (const file of glob('{src,simulator}/**/*.ts', { cwd: root }))
    texts.set(file, readFileSync(join(root, file), 'utf8'));
  const known = new Set(elsewhere);
  for (const text of texts.values())
    for (const [word] of text.replace(comment, '').matchAll(/\w+/g)) known.add(word);
  const gone = [...texts].flatMap(([file, text]) =>
    namesIn(comments(text))
      .filter((name) => !known.has(name))
      .map((name) => `${file}: ${name}`),
  );
  expect(gone).toEqual([]);
});
