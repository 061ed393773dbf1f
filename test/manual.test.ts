import { execFile } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { glob } from 'node:fs/promises';
import { dirname, join, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { patience } from './kit/machine.ts';

/** The pages that people read: what they point at is there, and the commands that they show can be typed. */

const root = fileURLToPath(new URL('..', import.meta.url));
const run = promisify(execFile);

interface Page {
  readonly name: string;
  readonly text: string;
}

async function pages(): Promise<readonly Page[]> {
  const found: Page[] = [];
  for await (const name of glob(['README.md', 'docs/**/*.md', 'mappings/README.md'], { cwd: root }))
    found.push({ name, text: readFileSync(join(root, name), 'utf8') });
  return found;
}

/** As GitHub names the anchor of a heading. */
const anchor = (heading: string): string =>
  heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-');

const anchors = (text: string): readonly string[] =>
  [...text.matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) => anchor(heading));

it('the README is short enough to be read', () => {
  expect(readFileSync(join(root, 'README.md'), 'utf8').split('\n').length).toBeLessThan(150);
});

it('links lead to pages and headings that are there', async () => {
  const broken: string[] = [];
  for (const { name, text } of await pages())
    for (const [, target = ''] of text.matchAll(/\]\((?!https?:)([^)\s]+)\)/g)) {
      const [path = '', heading] = target.split('#');
      const file = path === '' ? join(root, name) : join(root, dirname(name), path);
      const there =
        existsSync(file) && (heading === undefined || anchors(readFileSync(file, 'utf8')).includes(heading));
      if (!there) broken.push(`${name}: ${target}`);
    }
  expect(broken).toEqual([]);
});

it('the README leads to every page', async () => {
  const text = readFileSync(join(root, 'README.md'), 'utf8');
  const linked = new Set([...text.matchAll(/\]\(([^)#]+)/g)].map(([, path]) => path));
  const names = (await pages()).map(({ name }) => name.replaceAll(sep, '/'));
  expect(names.filter((name) => name !== 'README.md' && !linked.has(name))).toEqual([]);
});

const helps = new Map<string, Promise<string>>();

/** What `gateway WORDS --help` prints. */
function help(words: readonly string[]): Promise<string> {
  const key = words.join(' ');
  const asked = helps.get(key) ?? askHelp(words);
  helps.set(key, asked);
  return asked;
}

async function askHelp(words: readonly string[]): Promise<string> {
  return (await run(process.execPath, [join(root, 'src/main.ts'), ...words, '--help'])).stdout;
}

/** Names under `Commands:` of a help; an alias counts too. */
const commandsIn = (text: string): readonly string[] =>
  [...(text.split('\nCommands:\n')[1] ?? '').matchAll(/^ {2}([a-z|]+)/gm)].flatMap(([, names = '']) =>
    names.split('|'),
  );

const prefix = /^(?:npm run -s gateway -- |(?:[A-Z_]+=\S+ )?gateway )/;

const block = /^```(\w*)\n(.*?)^```/gms;

/** The lines of shell blocks, and what stands between backticks in sentences. */
const code = (text: string): readonly string[] => [
  ...[...text.matchAll(block)].flatMap(([, language, lines = '']) =>
    language === 'sh' ? lines.split('\n') : [],
  ),
  ...[...text.replace(block, '').matchAll(/`([^`]+)`/g)].map(([, span = '']) => span.replaceAll('\n', ' ')),
];

/** The commands that a page shows, without what is piped on and without remarks. */
const commandsOf = ({ text }: Page): readonly string[] =>
  code(text)
    .filter((line) => prefix.test(line))
    .map((line) => line.replace(prefix, '').split(/ [|>#] ?/)[0] ?? '');

/** `journal retry|release ID --force`: one each. */
function alternatives(words: string): readonly (readonly string[])[] {
  const [first = '', second = '', ...rest] = words.trim().split(/\s+/);
  return second.split('|').map((name) => [first, name, ...rest]);
}

/** What is wrong with a command that a page shows. */
async function wrongWith(words: readonly string[]): Promise<string | undefined> {
  const [first = '', second = '', ...rest] = words;
  if (first.startsWith('-') || first === 'COMMAND') return undefined;
  if (!commandsIn(await help([])).includes(first)) return `no command ${first}`;
  const below = commandsIn(await help([first]));
  if (/^[a-z]/.test(second) && below.length > 0 && !below.includes(second))
    return `no command ${first} ${second}`;
  const text = await help(below.includes(second) ? [first, second] : [first]);
  const unknown = [second, ...rest]
    .filter((word) => /^\[?--?[a-z]/.test(word))
    .map((word) => word.replace(/[[\],;:.]/g, '').split('=')[0] ?? '')
    .filter((option) => !new RegExp(`(^|[ ,])${option}([ ,]|$)`, 'm').test(text));
  return unknown.length > 0 ? `${words.join(' ')}: no ${unknown.join(', ')}` : undefined;
}

it('commands that pages show can be typed', { timeout: 120_000 * patience }, async () => {
  const wrong: string[] = [];
  for (const page of await pages())
    for (const command of commandsOf(page))
      for (const words of alternatives(command)) {
        const problem = await wrongWith(words);
        if (problem !== undefined) wrong.push(`${page.name}: ${problem}`);
      }
  expect(wrong).toEqual([]);
});

it('the README has a line for every command, and for no other', async () => {
  const text = readFileSync(join(root, 'README.md'), 'utf8');
  const listed = [...text.matchAll(/^\| `([a-z]+)[^`]*` \|/gm)].map(([, name]) => name);
  const all = commandsIn(await help([])).filter((name) => name !== 'help' && name !== 'demo');
  expect([...new Set(listed)].sort()).toEqual([...all].sort());
});
