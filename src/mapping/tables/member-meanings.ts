import { join } from 'node:path';
import { diskFiles } from '../../system/file-source.ts';
import { decodeSavedText } from '../../text/text-file.ts';
import { parseCsvRows } from './csv-rows.ts';

/** What a member stands for, in the words of the other side: from the delivered correspondence.csv. */
export type Meanings = ReadonlyMap<string, string>;

/** By path without `[]`, of one mapping. `side`: whose paths are the keys. */
export function readMeanings(
  mapping: string,
  side: 'source' | 'target',
  folders: readonly string[],
): Meanings {
  const found = new Map<string, string[]>();
  for (const folder of folders)
    for (const { cells } of parseCsvRows(
      decodeSavedText(diskFiles.read(join(folder, 'correspondence.csv')) ?? new Uint8Array()),
    ))
      if (cells[0] === mapping) addMeaning(found, cells, side);
  return new Map([...found].map(([path, words]) => [path, [...new Set(words)].join('; ')]));
}

function addMeaning(found: Map<string, string[]>, cells: readonly string[], side: 'source' | 'target'): void {
  const [, source = '', target = '', , remark = ''] = cells;
  const [path, other] = side === 'target' ? [target, source] : [source, target];
  const words = [other === '-' ? '' : other, remark === '' ? '' : `(${remark})`].filter(Boolean).join(' ');
  found.set(path, [...(found.get(path) ?? []), words]);
}
