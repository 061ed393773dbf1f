import { join } from 'node:path';
import {
  type OwnFolders,
  type RuntimeSnapshot,
  takeSnapshot,
} from '../../pipeline/runtime/runtime-snapshot.ts';
import { type DraftTexts, readDraftBytes } from './draft-files.ts';

/** What the gateway would work with, if the draft were published: without its fixtures, which no message needs. */
export async function takeDraftSnapshot(folders: OwnFolders, texts: DraftTexts): Promise<RuntimeSnapshot> {
  const snapshot = await takeSnapshot(folders);
  const { mappings } = folders;
  if (mappings === undefined) return snapshot;
  const edits = Object.entries(texts).filter(([path]) => !path.startsWith('fixtures/'));
  const files = edits.map(([path, text]) => [join(mappings, path), readDraftBytes(text)] as const);
  return { ...snapshot, files: { ...snapshot.files, ...Object.fromEntries(files) } };
}
