import { basename, join, relative } from 'node:path';
import type { Said } from '../findings/mappings.ts';
import { decodeText } from '../text.ts';
import type { Finding, Language } from '../types.ts';
import { type Files, filesBelow, onDisk } from './files.ts';
import { namedFiles, tablePaths } from './named-tables.ts';
import { told } from './problem.ts';
import { additionTo } from './table-files.ts';
import { readYaml } from './yaml.ts';

/** Files of the user's own folder that nobody reads, or that want a second look. All are warnings. */
export function ownFolderFindings(
  own: string,
  delivered: string,
  language?: Language,
  files: Files = onDisk,
): readonly Finding[] {
  const paths = filesBelow(own)
    .map((path) => relative(own, path).replaceAll('\\', '/'))
    .filter((path) => !path.startsWith('fixtures/'));
  const used = new Set([own, delivered].flatMap((folder) => tablesNamedIn(folder, files)));
  return [
    ...paths.filter((path) => path.endsWith('.yml')).map(notYaml),
    ...paths.filter((path) => path.endsWith('.csv') && !used.has(path)).map(unused),
    ...pairsHalfChanged(paths, (path) => files.read(join(delivered, path)) !== undefined),
  ].map((one) => ({
    ...told(one, language),
    severity: 'warning',
    file: join(own, one.values.path),
  }));
}

/** With the files that add rows to them. */
function tablesNamedIn(folder: string, files: Files): readonly string[] {
  return filesBelow(folder)
    .filter((path) => path.endsWith('.yaml'))
    .flatMap((path) => {
      const { value } = readYaml(decodeText(files.read(path) ?? new Uint8Array()), path);
      if (value?.kind !== 'map') return [];
      return [...namedFiles(value), ...tablePaths(value).map(additionTo)];
    });
}

/** Of a file of the folder. */
interface OfFile extends Said {
  readonly values: Said['values'] & { readonly path: string };
}

const notYaml = (path: string): OfFile => ({ sentence: 'mapping-file/yml', values: { path } });
const unused = (path: string): OfFile => ({ sentence: 'mapping-file/unused', values: { path } });

/** `units-to-exchange.csv` beside `units-to-erp.csv`: what goes out one way comes back the other. */
function pairsHalfChanged(
  paths: readonly string[],
  isDelivered: (path: string) => boolean,
): readonly OfFile[] {
  const sides = [
    ['-to-exchange', '-to-erp'],
    ['-to-erp', '-to-exchange'],
  ] as const;
  return paths.flatMap((path) =>
    sides.flatMap(([one, other]): OfFile[] => {
      const twin = path.replace(/\.add\.csv$/, '.csv').replace(`${one}.csv`, `${other}.csv`);
      const isHalf =
        basename(path).includes(one) &&
        isDelivered(twin) &&
        ![twin, additionTo(twin)].some((there) => paths.includes(there));
      return isHalf ? [{ sentence: 'mapping-file/pair', values: { path, twin } }] : [];
    }),
  );
}
