import { readFileSync } from 'node:fs';
import { glob } from 'node:fs/promises';
import { basename, dirname, join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { syntaxes } from '../src/formats/syntaxes.ts';
import { threadModules } from '../src/package.ts';

/** Rooms are the folders of `src` (docs/design.md, "Architecture"). */

const src = fileURLToPath(new URL('../src', import.meta.url));
const roomOf = (path: string): string | undefined => {
  const [room, file] = relative(src, path).split(sep);
  return file === undefined || room === '..' ? undefined : room;
};

/** What stands between the braces is types alone. */
const isTypes = (names: string): boolean => /^\s*\{(\s*type\s[^,}]+,?)+\s*\}\s*$/.test(names);

/** The files that a file needs when it runs: imports of types are gone by then. */
function filesNeeded(path: string): readonly string[] {
  const imports = readFileSync(path, 'utf8').matchAll(/^import (?!type )(?:([^;']*?)from )?'(\.[^']+)';/gm);
  const needed = [...imports].filter(([, names = '']) => !isTypes(names));
  return needed.map(([, , file = '']) => join(dirname(path), file));
}

const roomsNeeded = (path: string): readonly string[] =>
  filesNeeded(path).flatMap((file) => roomOf(file) ?? []);

async function needs(): Promise<ReadonlyMap<string, ReadonlySet<string>>> {
  const found = new Map<string, Set<string>>();
  for await (const file of glob('*/**/*.{ts,tsx}', { cwd: src })) {
    const path = join(src, file);
    const room = roomOf(path);
    if (room === undefined || file.endsWith('.test.ts') || file.includes('testkit')) continue;
    found.set(
      room,
      new Set([...(found.get(room) ?? []), ...roomsNeeded(path)].filter((one) => one !== room)),
    );
  }
  return found;
}

it('rooms need one another in one direction: there is an order in which each needs only those before it', async () => {
  const left = new Map(await needs());
  expect(left.get('pipeline')).toContain('journal');
  for (;;) {
    const next = [...left].find(([, others]) => [...others].every((other) => !left.has(other)));
    if (next === undefined) break;
    left.delete(next[0]);
  }
  expect(
    [...left].map(([room, others]) => `${room} needs ${[...others].filter((one) => left.has(one))}`),
  ).toEqual([]);
});

/** Source files of the house, without tests, test kits and fixtures; paths from `src` with `/`. */
async function sourceFiles(): Promise<readonly string[]> {
  const files: string[] = [];
  for await (const path of glob('**/*.{ts,tsx}', { cwd: src })) {
    const file = path.split(sep).join('/');
    if (!/\.test\.ts$|\.d\.ts$|(^|\/)(testkit|fixtures)\//.test(file)) files.push(file);
  }
  return files;
}

/** Files of one name say that they do the same thing, each for its own syntax, engine, language or page. */
const parallelFolders = [
  new RegExp(`^formats/(records|${syntaxes.map(({ name }) => name).join('|')})/`),
  /^journal\/(sqlite|postgres)\//,
  /^folders\/(local|sftp)\//,
  /\/(en|nl)(\/|\.ts$)/,
  /^web\/pages\//,
];

it('a folder has no more than twenty files', async () => {
  const counts = Map.groupBy(await sourceFiles(), (file) => dirname(file));
  expect([...counts].filter(([, files]) => files.length > 20).map(([folder]) => folder)).toEqual([]);
});

it('two files have one name only where they do the same for another syntax, engine or language', async () => {
  // words of a page are named after it
  const files = (await sourceFiles()).filter((file) => !file.startsWith('web/words/'));
  const named = Map.groupBy(files, (file) => basename(file));
  const isParallel = (files: readonly string[]): boolean =>
    parallelFolders.some((folders) => files.every((file) => folders.test(file)));
  expect([...named.values()].filter((files) => files.length > 1 && !isParallel(files))).toEqual([]);
});

/** What a name like these stands for, only the one who wrote it knows. */
const vague = new Set(
  (
    'told tell made make said say seen saw see given gone done held kept left led put odd one all both which what where how who ' +
    'home way ways out next again now then more of from to by with plain merged restored comparing telling stayed missed strange'
  ).split(' '),
);

it('no exported name is a vague word alone', async () => {
  const exported =
    /^export (?:default )?(?:abstract |async |declare )*(?:class|const|enum|function\*?|interface|let|type) (\w+)/gm;
  const found = (await sourceFiles()).flatMap((file) =>
    [...readFileSync(join(src, file), 'utf8').matchAll(exported)]
      .map(([, name = '']) => name)
      .filter((name) => vague.has(name.toLowerCase()))
      .map((name) => `${file}: ${name}`),
  );
  expect(found).toEqual([]);
});

it('the pages take types of the API, and nothing else of the gateway', async () => {
  const files = (await sourceFiles()).filter((file) => file.startsWith('web/'));
  expect(files.length).toBeGreaterThan(10);
  const wrong = files.flatMap((file) => {
    const imports = readFileSync(join(src, file), 'utf8').matchAll(/^import ([^;]*?)from '(\.[^']+)';/gm);
    const outside = [...imports].flatMap(([, names = '', to = '']) => {
      const path = relative(src, join(src, dirname(file), to))
        .split(sep)
        .join('/');
      if (path.startsWith('web/')) return [];
      return names.startsWith('type ') && path.startsWith('api/model/') ? [] : [`${file}: ${path}`];
    });
    return outside;
  });
  expect(wrong).toEqual([]);
});

it('who answers a page builds no channels and opens no formats: that reads descriptions, and the gateway has read them', async () => {
  const reading = async (rooms: RegExp, name: string) =>
    (await sourceFiles()).filter(
      (file) => rooms.test(file) && readFileSync(join(src, file), 'utf8').includes(name),
    );
  expect(await reading(/^(api|operator|workbench|replay)\//, 'buildChannels')).toEqual([]);
  expect(await reading(/^api\//, 'openFormats')).toEqual([]);
  expect(await reading(/^gateway\//, 'buildChannels')).not.toEqual([]);
});

/** A file and all that it needs when it runs, from `src` with `/`. */
function everythingNeeded(...files: readonly string[]): ReadonlySet<string> {
  const found = new Set(files.map((file) => join(src, file)));
  for (const path of found) for (const file of filesNeeded(path)) found.add(file);
  return new Set([...found].map((path) => relative(src, path).split(sep).join('/')));
}

/** What each thread that loads it holds 12 MB for: libxml2, and the engine of XPath. */
const heavy = ['scsn/schemas/libxml.ts', 'tree/compile-xpath.ts'];

it('the thread that serves everybody loads no libxml2 and no engine of XPath, and neither does who reads a config', () => {
  const gateway = everythingNeeded('cli/start-command.ts', 'gateway/gateway.ts');
  expect(gateway).toContain('formats/syntaxes.ts');
  expect(heavy.filter((file) => gateway.has(file))).toEqual([]);
  const config = everythingNeeded('config/load/load-config.ts');
  expect(heavy.filter((file) => config.has(file))).toEqual([]);
});

it('whoever reads documents loads what compiles their XSDs', () => {
  const threads = Object.values(threadModules).map((file) => file.replace('src/', ''));
  const reading = [...threads, 'cli/format-command.ts', 'cli/validate-command.ts', 'cli/map/map-try.ts']
    .map((file) => [file, everythingNeeded(file)] as const)
    .filter(([, needed]) => needed.has('formats/xml/document-xsd.ts'));
  expect(reading.length).toBeGreaterThan(5);
  const without = reading.filter(([, needed]) => !needed.has('scsn/schemas/libxml.ts'));
  expect(without.map(([file]) => file)).toEqual([]);
});

/** Rooms of use cases: they return data and are given an open journal. Texts are made, and journals opened, by who calls them. */
const useCases = ['operator', 'workbench'];

/** Printing, the process that it runs in (but for its name in a bundle), a clock (unless another can be given) or a time zone of its own. */
const surroundings =
  /\bconsole\.|\bprocess\.(?!version\b|platform\b)|\bDate\.now\(\)|(?<!now = )\bnew Date\(\)|\brender\w*Time\b/;

/** The files of a bundle are texts for somebody elsewhere. */
const isOfBundle = (file: string): boolean => file.startsWith('operator/support/');

/** Who calls them, what opens, and what makes texts or local time; types aside. */
const notForUseCases =
  /^((cli|wording|gateway|http|config\/load|journal\/open)\/|findings\/(localized|journal|decision)-texts?\.ts|time\/local-time\.ts)/;

it.each(useCases)(
  '%s prints nothing, asks no process and no clock, makes no texts and opens no journal',
  async (room) => {
    const files = (await sourceFiles()).filter((file) => file.startsWith(`${room}/`) && !isOfBundle(file));
    expect(files.length).toBeGreaterThan(10);
    const wrong = files.flatMap((file) => {
      const code = readFileSync(join(src, file), 'utf8').replace(/\/\*\*[\s\S]*?\*\//g, '');
      const found = surroundings.exec(code)?.[0];
      const later = [...code.matchAll(/\bimport\(\s*'(\.[^']+)'/g)].map(([, to = '']) =>
        join(src, dirname(file), to),
      );
      const needed = [...filesNeeded(join(src, file)), ...later].map((path) =>
        relative(src, path).split(sep).join('/'),
      );
      const forbidden = needed.filter((path) => notForUseCases.test(path));
      return [...(found === undefined ? [] : [found]), ...forbidden].map((what) => `${file}: ${what}`);
    });
    expect(wrong).toEqual([]);
  },
);
