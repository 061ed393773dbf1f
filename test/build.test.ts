import { execFileSync } from 'node:child_process';
import { globSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runInNewContext } from 'node:vm';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { buildOnce } from '../packaging/build-once.ts';
import { writeInAscii } from '../packaging/bundle.ts';
import { openFormats } from '../src/formats/open-formats.ts';
import { applyExtends } from '../src/mapping/files/apply-extends.ts';
import { parseYaml } from '../src/mapping/files/mapping-yaml.ts';
import { findParsedYaml } from '../src/mapping/files/parsed-yaml.ts';
import { findCheckedUses, packTableUses } from '../src/mapping/language/checked-mappings.ts';
import { compileProgram } from '../src/mapping/language/compile-program.ts';
import { readHeader } from '../src/mapping/language/mapping-header.ts';
import { packageFile, threadModules, threadProgram } from '../src/package.ts';
import { deliveredXsds } from '../src/scsn/load-schemas.ts';
import { findBuiltXsd } from '../src/scsn/schemas/parsed-xsd.ts';
import { parseXsd } from '../src/scsn/schemas/xsd-components.ts';
import { diskFiles } from '../src/system/file-source.ts';
import { parseXPath } from '../src/tree/compile-xpath.ts';
import { findParsedSyntax, parsedSyntaxFile } from '../src/tree/xpath/parsed-syntax.ts';

/** What is shipped instead of the sources: one folder of JavaScript, with what it has parsed beforehand. */

let build: string;
beforeAll(async () => {
  build = await buildOnce();
});
afterAll(() => vi.unstubAllEnvs());

/** In a folder of its own, so that nothing of the checkout is found by chance. */
function run(...words: readonly string[]): string {
  const folder = mkdtempSync(join(tmpdir(), 'build-'));
  try {
    return execFileSync(process.execPath, [join(build, 'main.js'), ...words], {
      cwd: folder,
      encoding: 'utf8',
    });
  } finally {
    rmSync(folder, { recursive: true });
  }
}

