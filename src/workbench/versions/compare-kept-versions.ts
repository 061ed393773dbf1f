import { compareVersions, type MappingDifference } from '../../mapping/compare/mapping-differences.ts';
import { packageFolder } from '../../pipeline/channel/mapping-folders.ts';
import type { ReplayJournal } from '../../replay/rerun/message-record.ts';
import { recordedOwnFolder } from '../../replay/rerun/recorded-version.ts';
import { buildSnapshotSource } from '../../system/file-source.ts';
import { listMappingHistory, requireVersion, requireVersionTexts } from './mapping-history.ts';

/** Two versions as they were kept: what the first says, and what the second does. */
export async function compareKeptVersions(
  journal: ReplayJournal,
  name: string,
  one: string,
  other: string,
): Promise<readonly MappingDifference[]> {
  const versions = await listMappingHistory(journal, name);
  const standing = async (named: string) => {
    const texts = await requireVersionTexts(journal, requireVersion(versions, named));
    const files = Object.fromEntries(texts.map(({ path, text }) => [path, Buffer.from(text)]));
    return { folders: [recordedOwnFolder, packageFolder('mappings')], files: buildSnapshotSource(files) };
  };
  return compareVersions(name, await standing(one), await standing(other));
}
