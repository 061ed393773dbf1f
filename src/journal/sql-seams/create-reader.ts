import { steadyNow } from '../../time/steady-clock.ts';
import { findArtifact, listGenerationUse, listMappingVersions } from '../blobs/artifacts.ts';
import { findPartHash, listMessageParts, readBlob } from '../blobs/blobs.ts';
import { listPublications } from '../blobs/publications.ts';
import { findReplayRecord, listReplayCandidates } from '../blobs/replay-records.ts';
import { countOpenMessages, emptyBacklog, hasBacklog, summarizeBacklog } from '../browse/backlog.ts';
import { countByState, findMessage, findNewestId, hasSettledAs, list } from '../browse/list-messages.ts';
import {
  findMessagesByNumber,
  listBusinessKeys,
  listMessagesByOrderKeys,
} from '../browse/messages-by-number.ts';
import { findBinding } from '../decisions/exchange-binding.ts';
import { listCursors } from '../decisions/search-cursors.ts';
import type { JournalReader } from '../journal.ts';
import { buildKeyText } from '../messages/business-keys.ts';
import { listAttempts } from '../work/attempts.ts';
import { listTasks } from '../work/open-tasks.ts';
import { findOrderState } from '../work/order-states.ts';
import { listDocuments } from '../work/split-documents.ts';
import { bindSteps, type JournalConnection } from './bound-steps.ts';

export function createReader({ engine }: Pick<JournalConnection, 'engine'>): JournalReader {
  const { read, query, withDialect } = bindSteps(engine);
  return {
    message: read(findMessage),
    documents: (file) => listDocuments(engine, file),
    async part(id, role) {
      const hash = await engine.read(() => findPartHash(id, role));
      return hash === undefined ? undefined : await readBlob(engine, hash);
    },
    body: (hash) => readBlob(engine, hash),
    orderState: (address) => engine.read(() => findOrderState(buildKeyText(address))),
    findReplayRecord: read(findReplayRecord),
    listReplayCandidates: query(listReplayCandidates),
    artifact: read(findArtifact),
    generations: query(listGenerationUse),
    mappingVersions: query(listMappingVersions),
    publications: query(listPublications),
    list: query(withDialect(list)),
    findNewestId: read(findNewestId),
    hasSettledAs: query(hasSettledAs),
    findByNumber: query(findMessagesByNumber),
    listByOrderKeys: query(listMessagesByOrderKeys),
    listBusinessKeys: query(listBusinessKeys),
    attempts: read(listAttempts),
    tasks: query(listTasks),
    cursors: read(listCursors),
    findBinding: read(findBinding),
    parts: read(listMessageParts),
    countByState: query(countByState),
    async summarizeBacklog() {
      const now = steadyNow();
      if (!(await engine.read(() => hasBacklog(engine.dialect, now)))) return emptyBacklog;
      return await engine.runQuery(() => summarizeBacklog(engine.dialect, now));
    },
    countOpenMessages: query(() => countOpenMessages(engine.dialect, steadyNow())),
  };
}
