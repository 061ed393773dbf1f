import { isUtf8 } from 'node:buffer';
import { z } from 'zod';
import { type FolderFiles, isSameContent } from '../publish/mappings-folder.ts';

/** Files of a draft as text, by their paths in the folder of mappings; the empty text of a file of a fixture: it goes. */
export type DraftTexts = Readonly<Record<string, string>>;

const textsSchema = z.record(z.string(), z.string());

export const parseDraftTexts = (content: string): DraftTexts => textsSchema.parse(JSON.parse(content));

/** What is no text in UTF-8 goes along as such: an order of a partner may be in any encoding. */
const binaryPrefix = 'data:;base64,';

export const writeDraftText = (bytes: Uint8Array): string =>
  isUtf8(bytes) ? Buffer.from(bytes).toString('utf8') : binaryPrefix + Buffer.from(bytes).toString('base64');

export const readDraftBytes = (text: string): Uint8Array =>
  text.startsWith(binaryPrefix)
    ? Buffer.from(text.slice(binaryPrefix.length), 'base64')
    : Buffer.from(text, 'utf8');

const isTakenAway = (path: string, text: string): boolean => text === '' && path.startsWith('fixtures/');

/** The folder with the draft in it. */
export function applyDraft(folder: FolderFiles, texts: DraftTexts): FolderFiles {
  const files = new Map(folder);
  for (const [path, text] of Object.entries(texts))
    if (isTakenAway(path, text)) files.delete(path);
    else files.set(path, readDraftBytes(text));
  return files;
}

/** Files of the draft that others have changed since it began. */
export const listMovedFiles = (
  base: FolderFiles,
  running: FolderFiles,
  texts: DraftTexts,
): readonly string[] =>
  Object.keys(texts).filter((path) => !isSameContent(base.get(path), running.get(path)));
