import { storeLargeBlobs } from '../blobs/blobs.ts';
import { returnedAtOnce, returnToChannels } from '../decisions/missing-channel.ts';
import type { Inbox } from '../journal.ts';
import { joinLanes } from '../messages/join-lanes.ts';
import { findCursor, findKnownFiles, receive } from '../messages/receive-messages.ts';
import { forget, listRememberedFiles } from '../messages/remembered-files.ts';
import { bindSteps, type JournalConnection } from './bound-steps.ts';

export function createInbox({ engine, owner }: JournalConnection): Inbox {
  const { dialect } = engine;
  const { read, write, withDialect } = bindSteps(engine);
  return {
    async receive(documents, { cursor, lease } = {}) {
      await storeLargeBlobs(engine, ...documents.map(({ bytes }) => bytes));
      const holder = lease === undefined ? undefined : { name: lease, owner };
      const urgent = documents.some(({ source }) => source.kind === 'webhook' || source.kind === 'notice');
      return await engine.write(() => receive(dialect, documents, cursor, holder), urgent);
    },
    joinLanes: write(withDialect(joinLanes)),
    async returnToChannels(channels) {
      const returnSome = write(withDialect(returnToChannels));
      while ((await returnSome(channels)) === returnedAtOnce);
    },
    findCursor: read(findCursor),
    findKnownFiles: read(findKnownFiles),
    listRememberedFiles: read(listRememberedFiles),
    forget: write(forget),
  };
}
