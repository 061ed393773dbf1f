import type { Channel } from '../../pipeline/channel/channel.ts';
import { type OwnFolders, takeSnapshot } from '../../pipeline/runtime/runtime-snapshot.ts';
import type { CompareOptions, CompareSelection } from '../../replay/compare/compare-messages.ts';
import type { ReplayJournal } from '../../replay/rerun/message-record.ts';
import type { DraftTexts } from '../drafts/draft-files.ts';
import { takeDraftSnapshot } from '../drafts/draft-snapshot.ts';
import { compareSnapshots, type EditComparison } from './compare-edit.ts';

/** A comparison that a page has begun, with what it was asked. */
export interface DraftComparison {
  readonly selection: CompareSelection;
  readonly at: string;
  readonly comparison: EditComparison;
}

/** What a draft would have done with messages of all channels that it touches, as publishing counts them, were it what runs with its files in it. */
export async function compareDraft(
  site: { readonly journal: ReplayJournal; readonly channels: readonly Channel[] },
  folders: OwnFolders,
  texts: DraftTexts,
  selection: CompareSelection,
  options: CompareOptions,
): Promise<EditComparison> {
  const running = await takeSnapshot(folders);
  const edited = await takeDraftSnapshot(folders, texts);
  return await compareSnapshots(site, { running, edited }, selection, options);
}
