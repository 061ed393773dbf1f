import { mkdir } from 'node:fs/promises';
import { basename, join } from 'node:path/posix';
import { nameWithId } from '../file-name.ts';
import type { FileStore } from '../file-store.ts';
import { ignoreErrors } from '../folder-error.ts';
import type { ClaimedFile, Receipt, ReportFiles } from '../folder-types.ts';
import { localFileStore } from '../local/local-file-store.ts';
import { receiptNameOf, refusedNameOf, reportNamesOf } from '../reserved-names.ts';

/** Writes both files of a report, or a receipt, beside `name`, with the rights `mode`; nothing without one. */
export async function writeReport(
  files: FileStore,
  folder: string,
  name: string,
  report: ReportFiles | Receipt | undefined,
  mode?: number,
): Promise<void> {
  if (report === undefined) return;
  if ('sent' in report) return await files.replace(join(folder, receiptNameOf(name)), report.sent, mode);
  const names = reportNamesOf(name);
  await files.replace(join(folder, names.text), report.text, mode);
  await files.replace(join(folder, names.json), report.json, mode);
  if (report.refused) await files.replace(join(folder, refusedNameOf(name)), report.refused, mode);
}

/**
 * Removes the files of the report on `name`, where there are any. Those that were refused only when `report` holds them: a
 * file of that name may be one that somebody mended and dropped.
 */
export async function removeReport(
  files: FileStore,
  folder: string,
  name: string,
  report?: ReportFiles | Receipt,
): Promise<void> {
  const names = reportNamesOf(name);
  const [sent, refused] = report && 'sent' in report ? [report.sent] : [undefined, report?.refused];
  const more = [
    ...(refused ? [refusedNameOf(name)] : []),
    ...(sent === undefined ? [] : [receiptNameOf(name)]),
  ];
  for (const path of [names.text, names.json, ...more])
    await ignoreErrors(['ENOENT'], () => files.unlink(join(folder, path)));
}

/** In a folder of this machine that holds nothing but reports: writes the one on a file, or removes it. */
export async function reportElsewhere(
  folder: string,
  file: ClaimedFile,
  report: ReportFiles | Receipt | undefined,
  mode?: number,
): Promise<void> {
  const name = nameWithId(basename(file.name), file.id);
  // a receipt lies beside its file
  if (report === undefined || 'sent' in report) return await removeReport(localFileStore, folder, name);
  await mkdir(folder, { recursive: true });
  await writeReport(localFileStore, folder, name, report, mode);
}
