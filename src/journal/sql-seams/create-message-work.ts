import { saveArtifacts } from '../blobs/artifacts.ts';
import { addPart, addTranslatedPart, storeLargeBlobs } from '../blobs/blobs.ts';
import { carryOutWaitingDiscards } from '../decisions/decision-commands.ts';
import type { MessageWork } from '../journal.ts';
import { identify } from '../messages/business-keys.ts';
import { findUpload, noteUpload } from '../messages/receive-messages.ts';
import type { CheckedMessage, TranslatedPart } from '../model/message.ts';
import type { SqlDialect, SqlSteps } from '../sql/sql-engine.ts';
import {
  endAttempt,
  noteStaged,
  noteTry,
  noteTryEnded,
  startAttempt,
  startDelivery,
} from '../work/attempts.ts';
import { storeChecked } from '../work/check-queue.ts';
import { type HeldMessage, holdCheckedMessage, holdMessage } from '../work/held-message.ts';
import { lookForWork } from '../work/look-for-work.ts';
import { changeState, noteRevision, park, recheck, settle, wait } from '../work/settle-messages.ts';
import { addDocuments, split } from '../work/split-documents.ts';
import { bindSteps, type JournalConnection } from './bound-steps.ts';
import { MessageTaker } from './message-taker.ts';

/** What the pipeline asks of the journal on a message's way: taking messages, what check says, what is gathered, attempts, ends. */
export function createMessageWork(connection: JournalConnection): MessageWork {
  const held = bindHeldSteps(connection, holdMessage);
  const checked = bindHeldSteps(connection, holdCheckedMessage);
  return {
    ...createTakeCalls(connection),
    ...createTryCalls(connection),
    ...createCheckCalls(connection, held),
    ...createGatherCalls(connection, checked),
    ...createAttemptCalls(connection, checked),
    ...createEndCalls(connection, held),
  };
}

type MessageSteps<A extends readonly unknown[], T> = (id: number, ...values: A) => SqlSteps<T>;
type HeldMessageSteps<A extends readonly unknown[], T> = (message: HeldMessage, ...values: A) => SqlSteps<T>;
type MessageCall<A extends readonly unknown[], T> = (id: number, ...values: A) => Promise<T>;

/** Makes calls of steps on a message. */
interface HeldSteps {
  /** Changes an open message that nobody else has in hand. Rejects with LeaseLost. */
  holding<A extends readonly unknown[], T>(steps: HeldMessageSteps<A, T>): MessageCall<A, T>;
  /** As `holding`, for steps that need its number alone. */
  held<A extends readonly unknown[], T>(steps: MessageSteps<A, T>): MessageCall<A, T>;
  /** As `holding`: the last that we do to a message for now. */
  leaving<A extends readonly unknown[]>(steps: HeldMessageSteps<A, void>): MessageCall<A, void>;
}

function bindHeldSteps({ engine, owner }: JournalConnection, hold: typeof holdMessage): HeldSteps {
  const { dialect } = engine;
  const holding =
    <A extends readonly unknown[], T>(steps: HeldMessageSteps<A, T>): MessageCall<A, T> =>
    (id, ...values) =>
      engine.write(function* () {
        return yield* steps(yield* hold(dialect, owner, id), ...values);
      });
  const held = <A extends readonly unknown[], T>(steps: MessageSteps<A, T>): MessageCall<A, T> =>
    holding(({ id }, ...values: A) => steps(id, ...values));
  const leaving = <A extends readonly unknown[]>(steps: HeldMessageSteps<A, void>): MessageCall<A, void> =>
    holding(function* (message, ...values: A): SqlSteps<void> {
      yield* steps(message, ...values);
      yield* carryOutWaitingDiscards(dialect, message.id);
    });
  return { held, holding, leaving };
}

function createTakeCalls(
  connection: JournalConnection,
): Pick<MessageWork, 'lookForWork' | 'takeNextToCheck' | 'claim'> {
  const { engine, owner } = connection;
  const taker = new MessageTaker(connection);
  return {
    lookForWork: (due) => engine.read(() => lookForWork(engine.dialect, owner, due)),
    takeNextToCheck: (query) => taker.takeNextToCheck(query),
    claim: (query) => taker.claim(query),
  };
}

