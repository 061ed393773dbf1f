import { mkdir } from 'node:fs/promises';
import { basename, join } from 'node:path/posix';
import { unless } from './error.ts';
import type { Files } from './files.ts';
import type { ClaimedFile, Receipt, ReportFiles } from './interface.ts';
import { localFiles } from './local/local-files.ts';
import { besides } from './name.ts';
import { receiptName, refusedName, reportNames } from './names.ts';

/** Writes both files of a report, or a receipt, beside `name`, with the rights `mode`; nothing without one. */
export async function writeReport(
  files: Files,
  folder: string,
  name: string,
  report: ReportFiles | Receipt | undefined,
  mode?: number,
): Promise<void> {
  if (report === undefined) return;
  if ('sent' in report) return await files.replace(join(folder, receiptName(name)), report.sent, mode);
  const names = reportNames(name);
  await files.replace(join(folder, names.text), report.text, mode);
  await files.replace(join(folder, names.json), report.json, mode);
  if (report.refused) await files.replace(join(folder, refusedName(name)), report.refused, mode);
}

/**
 * Removes the files of the report on `name`, where there are any. Those that were refused only when `report` holds them: a
 * file of that name may be one that somebody mended and dropped.
 */
export async function removeReport(
  files: Files,
  folder: string,
  name: string,
  report?: ReportFiles | Receipt,
): Promise<void> {
  const names = reportNames(name);
  const [sent, refused] = report && 'sent' in report ? [report.sent] : [undefined, report?.refused];
  const more = [...(refused ? [refusedName(name)] : []), ...(sent === undefined ? [] : [receiptName(name)])];
  for (const path of [names.text, names.json, ...more])
    await unless(['ENOENT'], () => files.unlink(join(folder, path)));
}

/** In a folder of this machine that holds nothing but reports: writes the one on a file, or removes it. */
export async function reportElsewhere(
  folder: string,
  file: ClaimedFile,
  report: ReportFiles | Receipt | undefined,
  mode?: number,
): Promise<void> {
  const name = besides(basename(file.name), file.id);
  // a receipt lies beside its file
  if (report === undefined || 'sent' in report) return await removeReport(localFiles, folder, name);
  await mkdir(folder, { recursive: true });
  await writeReport(localFiles, folder, name, report, mode);
}
