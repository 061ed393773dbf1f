import { randomUUID } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, it } from 'vitest';
import { parseDocument, stringify } from 'yaml';
import { z } from 'zod';
import { runCommandLine } from '../src/cli/testkit/ran.ts';
import { parseConfig } from '../src/config/load/load-config.ts';
import { configJsonSchema } from '../src/config/schema/config-json-schema.ts';
import { migrations } from '../src/journal/sql/migrations.ts';
import { bringTo } from '../src/journal/sqlite/migrate-sqlite.ts';
import { patience, startsQuickly } from './kit/machine.ts';
import { block, code, type Page, pages, prefix, root, wordsOf } from './kit/pages.ts';

/** The pages that people read: what they point at is there, and the commands that they show can be typed. */

/** As GitHub names the anchor of a heading. */
const anchor = (heading: string): string =>
  heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-');

const anchors = (text: string): readonly string[] =>
  [...text.matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) => anchor(heading));

it('the README is short enough to be read', () => {
  expect(readFileSync(join(root, 'README.md'), 'utf8').split('\n').length).toBeLessThan(90);
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

it('every row of a table has as many cells as its head', async () => {
  const broken: string[] = [];
  for (const { name, text } of await pages())
    for (const rows of text.match(/(?:^\|.*\n)+/gm) ?? []) {
      const [head = '', ...others] = rows.trimEnd().split('\n');
      broken.push(...others.filter((row) => cells(row) !== cells(head)).map((row) => `${name}: ${row}`));
    }
  expect(broken).toEqual([]);
});

/** A bar with a backslash before it divides nothing, and one without does, also between backticks. */
it('the design says of every package why it is there', () => {
  const [, table = ''] = readFileSync(join(root, 'docs/design.md'), 'utf8').split('## Dependencies');
  const [used = ''] = table.split('Named on the project');
  const said = [...used.matchAll(/^\| ([^|]+) \|/gm)].flatMap(([, names = '']) =>
    names.replaceAll(/dev: |\\|`/g, '').split(', '),
  );
  const isSaid = (name: string): boolean =>
    said.some(
      (pattern) => pattern === name || (pattern.endsWith('/*') && name.startsWith(pattern.slice(0, -1))),
    );
  const { dependencies, devDependencies } = z
    .object({
      dependencies: z.record(z.string(), z.string()),
      devDependencies: z.record(z.string(), z.string()),
    })
    .parse(JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')));
  expect(Object.keys({ ...dependencies, ...devDependencies }).filter((name) => !isSaid(name))).toEqual([]);
});

const cells = (row: string): number => row.split(/(?<!\\)\|/).length;

it('the README leads to every page, to the tables of dispositions by their list', async () => {
  const linksIn = (name: string): readonly (string | undefined)[] =>
    [...readFileSync(join(root, name), 'utf8').matchAll(/\]\(([^)#]+)/g)].map(([, path]) => path);
  const tables = linksIn('docs/reference/dispositions.md').map((path) => `docs/reference/${path}`);
  const linked = new Set([...linksIn('README.md'), ...tables]);
  const names = (await pages()).map(({ name }) => name);
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
  return (await runCommandLine(root, ...words, '--help')).out;
}

/** Names under `Commands:` of a help; an alias counts too. */
const commandsIn = (text: string): readonly string[] =>
  [...(text.split('\nCommands:\n')[1] ?? '').matchAll(/^ {2}([a-z|-]+)/gm)].flatMap(([, names = '']) =>
    names.split('|'),
  );

/** The commands that a page shows. */
const commandsOf = ({ text }: Page): readonly string[] =>
  code(text)
    .filter((line) => prefix.test(line))
    .map(wordsOf);

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

it.skipIf(!startsQuickly)(
  'commands that pages show can be typed',
  { timeout: 120_000 * patience },
  async () => {
    const wrong: string[] = [];
    for (const page of await pages())
      for (const command of commandsOf(page))
        for (const words of alternatives(command)) {
          const problem = await wrongWith(words);
          if (problem !== undefined) wrong.push(`${page.name}: ${problem}`);
        }
    expect(wrong).toEqual([]);
  },
);

it('the page of commands has a line for every command, and for no other', async () => {
  const text = readFileSync(join(root, 'docs', 'commands.md'), 'utf8');
  const listed = [...text.matchAll(/^\| `([a-z]+)[^`]*` \|/gm)].map(([, name]) => name);
  const all = commandsIn(await help([])).filter((name) => name !== 'help' && name !== 'demo');
  expect([...new Set(listed)].sort()).toEqual([...all].sort());
});

it('the page of commands names what is below a command, all of it', {
  timeout: 60_000 * patience,
}, async () => {
  const rows = readFileSync(join(root, 'docs', 'commands.md'), 'utf8').match(/^\| `.*/gm) ?? [];
  const missing: string[] = [];
  for (const name of commandsIn(await help([])).filter((one) => one !== 'help')) {
    const shown = rows.flatMap((row) =>
      row.startsWith(`| \`${name} `) ? (row.match(/`[^`]*`/g) ?? []) : [],
    );
    const told = new Set(shown.flatMap((words) => words.match(/[a-z-]+/g) ?? []));
    const below = commandsIn(await help([name])).filter((sub) => sub !== 'help' && !told.has(sub));
    missing.push(...below.map((sub) => `${name} ${sub}`));
  }
  expect(missing).toEqual([]);
});

type Schema = z.core.JSONSchema.BaseSchema;

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** What a schema says of a member, by each of its alternatives; empty: it knows none of this name. */
function memberOf(schema: Schema, name: string): readonly Schema[] {
  const { properties, additionalProperties: others, anyOf = [] } = schema;
  const own = properties?.[name] ?? others;
  const below = anyOf.flatMap((one) => (typeof one === 'object' ? memberOf(one, name) : []));
  return [...(typeof own === 'object' ? [own] : []), ...below];
}

/** Every key of a value, and of what is below it, is known to one of these schemas. */
function knows(schemas: readonly Schema[], value: unknown): boolean {
  if (!isObject(value)) return true;
  return Object.entries(value).every(([name, member]) => {
    const found = schemas.flatMap((schema) => memberOf(schema, name));
    return found.length > 0 && knows(found, member);
  });
}

/** A schema and all below it: what a page shows may be a piece of any of them. */
function everywhere(schema: Schema): readonly Schema[] {
  const { properties = {}, additionalProperties: others, anyOf = [], items } = schema;
  const below = [...Object.values(properties), ...anyOf, others, items].flat();
  return [schema, ...below.flatMap((one) => (typeof one === 'object' ? everywhere(one) : []))];
}

/** What each config needs. A channel that a page shows stands for itself, unless it is one setting of it alone. */
const orders = { from: { folder: 'out' }, document: 'scsn/Order', to: { exchange: 'sci-connector/order' } };
const least = {
  exchange: {
    baseUrl: 'https://orders.test',
    companyId: randomUUID(),
    auth: { email: 'a@b.test', password: 'x' },
  },
  http: { webhook: { listen: '127.0.0.1:8443', auth: { bearer: 'x' } } },
  channels: { orders },
};

/** A piece that begins where a config begins, with what it needs beside; undefined: it is a piece of something below. */
function completed(value: Readonly<Record<string, unknown>>): object | undefined {
  const { properties = {} } = configJsonSchema();
  if (!Object.keys(value).every((key) => key in properties)) return undefined;
  const { exchange, http, channels = least.channels, ...others } = value;
  const whole = Object.entries(channels ?? {}).map(([name, one]) => [
    name,
    isObject(one) && !('to' in one) ? { ...orders, ...one } : one,
  ]);
  return {
    ...others,
    exchange: { ...least.exchange, ...(isObject(exchange) ? exchange : {}) },
    http: { ...least.http, ...(isObject(http) ? http : {}) },
    channels: Object.fromEntries(whole),
  };
}

/** What is wrong with a piece of config that a page shows. */
function wrongWithYaml(text: string): string | undefined {
  const document = parseDocument(text);
  const [error] = document.errors;
  if (error) return error.message;
  const value: unknown = document.toJS();
  const config = isObject(value) ? completed(value) : undefined;
  if (config) {
    const plain = stringify(config).replaceAll(/\$\{[^}]*\}/g, 'x');
    const { findings } = parseConfig(plain, join(root, 'gateway.yaml'), {});
    return findings.find(({ severity }) => severity === 'error')?.message;
  }
  const whole = everywhere(configJsonSchema());
  return whole.some((schema) => knows([schema], value)) ? undefined : 'a key that no config has';
}

it('the page on hardening says of every table of the journal what lies in it, and of no other', () => {
  const page = readFileSync(join(root, 'docs', 'hardening.md'), 'utf8');
  const section = page.slice(page.indexOf('table by table'), page.indexOf('Backups, and what'));
  const rows = section.split('\n').filter((line) => line.startsWith('| `'));
  const told = rows.flatMap((row) => row.split('|')[1]?.match(/\w+/g) ?? []);
  expect(told.toSorted()).toEqual(listJournalTables().toSorted());
});

/** Of an embedded journal, without those in which SQLite keeps the index of search. */
function listJournalTables(): readonly string[] {
  const db = new DatabaseSync(':memory:');
  bringTo(db, migrations.length);
  const tables = db.prepare("select name from sqlite_schema where type = 'table'").all();
  db.close();
  return tables.map(({ name }) => String(name)).filter((name) => !/^sqlite_|^message_text_/.test(name));
}

describe('config that pages show', () => {
  it('holds what a config may hold', async () => {
    const wrong: string[] = [];
    for (const { name, text } of await pages())
      if (name !== 'mappings/README.md')
        for (const [, language, lines = ''] of text.matchAll(block)) {
          if (language !== 'yaml' || isOfMappings(lines)) continue;
          const problem = wrongWithYaml(lines);
          if (problem !== undefined) wrong.push(`${name}: ${problem}\n${lines}`);
        }
    expect(wrong).toEqual([]);
  });

  it('would be refused with a key that none has', () => {
    expect(wrongWithYaml('exchange: { certificateAuthority: a.pem }')).toBeUndefined();
    expect(wrongWithYaml('exchange: { certificateAuthorities: a.pem }')).toMatch(
      /^`certificateAuthorities` is not known/,
    );
    expect(wrongWithYaml('auth: { email: a, passwords: b }')).toBe('a key that no config has');
    expect(
      wrongWithYaml('channels: { a: { from: { folder: x, settle: { interval: soon } } } }'),
    ).toBeDefined();
    expect(wrongWithYaml('http:\n webhook: { listen: x, tls: { certificate: y } }')).toBeDefined();
  });
});

/** Mappings and formats are YAML too, and have tests of their own; a piece of one is known by `$key:`, or by `name!:`. */
const isOfMappings = (text: string): boolean =>
  /^(mapping|format|target|syntax|extends|from: scsn)|^ *(\$[a-z]+|\w+!|"[^"]*[\]!]"):/m.test(text);
