import { type LocalizedText, localize } from '../findings/localized-text.ts';
import type { PendingCalls } from '../time/pending-calls.ts';

/** What is told of a folder, with its title, that hangs; undefined when it does not. */
export function findHangingTrouble(title: string, asked: PendingCalls): LocalizedText | undefined {
  const seconds = asked.hangingSeconds();
  return seconds === undefined ? undefined : localize('folder-hangs', { folder: title, seconds });
}
