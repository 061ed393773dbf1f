import { existsSync, readFileSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { dirname, join, relative, sep } from 'node:path';
import { replaceFile } from '../folders/local/durable.ts';
import { filesBelow } from '../mapping/files.ts';
import type { Channel } from '../pipeline/channel.ts';
import type { Snapshot } from '../pipeline/workers/snapshot.ts';
import type { CompareReport, OutcomeGroup } from './compare/report.ts';
import { twoVersions } from './compare/versions.ts';

/** An edited folder of mappings, brought into the one that runs. */

/** Files of the edited folder that the other has otherwise or not at all, by their paths in it, with `/`: tables first. */
export function changedFiles(edited: string, own: string): readonly string[] {
  const paths = filesBelow(edited).map((path) => relative(edited, path).split(sep).join('/'));
  const isOther = (path: string): boolean => {
    const there = join(own, path);
    return !existsSync(there) || !readFileSync(there).equals(readFileSync(join(edited, path)));
  };
  return paths.filter(isOther).sort((a, b) => Number(b.includes('/')) - Number(a.includes('/')));
}

/** Channels in which files that only the running folder has would take part: what was compared would not be what runs. */
export function mixedChannels(
  edited: Snapshot,
  own: Snapshot,
  channels: readonly Channel[],
): readonly string[] {
  const [from = '', to = ''] = [own.own.mappings, edited.own.mappings];
  const moved = Object.entries(own.files).map(([path, bytes]) => {
    const inside = relative(from, path);
    return [inside.startsWith('..') ? path : join(to, inside), bytes] as const;
  });
  const laidOver = { ...edited, files: { ...Object.fromEntries(moved), ...edited.files } };
  const versions = twoVersions({ running: edited, edited: laidOver }, channels);
  return channels.filter(({ name }) => versions.differIn(name)).map(({ name }) => name);
}

/** Messages that were delivered, and would be refused or put aside. */
export const stopped = ({ outcomes }: CompareReport): readonly OutcomeGroup[] =>
  outcomes.filter(
    ({ from, to }) => from === 'deliver' && ['rejected', 'park', 'failed', 'wait'].includes(to),
  );

/** Was anything left out because it took too long, or because the comparison was ended? Then nobody knows what the edit stops. */
export const isIncomplete = ({
  endless,
  stopped: ended,
}: Pick<CompareReport, 'endless' | 'stopped'>): boolean => endless > 0 || ended !== undefined;

/** Each file at once whole, or as it was before. */
export async function copyFiles(paths: readonly string[], edited: string, own: string): Promise<void> {
  for (const path of paths) {
    await mkdir(dirname(join(own, path)), { recursive: true });
    await replaceFile(join(own, path), readFileSync(join(edited, path)));
  }
}
