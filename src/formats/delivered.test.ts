import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { buildDescribedFormat } from './described-format.ts';
import { renderFormatPage } from './format-page.ts';
import { asTarget, formatOf, plain, plainFile, readFile, told } from './testkit/kit.ts';
import { formatLaws } from './testkit/laws.ts';
import { mistakes, mutant } from './testkit/mutants.ts';

/** The delivered formats keep the laws on every file of their fixtures, and what they read they write. */

const folder = fileURLToPath(new URL('../../mappings', import.meta.url));
const textOf = (name: string) => readFileSync(join(folder, 'formats', `${name}.yaml`), 'utf8');
/** Those of tables and XML; EDIFACT has tests of its own. */
const names = readdirSync(join(folder, 'formats'))
  .flatMap((file) => (file.endsWith('.yaml') ? file.slice(0, -5) : []))
  .filter((name) => /^syntax: (csv|xml)$/m.test(textOf(name)));

/** Files of a format beside the mappings that read and write it. */
function filesOf(
  name: string,
  extension: string,
): readonly { readonly name: string; readonly bytes: Buffer }[] {
  return readdirSync(join(folder, 'fixtures')).flatMap((fixture) => {
    const mapping = readFileSync(join(folder, `${fixture.split('.')[0]}.yaml`), 'utf8');
    const reads = mapping.includes(`\nfrom: ${name}\n`) ? [`document${extension}`] : [];
    const writes = mapping.includes(`\nto: ${name}\n`) ? [`expected${extension}`] : [];
    const files = readdirSync(join(folder, 'fixtures', fixture));
    return [...reads, ...writes]
      .filter((file) => files.includes(file))
      .map((file) => ({ name: fixture, bytes: readFileSync(join(folder, 'fixtures', fixture, file)) }));
  });
}

const delivered = names.map((name) => {
  const format = formatOf(textOf(name), name);
  return { name, format, files: filesOf(name, format.extension) };
});

formatLaws(
  delivered.flatMap(({ format, files }) =>
    files.map(({ name, bytes }) => ({
      name,
      format,
      bytes,
      documents: format.cut(bytes).documents.length,
      end: format.extension === '.csv' ? 'endless' : 'complete',
    })),
  ),
  Buffer.from('<Invoice/>'),
);

describe.each(delivered)('$name', ({ name, format, files }) => {
  it('is right, and a fixture reads it', () => {
    expect(buildDescribedFormat(textOf(name), `${name}.yaml`).findings).toEqual([]);
    expect(files.length).toBeGreaterThan(0);
  });

  it('writes what it reads, so that it is read again as the same', () => {
    for (const { bytes } of files)
      for (const { tree, findings } of readFile(format, bytes).reads) {
        expect(findings.map(told)).toEqual([]);
        if (tree === undefined) throw new Error('it was not read');
        // a target has the prefixes of the description
        if (tree.root.prefix !== '') continue;
        const written = format.write(asTarget(tree.root));
        expect(written.findings).toEqual([]);
        expect(plainFile(format, written.bytes)).toEqual([plain(tree.root)]);
      }
  });

  it('has a page with an example that is read without an error', () => {
    const page = renderFormatPage(textOf(name), join(folder, 'formats', `${name}.yaml`)) ?? '';
    const [, text = ''] = /```\w*\n([\s\S]*?)```/.exec(page) ?? [];
    const { reads, findings } = readFile(format, text);
    expect(findings.filter(({ severity }) => severity === 'error').map(told)).toEqual([]);
    expect(reads).toHaveLength(1);
  });

  it('500 damaged files are read as their bytes say, or refused with place and advice', () => {
    const [first] = files;
    if (first === undefined) throw new Error('there is no file');
    for (let seed = 0; seed < 500; seed += 1)
      expect(mistakes(format, mutant(first.bytes, seed)), `seed ${seed}`).toEqual([]);
  });
});
