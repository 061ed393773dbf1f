import type { LocalizedText } from '../../findings/localized-text.ts';
import type { Channel } from '../../pipeline/channel/channel.ts';
import type { UnusablePart } from '../../pipeline/runtime/not-usable.ts';
import {
  type OwnFolders,
  type RuntimeSnapshot,
  takeSnapshot,
} from '../../pipeline/runtime/runtime-snapshot.ts';
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
  | { readonly kind: 'compared'; readonly report: CompareReport; readonly versions: TwoVersions }
  /** The edit changes nothing that any channel uses. */
  | { readonly kind: 'same' }
  /** A channel that could be used before could not be used with it. */
  | { readonly kind: 'not-usable'; readonly part: UnusablePart; readonly findings: readonly Finding[] }
  /** A folder cannot be read: why. */
  | { readonly kind: 'unreadable'; readonly reason: LocalizedText };

/** Where messages and channels are. */
interface CompareSite {
  readonly journal: ReplayJournal;
  readonly channels: readonly Channel[];
}

/**
 * What an edit would have done with messages of the journal: mappings are loaded and messages run in threads of their own, and nothing is
 * written.
 */
export async function compareEdit(
  site: CompareSite,
  folders: OwnFolders,
  request: CompareRequest,
  options: CompareOptions = {},
): Promise<EditComparison> {
  const { edited: folder } = request;
  const edited = await takeSnapshot(folder === undefined ? folders : { ...folders, mappings: folder });
  const [away] = Object.values(edited.away);
  if (away !== undefined) return { kind: 'unreadable', reason: away };
  if (folder !== undefined)
    return compareSnapshots(site, { running: await takeSnapshot(folders), edited }, request, options);
  const ran = await findLatestVersions(site.journal, site.channels, edited);
  return compareSnapshots(site, { running: edited, edited, ran }, request, options);
}

interface ComparedSnapshots {
  readonly running: RuntimeSnapshot;
  readonly edited: RuntimeSnapshot;
  /** Of channels that ran with something else, by name. */
  readonly ran?: ReadonlyMap<string, RuntimeSnapshot>;
}

/** The same of two states of the folders. */
export async function compareSnapshots(
  { journal, channels }: CompareSite,
  { ran, ...snapshots }: ComparedSnapshots,
  request: CompareSelection & Pick<CompareRequest, 'mapping'>,
  options: CompareOptions,
): Promise<EditComparison> {
  const { mapping } = request;
  const among =
    mapping === undefined ? channels : channels.filter(({ settings }) => settings.map?.includes(mapping));
  const versions = await buildVersions(snapshots, among, ran);
  if ('kind' in versions) return versions;
  if (!channels.some(({ name }) => versions.differIn(name))) return { kind: 'same' };
  const report = await compareMessages(journal, versions, request, options);
  return { kind: 'compared', report, versions };
}

async function buildVersions(
  ...given: Parameters<typeof buildTwoVersions>
): Promise<TwoVersions | Extract<EditComparison, { readonly kind: 'not-usable' }>> {
  try {
    return await buildTwoVersions(...given);
  } catch (error) {
    if (!(error instanceof BrokenEdit)) throw error;
    return { kind: 'not-usable', part: error.part, findings: error.findings };
  }
}
