import type { Channel } from '../../pipeline/channel/channel.ts';
import { type OwnFolders, takeSnapshot } from '../../pipeline/runtime/runtime-snapshot.ts';
import {
  type CompareOptions,
  type CompareSelection,
  compareMessages,
} from '../../replay/compare/compare-messages.ts';
import type { CompareReport } from '../../replay/compare/compare-report.ts';
import { BrokenEdit, buildTwoVersions, type TwoVersions } from '../../replay/compare/two-versions.ts';
import type { ReplayJournal } from '../../replay/rerun/message-record.ts';
import type { Finding } from '../../types.ts';
import { findLatestVersions } from '../versions/latest-versions.ts';

export interface CompareRequest extends CompareSelection {
  /** The edited folder; without it the folder that runs, against what each channel was used with last. */
  readonly edited?: string | undefined;
  /** Of channels with this mapping alone. */
  readonly mapping?: string | undefined;
}

export type EditComparison =
  | { readonly kind: 'compared'; readonly report: CompareReport }
  /** The edit changes nothing that any channel uses. */
  | { readonly kind: 'same' }
  /** It cannot be used: why, in words. */
  | { readonly kind: 'not-usable'; readonly reason: string; readonly findings: readonly Finding[] }
  /** A folder cannot be read: why, in words. */
  | { readonly kind: 'unreadable'; readonly reason: string };

/**
 * What an edit would have done with messages of the journal: mappings are loaded and messages run in threads of their own, and nothing is
 * written.
 */
export async function compareEdit(
  { journal, channels }: { readonly journal: ReplayJournal; readonly channels: readonly Channel[] },
  folders: OwnFolders,
  request: CompareRequest,
  options: CompareOptions = {},
): Promise<EditComparison> {
  const { edited: folder, mapping } = request;
  const edited = await takeSnapshot(folder === undefined ? folders : { ...folders, mappings: folder });
  const [away] = Object.values(edited.away);
  if (away !== undefined) return { kind: 'unreadable', reason: away };
  const running = folder === undefined ? edited : await takeSnapshot(folders);
  const ran = folder === undefined ? await findLatestVersions(journal, channels, edited) : new Map();
  const among =
    mapping === undefined ? channels : channels.filter(({ settings }) => settings.map?.includes(mapping));
  const versions = await buildVersions({ running, edited }, among, ran);
  if ('kind' in versions) return versions;
  if (!channels.some(({ name }) => versions.differIn(name))) return { kind: 'same' };
  return { kind: 'compared', report: await compareMessages(journal, versions, request, options) };
}

async function buildVersions(
  ...given: Parameters<typeof buildTwoVersions>
): Promise<TwoVersions | Extract<EditComparison, { readonly kind: 'not-usable' }>> {
  try {
    return await buildTwoVersions(...given);
  } catch (error) {
    if (!(error instanceof BrokenEdit)) throw error;
    return { kind: 'not-usable', reason: error.message, findings: error.findings };
  }
}
