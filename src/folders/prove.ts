import { randomUUID } from 'node:crypto';
import { mkdir, rename, rm, rmdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';

/** Tries on this very folder what pickup or publishing needs: write, rename, delete. Undefined: it works. */
export async function proveFolder(
  folder: string,
  direction: 'inbound' | 'outbound',
): Promise<string | undefined> {
  const probe = join(folder, `.gateway-check-${randomUUID()}`);
  const beside = join(folder, direction === 'inbound' ? '.gateway' : '.', `.gateway-check-${randomUUID()}`);
  let isNew = false;
  try {
    await writeFile(probe, 'gateway check');
    isNew = (await mkdir(dirname(beside), { recursive: true })) !== undefined;
    await rename(probe, beside);
    return undefined;
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : String(error);
    return `${folder}: ${reasons[code] ?? code}`;
  } finally {
    await rm(probe, { force: true }).catch(() => undefined);
    await rm(beside, { force: true }).catch(() => undefined);
    if (isNew) await rmdir(dirname(beside)).catch(() => undefined);
  }
}

const reasons: Readonly<Record<string, string>> = {
  ENOENT: 'the folder does not exist; make it, or correct its name in the config.',
  ENOTDIR: 'it is not a folder.',
  EACCES: 'the account of the gateway may not write there.',
  EPERM: 'the account of the gateway may not write there.',
  EROFS: 'it is read-only.',
  ENOSPC: 'the disk is full.',
  EXDEV: 'its sub-folder .gateway lies on another file system; files cannot be renamed into it.',
};
