import type { Channel } from '../pipeline/channel.ts';
import type { Snapshot } from '../pipeline/workers/snapshot.ts';
import type { Reading } from './record.ts';
import { versionOf } from './version.ts';

/** What the gateway used last, of each channel that has made something: as it was then, else as it is now. */
export async function latestVersion(
  journal: Reading,
  channels: readonly Channel[],
  now: Snapshot,
): Promise<Snapshot> {
  const uses = (await journal.generations()).toSorted((a, b) => a.last.localeCompare(b.last));
  let latest: Snapshot | undefined;
  for (const { generation, channel: name } of uses) {
    const channel = channels.find((one) => one.name === name);
    const version = channel && (await versionOf(journal, generation, channel));
    if (version === undefined) continue;
    const before = latest ?? withoutOwn(now, version.snapshot);
    latest = { ...before, files: { ...before.files, ...version.snapshot.files } };
  }
  return latest ?? now;
}

/** Delivered mappings and XSDs of now, below the own folder of then. */
const withoutOwn = (now: Snapshot, then: Snapshot): Snapshot => ({
  ...now,
  own: { ...now.own, mappings: then.own.mappings },
  files: Object.fromEntries(
    Object.entries(now.files).filter(([path]) => !path.startsWith(`${now.own.mappings ?? '\0'}`)),
  ),
});
