import { join } from 'node:path';
import { readMappingEnds } from '../../mapping/files/mapping-ends.ts';
import { type FileSnapshot, overlayFiles, restrictToFolders } from '../../system/file-source.ts';
import { foldersOf, type ListedMapping } from '../overlay/list-mappings.ts';
import type { SourceFile } from '../preview/read-source.ts';
import { tidySource } from '../sources/tidy-source.ts';
import { type DraftTexts, readDraftBytes } from './draft-files.ts';

/** A mapping that a draft alone has: nobody has published it yet. Undefined: the draft has none of that name. */
export function findDraftedMapping(
  name: string,
  texts: DraftTexts,
  own: string | undefined,
): ListedMapping | undefined {
  if (own === undefined || texts[`${name}.yaml`] === undefined) return undefined;
  const folders = foldersOf(own);
  const files = overlayFiles(snapshotDraft(texts, own), restrictToFolders(folders));
  return { name, ...readMappingEnds(name, folders, files), origin: 'own', channels: [] };
}

/** Files of a draft by the path at which they would be saved, but for fixtures. */
export const snapshotDraft = (texts: DraftTexts, own: string): FileSnapshot =>
  Object.fromEntries(
    Object.entries(texts)
      .filter(([path]) => !path.startsWith('fixtures/'))
      .map(([path, text]) => [join(own, path), readDraftBytes(text)] as const),
  );

/** Cases of a mapping that a draft has fixtures of. */
export const listDraftedCases = (mapping: string, texts: DraftTexts): readonly string[] => {
  const cases = Object.entries(texts).flatMap(([path, text]) => {
    const [, folder = ''] = /^fixtures\/([^/]+)\/document\./.exec(path) ?? [];
    return text !== '' && folder.startsWith(`${mapping}.`) ? [folder.slice(mapping.length + 1)] : [];
  });
  return [...new Set(cases)];
};

/** The document of a fixture that a draft has. */
export function findDraftedDocument(
  mapping: string,
  named: string,
  texts: DraftTexts,
): SourceFile | undefined {
  const folder = `fixtures/${mapping}.${named}/`;
  const found = Object.entries(texts).find(
    ([path, text]) => path.startsWith(`${folder}document.`) && text !== '',
  );
  if (found === undefined) return undefined;
  const [path, text] = found;
  return tidySource({ path: path.slice(folder.length), bytes: readDraftBytes(text) });
}
