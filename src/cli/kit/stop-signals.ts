import { once } from 'node:events';

/**
 * Resolves when somebody ends a program that runs in a window of theirs: by Ctrl-C, by a request, or by closing the window (SIGHUP; Windows
 * gives it some seconds). Ctrl-Break is a signal on Windows alone.
 */
export async function waitForWindowEnd(): Promise<void> {
  await Promise.race(['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGBREAK'].map((signal) => once(process, signal)));
}
