import { basename, join, relative } from 'node:path';
import type { MappingSentence } from '../../findings/mapping-sentences.ts';
import { diskFiles, listFilesBelow, listUnreadLinks } from '../../system/file-source.ts';
import { decodeSavedText } from '../../text/text-file.ts';
import type { Finding, Language } from '../../types.ts';
import { renderProblem } from '../files/mapping-problem.ts';
import { parseYaml } from '../files/mapping-yaml.ts';
import { listNamedFiles, listTablePaths } from '../files/named-tables.ts';
import { additionPathOf } from '../tables/table-files.ts';

/** Files of the user's own folder that nobody reads, or that want a second look. All are warnings. */
export function inspectOwnFolder(own: string, delivered: string, language?: Language): readonly Finding[] {
  const paths = listFilesBelow(own)
    .map((path) => relative(own, path).replaceAll('\\', '/'))
    .filter((path) => !path.startsWith('fixtures/'));
  return [
    ...paths.filter((path) => path.endsWith('.yml')).map(notYamlProblem),
    ...listUnusedTables(paths, { own, delivered }).map(unusedProblem),
    ...listUnreadLinks(own).map((path) => unreadLinkProblem(relative(own, path).replaceAll('\\', '/'))),
    ...findHalfChangedPairs(paths, (path) => diskFiles.read(join(delivered, path)) !== undefined),
  ].map((one) => ({
    ...renderProblem(one, language),
    severity: 'warning',
    file: join(own, one.values.path),
  }));
}

/** Of these paths in the own folder; delivered mappings are read where own ones do not name all. */
function listUnusedTables(
  paths: readonly string[],
  { own, delivered }: Readonly<Record<'own' | 'delivered', string>>,
): readonly string[] {
  const tables = paths.filter((path) => path.endsWith('.csv'));
  const left = excludeNamed(
    tables,
    paths.map((path) => join(own, path)),
  );
  return excludeNamed(
    left,
    diskFiles.list(delivered).map((name) => join(delivered, name)),
  );
}

/** Those tables that none of the files names. */
function excludeNamed(tables: readonly string[], paths: readonly string[]): readonly string[] {
  if (tables.length === 0) return tables;
  const mappings = paths.filter((path) => path.endsWith('.yaml'));
  const named = new Set(mappings.flatMap((path) => tablesNamedIn(path)));
  return tables.filter((path) => !named.has(path));
}

/** With the files that add rows to them. */
function tablesNamedIn(path: string): readonly string[] {
  const { value } = parseYaml(decodeSavedText(diskFiles.read(path) ?? new Uint8Array()), path);
  if (value?.kind !== 'map') return [];
  return [...listNamedFiles(value), ...listTablePaths(value).map(additionPathOf)];
}

/** Of a file of the folder. */
interface FileProblem extends MappingSentence {
  readonly values: MappingSentence['values'] & { readonly path: string };
}

const notYamlProblem = (path: string): FileProblem => ({ sentence: 'mapping-file/yml', values: { path } });
const unusedProblem = (path: string): FileProblem => ({ sentence: 'mapping-file/unused', values: { path } });

const unreadLinkProblem = (path: string): FileProblem => ({
  sentence: 'mapping-file/link',
  values: { path },
});

/** `units-to-exchange.csv` beside `units-to-erp.csv`: what goes out one way comes back the other. */
function findHalfChangedPairs(
  paths: readonly string[],
  isDelivered: (path: string) => boolean,
): readonly FileProblem[] {
  const sides = [
    ['-to-exchange', '-to-erp'],
    ['-to-erp', '-to-exchange'],
  ] as const;
  return paths.flatMap((path) =>
    sides.flatMap(([one, other]): FileProblem[] => {
      const twin = path.replace(/\.add\.csv$/, '.csv').replace(`${one}.csv`, `${other}.csv`);
      const isHalf =
        basename(path).includes(one) &&
        isDelivered(twin) &&
        ![twin, additionPathOf(twin)].some((there) => paths.includes(there));
      return isHalf ? [{ sentence: 'mapping-file/pair', values: { path, twin } }] : [];
    }),
  );
}