describe('a build', () => {
  it('is made once for the sources as they are', async () => {
    expect(await buildOnce()).toBe(build);
  });

  it('has each program of a thread as one file, and the command line', () => {
    const files = readdirSync(build);
    expect(files).toEqual(
      expect.arrayContaining([...Object.keys(threadModules).map((name) => `${name}.js`), 'main.js']),
    );
    for (const name of Object.keys(threadModules))
      expect(readFileSync(join(build, `${name}.js`), 'utf8'), name).not.toMatch(/^import .* from ['"]\./m);
  });

  it('is written in ASCII, which takes half the room in memory, and says the same', () => {
    for (const name of readdirSync(build).filter((file) => file.endsWith('.js')))
      expect(readFileSync(join(build, name), 'latin1'), name).toMatch(/^[\0-\x7f]*$/);
    const text = '`€ ${"😀"} \\\\é`.match(/^[€-₭] [^\\p{L}]*[😀-😁]/u)?.[0]';
    expect([text, writeInAscii(text)].map((one) => runInNewContext(one))).toEqual(['€ 😀', '€ 😀']);
    expect(() => writeInAscii("'\\€'")).toThrow('cannot be written');
  });

  it('says who made what it holds', () => {
    const licences = readFileSync(join(build, 'LICENCES.txt'), 'utf8');
    for (const name of ['fontoxpath', 'zod', 'undici', 'express', 'yaml', 'saxes'])
      expect(licences).toMatch(new RegExp(`^${name} `, 'm'));
    expect(licences).not.toMatch(/^vitest /m);
  });

  it('checks a file, with the schemas and rules of the package', () => {
    expect(run('validate', packageFile('samples/good/order-full.xml'))).toContain('(scsn/Order)');
  });

  it('tests the delivered mappings', () => {
    expect(run('map', 'test', 'order-to-exchange')).toMatch(/^\d+ passed, 0 failed/);
  });
});

describe('threads', () => {
  it('run from the build that is named, else from TypeScript', () => {
    vi.stubEnv('GATEWAY_BUILD', build);
    expect(threadProgram('worker').pathname).toMatch(/\.build\/\w+\/worker\.js$/);
    vi.stubEnv('GATEWAY_BUILD', undefined);
    expect(threadProgram('worker').pathname).toMatch(new RegExp(`${threadModules.worker}$`));
  });
});

describe('expressions that were parsed beforehand', () => {
  it('have the syntax that the engine gives, in all that is asked of it', () => {
    vi.stubEnv('GATEWAY_BUILD', build);
    const lines = readFileSync(join(build, parsedSyntaxFile), 'utf8').trimEnd().split('\n');
    expect(lines.length).toBeGreaterThan(1000);
    for (const line of lines.filter((_, n) => n % 20 === 0)) {
      const text: string = JSON.parse(line.split('\t')[0] ?? '');
      // a blank more is another expression of the same syntax, but for places
      const engine = withoutPlaces(parseXPath(`${text} `));
      expect(withoutPlaces(findParsedSyntax(text)), text).toEqual(engine);
    }
  });
});

describe('XSDs that were read beforehand', () => {
  const names = globSync('**/*.xsd', { cwd: deliveredXsds });
  const texts = names.map((name) => [name, readFileSync(join(deliveredXsds, name), 'utf8')] as const);

  it('are what reading them gives', () => {
    vi.stubEnv('GATEWAY_BUILD', build);
    expect(texts.length).toBeGreaterThan(5);
    for (const [name, text] of texts) {
      expect(findBuiltXsd(text), name).toEqual(parseXsd(name, text));
      expect(findBuiltXsd(`${text}\n`), `${name}, edited`).toBeUndefined();
    }
  });
});

describe('mappings that were read and checked beforehand', () => {
  const texts = globSync('*.yaml', { cwd: packageFile('mappings') }).map(
    (name) => [name, readFileSync(packageFile('mappings', name), 'utf8')] as const,
  );

  it.each([undefined, '/mappings/base.yaml'])('are what reading them gives, in file %s', (file) => {
    expect(texts.length).toBeGreaterThan(20);
    for (const [name, text] of texts) {
      vi.stubEnv('GATEWAY_BUILD', build);
      const known = findParsedYaml(text, file);
      expect(findParsedYaml(`${text}\n`, file), `${name}, edited`).toBeUndefined();
      vi.stubEnv('GATEWAY_BUILD', undefined);
      expect(known, name).toEqual(parseYaml(`${text}\n`, file).value);
    }
  });

  it('are compiled as those that are checked, and their tables are held against the same', () => {
    vi.stubEnv('GATEWAY_BUILD', build);
    const folder = packageFile('mappings');
    const { formats, dispose } = openFormats(undefined, [folder]);
    onTestFinished(dispose);
    for (const [file, text] of texts) {
      const name = file.replace('.yaml', '');
      const own = parseYaml(text).value;
      if (own === undefined) throw new Error(`${file} is no YAML.`);
      const { yaml, ...whole } = applyExtends(own, join(folder, file), {
        folders: [folder],
        files: diskFiles,
      });
      const base = 'base' in whole ? whole.base : undefined;
      const header = yaml && readHeader(name, yaml, formats).header;
      if (yaml === undefined || header === undefined) throw new Error(`${file} cannot be read.`);
      const uses = findCheckedUses({ text, base }, header, formats);
      const { program, problems, uses: found } = compileProgram(name, yaml, header, formats);
      expect([problems, packTableUses(found)], file).toEqual([[], uses && packTableUses(uses)]);
      const known = compileProgram(name, yaml, header, formats, { checked: uses });
      expect(withoutTypes(known.program), file).toBe(withoutTypes(program));
      expect(
        findCheckedUses({ text: `${text}\n`, base }, header, formats),
        `${name}, edited`,
      ).toBeUndefined();
    }
  });
});

/** All that runs of a program. */
const withoutTypes = (program: object): string =>
  JSON.stringify(program, (key, member: unknown) =>
    member instanceof Map ? [...member] : key === 'static' ? undefined : member,
  );

function withoutPlaces(value: unknown): unknown {
  return JSON.parse(
    JSON.stringify(value, (key, member: unknown) =>
      member instanceof Map
        ? [...member].filter(([name]) => name !== 'start' && name !== 'end')
        : key === 'offset'
          ? undefined
          : member,
    ),
  );
}
