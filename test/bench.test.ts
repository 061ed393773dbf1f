import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { runBenchmarks } from '../bench/kit/run-benchmarks.ts';

const reporting = new URL('../bench/kit/report.ts', import.meta.url).href;

/** A folder with benchmarks: one of each end. */
function writeBenchmarks(): string {
  const folder = mkdtempSync(join(tmpdir(), 'benchmarks-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const row = (met: boolean): string =>
    `import { report } from '${reporting}';
     report('How much? (' + process.argv[2] + ')', [{ what: 'a | b', figure: 3, target: '< 4', met: ${met} }]);`;
  const programs = { meets: row(true), misses: row(false), breaks: "console.log('half'); process.exit(7);" };
  for (const [name, text] of Object.entries(programs)) writeFileSync(join(folder, `${name}.ts`), text);
  return folder;
}

const benchmarks = [{ name: 'meets', short: ['10'] }, { name: 'misses' }, { name: 'breaks' }];

it('a benchmark that misses a target or breaks off is told, and each stands on the page with its command and the load', async () => {
  const folder = writeBenchmarks();
  const results = join(folder, 'RESULTS.md');
  writeFileSync(
    results,
    '# Counted\n\nBy hand.\n\n# Elsewhere\n\n## meets\n\nof old\n\n## misses\n\nof old\n',
  );
  const run = (...asked: readonly string[]) => runBenchmarks({ folder, results, benchmarks, asked });
  expect(await run('short')).toEqual([]);
  expect(await run('misses', 'breaks')).toEqual(['misses', 'breaks']);
  const page = readFileSync(results, 'utf8');
  expect(page).toContain('# Counted\n\nBy hand.\n');
  expect(page).toMatch(
    /## meets\n\n`node bench\/meets.ts 10`, \d{4}-.*, commit [0-9a-f]{8}\+?, \d s, load before \d+\.\d\n/,
  );
  expect(page).toContain('| a \\| b | 3 | < 4 | yes |');
  expect(page).toContain('| a \\| b | 3 | < 4 | **no** |');
  expect(page).toContain('half\n\nended with status 7');
  expect(page).not.toContain('of old');
});

it('a name that no benchmark has runs nothing, and what the short run leaves out is left out of it by name too', async () => {
  const folder = writeBenchmarks();
  const results = join(folder, 'RESULTS.md');
  const run = (...asked: readonly string[]) => runBenchmarks({ folder, results, benchmarks, asked });
  await expect(run('meets', 'none')).rejects.toThrow('There is no benchmark none.');
  expect(await run('short', 'breaks')).toEqual([]);
  expect(existsSync(results)).toBe(false);
});
