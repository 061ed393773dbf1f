import type { Channel } from '../../pipeline/channel/channel.ts';
import type { RuntimeSnapshot } from '../../pipeline/runtime/runtime-snapshot.ts';
import type { ReplayJournal } from '../../replay/rerun/message-record.ts';
import { readRecordedVersion } from '../../replay/rerun/recorded-version.ts';
import { withVersionReader } from '../../replay/rerun/version-reader.ts';

/**
 * What channels were used with last that is not what they would be used with now, by their names: with files that are gone since, and
 * without those that have come. None of channels that have made nothing, or of which the texts are not kept.
 */
export async function findLatestVersions(
  journal: ReplayJournal,
  channels: readonly Channel[],
  now: RuntimeSnapshot,
): Promise<ReadonlyMap<string, RuntimeSnapshot>> {
  const latest = new Map<string, { readonly generation: string; readonly used: string }>();
  for (const { generation, channel, used } of await journal.generations())
    if (used > (latest.get(channel)?.used ?? '')) latest.set(channel, { generation, used });
  const today = await withVersionReader({ now }, channels, (reader) => reader.generations('now'));
  const found = new Map<string, RuntimeSnapshot>();
  const known = new Map<string, RuntimeSnapshot>();
  for (const channel of channels) {
    const { generation } = latest.get(channel.name) ?? {};
    if (generation === undefined || generation === today.get(channel.name)) continue;
    const version = await readRecordedVersion(journal, generation, channel);
    if (version === undefined) continue;
    const key = snapshotKeyOf(version.snapshot);
    const snapshot = known.get(key) ?? overlaySnapshot(now, version.snapshot);
    known.set(key, snapshot);
    found.set(channel.name, snapshot);
  }
  return found;
}

/** Channels of the same files share one: each thread loads it once. */
const snapshotKeyOf = ({ files }: RuntimeSnapshot): string =>
  JSON.stringify(Object.entries(files).map(([path, bytes]) => [path, Buffer.from(bytes).toString('base64')]));

/** Delivered mappings and XSDs of now, below the own folder of then. */
const overlaySnapshot = (now: RuntimeSnapshot, then: RuntimeSnapshot): RuntimeSnapshot => ({
  ...now,
  own: { ...now.own, mappings: then.own.mappings },
  files: {
    ...Object.fromEntries(
      Object.entries(now.files).filter(([path]) => !path.startsWith(`${now.own.mappings ?? '\0'}`)),
    ),
    ...then.files,
  },
});