/** Of messages that somebody has in hand, or nobody: they need no lease. */
function createTryCalls({
  engine,
}: JournalConnection): Pick<
  MessageWork,
  'noteTry' | 'noteTryEnded' | 'findUpload' | 'noteUpload' | 'saveArtifacts'
> {
  const { read, write } = bindSteps(engine);
  return {
    noteTry: write(noteTry),
    noteTryEnded: write(noteTryEnded),
    findUpload: read(findUpload),
    noteUpload: write(noteUpload),
    saveArtifacts: write(saveArtifacts),
  };
}

interface WithTranslation {
  readonly translated?: TranslatedPart;
}

/** With the document that it was translated into. */
const withTranslated = <C extends WithTranslation>(
  dialect: SqlDialect,
  steps: (id: number, checked: C) => SqlSteps<void>,
) =>
  function* (id: number, checked: C): SqlSteps<void> {
    if (checked.translated) yield* addTranslatedPart(dialect, id, checked.translated);
    yield* steps(id, checked);
  };

function createCheckCalls(
  { engine }: JournalConnection,
  { held, leaving }: HeldSteps,
): Pick<MessageWork, 'storeChecked' | 'identify' | 'recheck' | 'addDocuments' | 'split'> {
  const { dialect } = engine;
  const { withDialect } = bindSteps(engine);
  const storeWithTranslation = withTranslated(dialect, withDialect(storeChecked));
  const storeCheckedSteps = leaving(({ id }, checked: CheckedMessage) => storeWithTranslation(id, checked));
  const identifySteps = held(withTranslated(dialect, identify));
  const addDocumentsSteps = held(withDialect(addDocuments));
  const storeTranslated = async ({ translated }: WithTranslation): Promise<void> => {
    if (translated) await storeLargeBlobs(engine, translated.bytes);
  };
  return {
    async storeChecked(id, result) {
      await storeTranslated(result);
      await storeCheckedSteps(id, result);
    },
    async identify(id, identity) {
      await storeTranslated(identity);
      await identifySteps(id, identity);
    },
    async addDocuments(file, documents, generation) {
      const blobs = documents.flatMap(({ bytes, envelope }) => (envelope ? [bytes, envelope] : [bytes]));
      await storeLargeBlobs(engine, ...blobs);
      await addDocumentsSteps(file, documents, generation);
    },
    recheck: leaving(recheck),
    split: held(withDialect(split)),
  };
}

function createGatherCalls(
  { engine }: JournalConnection,
  { held, holding }: HeldSteps,
): Pick<MessageWork, 'startGather' | 'storeGathered' | 'changeOrderState'> {
  const { dialect } = engine;
  return {
    startGather: held((id) => startAttempt(id, 'gather')),
    async storeGathered(id, bytes, identity) {
      await storeLargeBlobs(engine, bytes);
      await held(function* () {
        yield* addPart(dialect, id, 'gathered', bytes);
        yield* identify(id, identity);
      })(id);
    },
    async changeOrderState(id, change, body) {
      if (body) await storeLargeBlobs(engine, body);
      await holding(function* (message) {
        if (body) yield* addPart(dialect, id, 'named', body);
        const revision = yield* changeState(dialect, message, change);
        if (revision !== undefined) yield* noteRevision(id, revision);
      })(id);
    },
  };
}

function createAttemptCalls(
  { engine }: JournalConnection,
  { held, holding }: HeldSteps,
): Pick<MessageWork, 'startDelivery' | 'startRedelivery' | 'noteStaged' | 'endAttempt'> {
  const { withDialect } = bindSteps(engine);
  const startDeliverySteps = holding(withDialect(startDelivery));
  return {
    async startDelivery(id, prepared) {
      await storeLargeBlobs(engine, prepared.bytes);
      return await startDeliverySteps(id, prepared);
    },
    startRedelivery: held((id) => startAttempt(id, 'deliver')),
    noteStaged: holding(noteStaged),
    endAttempt: holding(withDialect(endAttempt)),
  };
}

function createEndCalls(
  { engine }: JournalConnection,
  { holding, leaving }: HeldSteps,
): Pick<MessageWork, 'wait' | 'park' | 'settle'> {
  const { withDialect } = bindSteps(engine);
  return {
    wait: leaving(withDialect(wait)),
    park: leaving(withDialect(park)),
    settle: holding(withDialect(settle)),
  };
}
