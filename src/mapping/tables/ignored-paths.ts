import { join } from 'node:path';
import { decodeSavedText } from '../../text/text-file.ts';
import type { MappingFolders } from '../files/apply-extends.ts';
import { parseCsvRows } from './csv-rows.ts';
import { parsePathPattern } from './path-pattern.ts';

/** Paths that a site ignores for one mapping, in addition to the mapping's own `ignore:`. */
export interface IgnoredPaths {
  readonly patterns: readonly RegExp[];
  /** The rows that count, for the hash; empty without any. */
  readonly text: string;
}

/**
 * `ignored.csv` beside the mappings of a site: mapping, path, reason. Without a reason a row does not count. The delivered file of that
 * name (the last folder) explains what the delivered mappings ignore by themselves.
 */
export function readIgnoredPaths(name: string, { folders, files }: MappingFolders): IgnoredPaths {
  const rows = folders.slice(0, -1).flatMap((folder) => {
    const bytes = files.read(join(folder, 'ignored.csv'));
    return bytes === undefined ? [] : parseCsvRows(decodeSavedText(bytes)).map(({ cells }) => cells);
  });
  const own = rows.filter(
    ([mapping = '', path = '', reason = '']) =>
      mapping.trim() === name && path.trim() !== '' && reason.trim() !== '',
  );
  return {
    patterns: own.map(([, path = '']) => parsePathPattern(path)),
    text: own.length === 0 ? '' : JSON.stringify(own),
  };
}
