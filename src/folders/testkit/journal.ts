import type { FolderJournal } from '../inbound/claims/in-place-claims.ts';

/** A journal that remembers nothing: enough for folders whose files are renamed. */
export const journalNamed = (id: string): FolderJournal => ({
  id,
  listRememberedFiles: async () => [],
  forget: async () => {},
});
