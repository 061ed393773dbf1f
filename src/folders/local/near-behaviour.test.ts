import { tmpdir } from 'node:os';
import { beforeEach, describe } from 'vitest';
import { filingBehaviour } from '../testkit/filing-behaviour.ts';
import { useFiles } from '../testkit/folder.ts';
import { pickupBehaviour } from '../testkit/pickup-behaviour.ts';
import { openLimitedFileStore } from './local-file-store.ts';
import { NearFolders } from './near-folders.ts';

describe('folders on the disk of the journal', () => {
  beforeEach(() => useFiles(openLimitedFileStore(new NearFolders(tmpdir()))));

  pickupBehaviour();
  filingBehaviour({ hardLinks: true });
});
