import { readdirSync, readFileSync, type Stats, statSync } from 'node:fs';
import { basename, dirname, resolve } from 'node:path';
import type { Config } from '../../config/schema/config-schema.ts';
import { type LocalizedText, localize } from '../../findings/localized-text.ts';
import { decodeSavedText } from '../../text/text-file.ts';

/** Files that others of this machine may read, and should not. */

/** The journal at a path, with its log, and its folder where nothing else lies in it. */
const listJournalFiles = (path: string): readonly string[] => [
  ...(isOnlyOf(path) ? [dirname(path)] : []),
  ...[path, `${path}-wal`].filter((file) => lookAt(file)?.isFile()),
];

/** Undefined: it is not there, or this account may not look (of which those tell who need it). */
function lookAt(file: string): Stats | undefined {
  try {
    return statSync(file, { throwIfNoEntry: false });
  } catch {
    return undefined;
  }
}

/** Others may need a folder that holds more: their rights to it are not ours to take. */
function isOnlyOf(path: string): boolean {
  try {
    return readdirSync(dirname(path)).every((name) => name.startsWith(basename(path)));
  } catch {
    return false; // it is made at the start, for us alone
  }
}

/** The files that a config takes secrets from, and those named besides. */
function listSecretFiles(config: string, more: readonly (string | undefined)[]): readonly string[] {
  const named = [...decodeSavedText(readFileSync(config)).matchAll(/(?<!\$)\$\{file:([^}]+)\}/g)];
  const files = [...named.map(([, file = '']) => file), ...more.filter((file) => file !== undefined)];
  return [...new Set(files.map((file) => resolve(dirname(config), file)))];
}

/** Of a journal that a group may read, to ask (docs/journal.md): nobody else may, and the group may change nothing. */
const isReadableByGroupOnly = (file: string): boolean => ((lookAt(file)?.mode ?? 0) & 0o027) === 0;

/** Those that are there and may be read by others. Where the system has no such rights: none. */
export function findReadableByOthers(files: readonly string[]): readonly LocalizedText[] {
  if (!process.getuid) return [];
  return files.flatMap((file) => {
    const look = lookAt(file);
    const open = look?.isDirectory() ? 0o055 : 0o044;
    if (!look || (look.mode & open) === 0) return [];
    const mode = look.isDirectory() ? '700' : '600';
    return [localize('readable', { file, mode, rights: (look.mode & 0o777).toString(8) })];
  });
}

/** The journal, unless it is a database's, and the files with secrets. */
export const listPrivateFiles = ({ journal, http }: Config, path: string): readonly string[] => [
  ...(journal.postgres === undefined
    ? listJournalFiles(journal.sqlite).filter((file) => !isReadableByGroupOnly(file))
    : []),
  ...listSecretFiles(path, [http.webhook?.tls?.key, http.operator?.tls?.key]),
];
